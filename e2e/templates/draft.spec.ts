import type { Page } from "@playwright/test";
import { elementsOf } from "../http/management";
import { signOut } from "../page/sign-out";
import {
	changes,
	createButton,
	expect,
	nameBox,
	saveButton,
	templateId,
	test,
	tick,
	uniqueName,
} from "./templates-page";

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

test("an offered draft stays until it is decided on, and what is typed beside it is the newer draft", async ({
	page,
	signIn,
}) => {
	answerQuestions(page, true);
	await signIn(page, "editor");
	await begin(page);
	await page.reload();
	await expect(offer(page)).toBeVisible();
	await nameBox(page).fill("typed beside");
	await tick(page, "City").check();
	await expect(page.getByText("Restoring it takes the place of what you have changed")).toBeVisible();
	await page.reload();
	await expect(page.getByText("“typed beside”, 1 attribute ticked.")).toBeVisible();
	// Edited and taken back: the offered draft is the newest again.
	await nameBox(page).fill("not kept");
	await nameBox(page).fill("");
	await page.reload();
	await expect(page.getByText("“typed beside”, 1 attribute ticked.")).toBeVisible();
	await page.getByRole("button", { name: "Restore draft" }).press("Enter");
	await expect(nameBox(page)).toHaveValue("typed beside");
	await expect(nameBox(page)).toBeFocused();
	await expect(tick(page, "City")).toBeChecked();
	await expect(tick(page, "Photo")).not.toBeChecked();
});

test("a restored draft meets what a colleague has changed since as a conflict, before anything is saved", async ({
	page,
	signIn,
	management,
}) => {
	const { id } = await management.createTemplate(uniqueName("Old draft"), { portrait: true });
	answerQuestions(page, true);
	await signIn(page, "editor");
	await page.goto(`/templates/${id}`);
	await tick(page, "City").check();
	await expect.poll(() => page.evaluate(() => Object.values(sessionStorage).join())).toContain("resident_city");
	await management.updateElements(id, { portrait: true, given_name: true });
	await page.reload();
	await page.getByRole("button", { name: "Restore draft" }).click();
	await expect(page.getByText("Changed since you opened it")).toBeVisible();
	await expect(tick(page, "Given names")).toBeChecked();
	await expect(tick(page, "City")).toBeChecked();
	await saveButton(page).click();
	await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
	expect(elementsOf(await management.getTemplate(id))).toEqual({
		portrait: true,
		given_name: true,
		resident_city: true,
	});
});

test("a discarded draft does not come back", async ({ page, signIn }) => {
	answerQuestions(page, true);
	await signIn(page, "editor");
	await begin(page);
	await page.reload();
	await page.getByRole("button", { name: "Discard" }).click();
	await expect(offer(page)).toHaveCount(0);
	await page.reload();
	await expect(nameBox(page)).toBeVisible();
	await expect(offer(page)).toHaveCount(0);
});

test("a draft of a stored template goes with its saving, and when the edits are taken back", async ({
	page,
	signIn,
	management,
}) => {
	const { id } = await management.createTemplate(uniqueName("Stored draft"), { portrait: true });
	const asked = answerQuestions(page, true);
	await signIn(page, "editor");
	await page.goto(`/templates/${id}`);
	const kept = () => page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes("draft")).length);
	await tick(page, "City").check();
	await expect.poll(kept).toBe(1);
	await tick(page, "City").uncheck();
	await expect.poll(kept).toBe(0);
	await tick(page, "Postal code").check();
	await expect.poll(kept).toBe(1);
	await saveButton(page).click();
	await expect(page.getByText("Saved.")).toBeVisible();
	await expect.poll(kept).toBe(0);
	await page.reload();
	expect(asked).toEqual([]);
});

test("leaving with unsaved edits asks first: by link, by reload and by Back; and not once they are taken back", async ({
	page,
	signIn,
}) => {
	await signIn(page, "editor");
	await page.goto("/templates");
	await page.getByRole("link", { name: "New template" }).click();
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
	await page.getByRole("link", { name: "Connection" }).click();
	await expect(page).toHaveURL("/connection");
	expect(asked).toHaveLength(3);
});

