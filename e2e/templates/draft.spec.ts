import type { Page } from "@playwright/test";
import { elementsOf } from "../http/management";
import { signOut } from "../page/sign-out";
import { createButton, expect, nameBox, templateId, test, tick, uniqueName } from "./templates-page";

const offer = (page: Page) => page.getByText("There is a draft that was not saved");

/** Answers every question of the browser about leaving, and notes that it was asked. */
function answerQuestions(page: Page, isLeaving: boolean): string[] {
	const asked: string[] = [];
	page.on("dialog", async (dialog) => {
		asked.push(dialog.type());
		if (isLeaving) await dialog.accept();
		else await dialog.dismiss();
	});
	return asked;
}

async function begin(page: Page): Promise<string> {
	const name = uniqueName("Draft");
	await page.goto("/templates/new");
	await nameBox(page).fill(name);
	await tick(page, "Photo").check();
	await expect(page.getByText("1 of 21 requested")).toBeVisible();
	await expect.poll(() => page.evaluate(() => Object.values(sessionStorage).join())).toContain("portrait");
	return name;
}

test("after a reload a draft is offered, not applied; restored it is all there", async ({
	page,
	signIn,
	management,
}) => {
	answerQuestions(page, true);
	await signIn(page, "editor");
	const name = await begin(page);
	await page.reload();
	await expect(offer(page)).toBeVisible();
	await expect(nameBox(page)).toHaveValue("");
	await expect(tick(page, "Photo")).not.toBeChecked();
	await page.getByRole("button", { name: "Restore draft" }).click();
	await expect(nameBox(page)).toHaveValue(name);
	await expect(tick(page, "Photo")).toBeChecked();
	await createButton(page).click();
	await expect(page).toHaveURL(/\/templates\/vct_/);
	expect(elementsOf(await management.getTemplate(templateId(page)))).toEqual({ portrait: true });
	await page.goto("/templates/new");
	await expect(page.getByText("0 of 21 requested")).toBeVisible();
	await expect(offer(page)).toHaveCount(0);
});

test("leaving with unsaved edits asks first: by link, by reload and by Back, before most scripts have come too; and not once they are taken back", async ({
	page,
	signIn,
}) => {
	await signIn(page, "editor");
	await page.goto("/templates", { waitUntil: "networkidle" });
	await page.getByRole("link", { name: "New template" }).click();
	await expect(nameBox(page)).toBeVisible();
	await page.waitForLoadState("networkidle");
	// What the form needs for this is there; what it loads when it is used is not.
	await page.route("**/_next/static/**", () => {});
	await tick(page, "Photo").check();
	const asked = answerQuestions(page, false);
	await page.getByRole("link", { name: "Connection" }).click();
	await expect.poll(() => asked).toEqual(["confirm"]);
	await expect(page).toHaveURL("/templates/new");
	await page.evaluate(() => window.history.back());
	await expect.poll(() => asked.length).toBe(2);
	await expect(page).toHaveURL("/templates/new");
	await expect(tick(page, "Photo")).toBeChecked();
	await page.evaluate(() => window.location.reload());
	await expect.poll(() => asked).toEqual(["confirm", "confirm", "beforeunload"]);
	await tick(page, "Photo").uncheck();
	await page.unrouteAll({ behavior: "ignoreErrors" });
	await page.getByRole("link", { name: "Connection" }).click();
	await expect(page).toHaveURL("/connection");
	expect(asked).toHaveLength(3);
});

test.describe("sessions that end", () => {
	test.use({ reuseSessions: false });

	test("a draft outlives a session that has ended, and no sign-out", async ({ page, signIn }) => {
		answerQuestions(page, true);
		await signIn(page, "editor");
		const name = await begin(page);
		await page.context().clearCookies();
		await page.goto("/templates/new");
		await expect(page).toHaveURL(/\/sign-in\?/);
		await signIn(page, "editor");
		await page.goto("/templates/new");
		await expect(page.getByText(`“${name}”, 1 attribute ticked.`)).toBeVisible();
		await page.goto("/connection");
		await signOut(page);
		await page.waitForURL(/\/sign-in/);
		expect(await page.evaluate(() => Object.values(sessionStorage).join())).not.toContain("portrait");
	});
});
