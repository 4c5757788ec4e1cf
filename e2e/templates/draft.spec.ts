import type { Page } from "@playwright/test";
import { elementsOf } from "../http/management";
import { signOut } from "../page/sign-out";
import { createButton, expect, nameBox, templateId, test, tick, uniqueName, untilHydrated } from "./templates-page";

const offer = (page: Page) => page.getByText(/^Draft from /);

/** The number of `beforeunload` listeners; with one the browser may not use its back/forward cache. */
async function listenersOfLeaving(page: Page): Promise<number> {
	const devtools = await page.context().newCDPSession(page);
	const { result } = await devtools.send("Runtime.evaluate", { expression: "window" });
	const { listeners } = await devtools.send("DOMDebugger.getEventListeners", { objectId: result.objectId ?? "" });
	await devtools.detach();
	return listeners.filter(({ type }) => type === "beforeunload").length;
}

/** Accepts or dismisses every prompt about leaving. @returns their types */
function handlePrompts(page: Page, isLeaving: boolean): string[] {
	const prompts: string[] = [];
	page.on("dialog", async (dialog) => {
		prompts.push(dialog.type());
		if (isLeaving) await dialog.accept();
		else await dialog.dismiss();
	});
	return prompts;
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

test("after a reload a draft is offered, not applied; restored it is complete", async ({
	page,
	signIn,
	management,
}) => {
	handlePrompts(page, true);
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

for (const [width, height] of [
	[320, 600],
	[1280, 800],
] as const) {
	test(`at ${width} × ${height} a draft is offered in the viewport, wherever the page was scrolled, and shifts nothing`, async ({
		page,
		signIn,
		management,
	}) => {
		handlePrompts(page, true);
		const { id } = await management.createTemplate(uniqueName("Offered"), { portrait: true });
		await page.setViewportSize({ width, height });
		await signIn(page, "editor");
		await page.goto(`/templates/${id}`);
		await untilHydrated(page);
		await tick(page, "City").check();
		await expect.poll(() => page.evaluate(() => Object.values(sessionStorage).join())).toContain("resident_city");
		for (const isAtEnd of [true, false]) {
			await page.evaluate((isDown) => window.scrollTo(0, isDown ? document.body.scrollHeight : 0), isAtEnd);
			await page.reload();
			const restore = page.getByRole("button", { name: "Restore draft" });
			for (const part of [offer(page), restore, page.getByRole("button", { name: "Discard" })])
				expect(await part.evaluate(isSeen), `at the ${isAtEnd ? "end" : "beginning"}`).toBe(true);
		}
		const place = await tick(page, "Over 18").evaluate(placeOnPage);
		await page.getByRole("button", { name: "Discard" }).click();
		await expect(offer(page)).toHaveCount(0);
		expect(await tick(page, "Over 18").evaluate(placeOnPage)).toBe(place);
		if (width === 320) return;

		await test.step("two stand in one row", async () => {
			const stored = () => page.evaluate(() => Object.values(sessionStorage).join().split('"openedAt"').length - 1);
			for (const [count, label] of [
				[1, "City"],
				[2, "Nationality"],
			] as const) {
				await tick(page, label).check();
				await expect.poll(stored).toBe(count);
				await page.reload();
				await untilHydrated(page);
			}
			await expect(offer(page)).toHaveCount(2);
			const [first, second] = await Promise.all([0, 1].map((at) => offer(page).nth(at).boundingBox()));
			expect(second?.y).toBe(first?.y);
			expect(second?.x).toBeGreaterThan((first?.x ?? 0) + (first?.width ?? 0));
		});
	});
}

const placeOnPage = (element: Element) => element.getBoundingClientRect().y + window.scrollY;

/** Whether an element is in the viewport and not covered. */
function isSeen(element: Element): boolean {
	const { x, y, width, height } = element.getBoundingClientRect();
	const top = document.elementFromPoint(x + width / 2, y + height / 2);
	return top !== null && (element.contains(top) || top.contains(element)) && !top.matches("body, html");
}

test("leaving with unsaved edits asks first: by link and by Back in the page, by reload in the browser, also before lazy scripts are loaded; and not once they are undone", async ({
	page,
	signIn,
}) => {
	await signIn(page, "editor");
	await page.goto("/templates", { waitUntil: "networkidle" });
	await page.getByRole("link", { name: "New template" }).click();
	await expect(nameBox(page)).toBeVisible();
	await page.waitForLoadState("networkidle");
	expect(await listenersOfLeaving(page)).toBe(0);
	// The form's own scripts are loaded; those that it loads on use are not.
	await page.route("**/_next/static/**", () => {});
	await tick(page, "Photo").check();
	expect(await listenersOfLeaving(page)).toBe(1);
	const prompts = handlePrompts(page, false);
	await page.locator("header summary", { hasText: "Help" }).click();
	await page.getByRole("link", { name: "Keyboard help" }).click();
	await expect(page.getByRole("dialog", { name: "Keyboard" })).toBeVisible();
	expect(prompts, "the list of keys does not leave the page").toEqual([]);
	await page.keyboard.press("Escape");
	const question = page.getByRole("dialog", { name: "Leave?" });
	await page.getByRole("link", { name: "Connection" }).click();
	await expect(question.getByRole("button", { name: "Stay" })).toBeFocused();
	await question.getByRole("button", { name: "Stay" }).click();
	await expect(page.getByRole("link", { name: "Connection" })).toBeFocused();
	await expect(page).toHaveURL("/templates/new");
	await page.evaluate(() => window.history.back());
	await expect(question).toBeVisible();
	await page.keyboard.press("Escape");
	await expect(question).toHaveCount(0);
	await expect(page).toHaveURL("/templates/new");
	await expect(tick(page, "Photo")).toBeChecked();
	await page.evaluate(() => window.location.reload());
	await expect.poll(() => prompts).toEqual(["beforeunload"]);
	await tick(page, "Photo").uncheck();
	await page.unrouteAll({ behavior: "ignoreErrors" });
	await page.getByRole("link", { name: "Connection" }).click();
	await expect(page).toHaveURL("/connection");
	await page.goBack();
	await tick(page, "Photo").check();
	await page.evaluate(() => window.history.back());
	await question.getByRole("button", { name: "Leave" }).click();
	await expect(page).toHaveURL("/templates");
	expect(prompts).toHaveLength(1);
});

test.describe("sessions that end", () => {
	test.use({ reuseSessions: false });

	test("a draft survives an expired session, and a sign-out that does not happen, but none that does", async ({
		page,
		signIn,
	}) => {
		page.on("dialog", (prompt) => void prompt.accept());
		/** Signs out with unsaved edits. */
		const leaveBySignOut = async (answer: "Stay" | "Leave") => {
			await signOut(page);
			const question = page.getByRole("dialog", { name: "Leave?" });
			await expect(question).toContainText("Signing out deletes your unsaved edits.");
			await question.getByRole("button", { name: answer }).click();
		};
		const stored = () => page.evaluate(() => Object.values(sessionStorage).join());
		const restore = page.getByRole("button", { name: "Restore draft" });
		await signIn(page, "editor");
		const name = await begin(page);
		await page.context().clearCookies();
		await page.goto("/templates/new");
		await expect(page).toHaveURL(/\/sign-in\?/);
		await signIn(page, "editor");
		await page.goto("/templates/new");
		await expect(page.getByText(`“${name}”, 1 attribute ticked.`)).toBeVisible();
		await restore.click();

		await leaveBySignOut("Stay");
		expect(await stored()).toContain(name);
		await tick(page, "City").check();
		await expect.poll(stored).toContain("resident_city");

		await page.context().setOffline(true);
		const failed = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/sign-out"));
		await leaveBySignOut("Leave");
		await failed;
		await page.context().setOffline(false);
		await page.goto("/templates/new");
		await expect(page.getByText(`“${name}”, 2 attributes ticked.`)).toBeVisible();
		await restore.click();

		// The page stores its last edit as it is left.
		await tick(page, "Photo").uncheck();
		await leaveBySignOut("Leave");
		await page.waitForURL(/\/sign-in/);
		expect(await stored()).toBe("");
	});
});