test("leaving is asked about while most of the form's scripts are still on their way", async ({ page, signIn }) => {
	await signIn(page, "editor");
	await page.goto("/templates/new", { waitUntil: "networkidle" });
	const asked = answerQuestions(page, false);
	await page.route("**/_next/static/**", () => {});
	await tick(page, "Photo").check();
	await page.getByRole("link", { name: "Connection" }).click();
	await expect.poll(() => asked).toEqual(["confirm"]);
	await expect(page).toHaveURL("/templates/new");
	await tick(page, "Photo").uncheck();
	await page.unrouteAll({ behavior: "ignoreErrors" });
	await page.getByRole("link", { name: "Connection" }).click();
	await expect(page).toHaveURL("/connection");
});

test("from the moment at which the page says that it is saved, nobody is asked before leaving", async ({
	page,
	signIn,
	management,
}) => {
	const { id } = await management.createTemplate(uniqueName("Free"), { portrait: true });
	await signIn(page, "editor");
	await page.goto(`/templates/${id}`);
	await tick(page, "City").check();
	await expect(changes(page)).toContainText("Adds City");
	const freeWhenSaved = await page.evaluateHandle(() => {
		// As the browser asks, were the page left right now.
		const isFree = () => window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
		const isSaved = () => [...document.querySelectorAll("[role=status]")].some((one) => one.textContent === "Saved.");
		if (isFree()) throw new Error("Nobody is asked about what is not saved.");
		const seen = new Promise<boolean>((resolve) => {
			const observer = new MutationObserver(() => {
				if (isSaved()) resolve(isFree());
			});
			observer.observe(document.body, { subtree: true, childList: true, characterData: true });
		});
		return { seen };
	});
	await saveButton(page).click();
	expect(await freeWhenSaved.evaluate(({ seen }) => seen)).toBe(true);
});

test("Ctrl+S or Cmd+S saves, with the same checks as the button", async ({ page, signIn, management }) => {
	await signIn(page, "editor");
	await page.goto("/templates/new");
	await nameBox(page).press("ControlOrMeta+s");
	await expect(page.getByRole("alert").filter({ hasText: "This can't be sent yet" })).toBeVisible();
	await nameBox(page).fill(uniqueName("Key"));
	await tick(page, "Photo").check();
	await page.keyboard.press("ControlOrMeta+s");
	await expect(page).toHaveURL(/\/templates\/vct_/);
	await tick(page, "City").check();
	await page.keyboard.press("ControlOrMeta+s");
	await expect(page.getByText("Saved.")).toBeVisible();
	const stored = elementsOf(await management.getTemplate(templateId(page)));
	expect(stored).toEqual({ portrait: true, resident_city: true });
});

test.describe("sessions that end", () => {
	test.use({ reuseSessions: false });

	test("a draft outlives the session: signed in again, it is offered", async ({ page, signIn }) => {
		answerQuestions(page, true);
		await signIn(page, "editor");
		const name = await begin(page);
		await page.context().clearCookies();
		await page.goto("/templates/new");
		await expect(page).toHaveURL(/\/sign-in\?/);
		await signIn(page, "editor");
		await page.goto("/templates/new");
		await expect(offer(page)).toBeVisible();
		await expect(page.getByText(`“${name}”, 1 attribute ticked.`)).toBeVisible();
	});

	test("signing out clears drafts, and nobody else is offered one", async ({ page, signIn }) => {
		answerQuestions(page, true);
		await signIn(page, "editor");
		await begin(page);
		await page.goto("/connection");
		await signOut(page);
		await page.waitForURL(/\/sign-in/);
		expect(await page.evaluate(() => Object.values(sessionStorage).join())).not.toContain("portrait");
		await signIn(page, "editor");
		await page.goto("/templates/new");
		await expect(nameBox(page)).toBeVisible();
		await expect(offer(page)).toHaveCount(0);
	});

	test("when the session has ended, saving says so, keeps everything and works after a sign-in in another tab", async ({
		page,
		signIn,
		management,
	}) => {
		const { id } = await management.createTemplate(uniqueName("Ended"), { portrait: true });
		await signIn(page, "editor");
		await page.goto(`/templates/${id}`);
		await tick(page, "City").check();
		await page.context().clearCookies();
		await saveButton(page).click();
		await expect(page.getByRole("alert").filter({ hasText: "Signed out" })).toBeVisible();
		await expect(tick(page, "City")).toBeChecked();
		const [tab] = await Promise.all([
			page.waitForEvent("popup"),
			page.getByRole("link", { name: "Sign in again in a new tab" }).click(),
		]);
		await signIn(tab, "editor");
		await saveButton(page).click();
		await expect(page.getByText("Saved.")).toBeVisible();
		expect(elementsOf(await management.getTemplate(id))).toEqual({ portrait: true, resident_city: true });
	});
});
