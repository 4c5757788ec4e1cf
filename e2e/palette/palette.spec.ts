import type { Page } from "@playwright/test";
import { expectAccessible } from "../page/axe";
import { holdBack } from "../page/hold-back";
import { tokenOf } from "../refresh-tokens/sample-tokens";
import { expect, test, uniqueName } from "../templates/templates-page";

const button = (page: Page) => page.getByRole("button", { name: "Search or jump to…", exact: true });
const dialog = (page: Page) => page.getByRole("dialog", { name: "Search or jump to" });
const box = (page: Page) => dialog(page).getByRole("combobox");
const option = (page: Page, name: string | RegExp) => dialog(page).getByRole("option", { name });
const chosen = (page: Page) => dialog(page).getByRole("option", { selected: true });
const status = (page: Page) => dialog(page).getByRole("status");
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });

/** The shortcut opens the palette once the page is hydrated. */
async function openByKeys(page: Page) {
	await expect(async () => {
		if (!(await dialog(page).isVisible())) await page.keyboard.press("Control+k");
		await expect(box(page)).toBeFocused({ timeout: 500 });
	}).toPass();
}

test("the palette by keyboard: opened, navigated, left by Enter, and closed by Escape with the focus where it was", async ({
	page,
	signIn,
	management,
}) => {
	const name = uniqueName("Palette");
	const { id } = await management.createTemplate(name, { portrait: true });
	await signIn(page, "editor");
	await page.goto("/connection");
	const check = page.getByRole("button", { name: "Check connection" });
	await check.focus();
	await openByKeys(page);
	await page.keyboard.press("Escape");
	await expect(dialog(page)).toBeHidden();
	await expect(check).toBeFocused();

	await openByKeys(page);
	await expect(dialog(page).getByRole("group", { name: "Pages" })).toBeVisible();
	await expect(dialog(page).getByRole("group", { name: "Templates" }).getByRole("option", { name })).toBeVisible();
	const all = await dialog(page).getByRole("option").allTextContents();
	const isActive = async (index: number) => {
		await expect(chosen(page)).toHaveText(all.at(index) ?? "");
		await expect(box(page)).toHaveAttribute("aria-activedescendant", (await chosen(page).getAttribute("id")) ?? "");
		await expect(box(page)).toBeFocused();
	};
	await isActive(0);
	await page.keyboard.press("ArrowDown");
	await isActive(1);
	await page.keyboard.press("End");
	await isActive(-1);
	await page.keyboard.press("ArrowDown");
	await isActive(0);
	await page.keyboard.press("ArrowUp");
	await isActive(-1);
	await page.keyboard.press("Home");
	await isActive(0);

	await page.keyboard.type(name);
	await expect(chosen(page)).toContainText(id);
	await expect(status(page)).toHaveText("2 results");
	await page.keyboard.press("Enter");
	await expect(page).toHaveURL(new RegExp(`/templates/${id}$`));
	await expect(dialog(page)).toBeHidden();
	await expect(heading(page, name)).toBeFocused();

	await test.step("Enter opens the active option from the moment it is shown", async () => {
		await openByKeys(page);
		await expect(chosen(page)).toHaveCount(1);
		await box(page).evaluate((input: HTMLInputElement) => {
			const observer = new MutationObserver(() => {
				if (document.querySelector("[role=option][aria-selected=true]")?.textContent !== "Activity") return;
				observer.disconnect();
				input.form?.requestSubmit();
			});
			observer.observe(document.body, { subtree: true, childList: true, attributes: true });
		});
		await box(page).fill("Activity");
		await expect(heading(page, "Activity")).toBeVisible();
	});
});

test("a pasted identifier or email finds its page, listed or not", async ({
	page,
	signIn,
	management,
	credentials,
	managementToken,
	allowBrowserError,
}) => {
	allowBrowserError(/ERR_FAILED/);
	const { id } = await management.createTemplate(uniqueName("Pasted"), { portrait: true });
	const token = await tokenOf(credentials, managementToken, "jose.nunez@example.org");
	const targets = {
		[id]: `/templates/${id}`,
		[token.id]: `/refresh-tokens/${token.id}`,
		"jose.nunez@example.org": `/users/${encodeURIComponent(token.userId)}`,
		[token.userId]: `/users/${encodeURIComponent(token.userId)}`,
	};
	await signIn(page, "viewer");
	await page.goto("/");
	// The list fails to load.
	await page.route(/\/api\/console\/jump/, (route) => route.abort());
	for (const [pasted, target] of Object.entries(targets)) {
		await openByKeys(page);
		await box(page).fill(` ${pasted} `);
		await expect(chosen(page)).toContainText(pasted);
		await page.keyboard.press("Enter");
		await expect.poll(() => page.url()).toContain(target);
		await expect(dialog(page)).toBeHidden();
	}
	await expect(heading(page, "José Núñez Ibáñez")).toBeVisible();
});

test("a palette whose scripts fail to load reports it, and “Try again” loads it; an ended session is reported with a link to sign in", async ({
	page,
	signIn,
	allowBrowserError,
}) => {
	allowBrowserError(/ERR_FAILED|401/);
	await signIn(page, "viewer");
	await page.goto("/", { waitUntil: "networkidle" });
	await page.route("**/_next/static/**", (route) => route.abort());
	await openByKeys(page);
	await expect(status(page)).toContainText("The search could not be loaded.");
	await page.unroute("**/_next/static/**");
	await page.context().clearCookies();
	await dialog(page).getByRole("button", { name: "Try again" }).click();
	await expect(option(page, "Overview")).toBeVisible();
	await expect(box(page)).toBeFocused();
	await expect(dialog(page).getByText("could not be loaded")).toHaveCount(0);
	await expect(dialog(page).getByRole("alert")).toContainText("Your session has ended.");
	await expect(dialog(page).getByRole("link", { name: /^Sign in again/ })).toBeVisible();
	await expect(option(page, /^Connection$/)).toBeVisible();
});

test("the palette loads nothing until it is opened, calls the tenant once, finds users while one types and fits a narrow page", async ({
	page,
	signIn,
}) => {
	await signIn(page, "viewer");
	const requested: string[] = [];
	page.on("request", (request) => requested.push(new URL(request.url()).pathname));
	await page.goto("/", { waitUntil: "networkidle" });
	const calls = () => requested.filter((path) => path.startsWith("/api/"));
	const scripts = () => requested.filter((path) => path.endsWith(".js")).length;

	await test.step("opened twice, it has loaded its scripts and made one call", async () => {
		expect(calls()).toEqual([]);
		const before = scripts();
		await button(page).click();
		await expect(option(page, "Overview")).toBeVisible();
		await expect(status(page)).toHaveText(/results$/);
		expect(scripts()).toBeGreaterThan(before);
		await page.keyboard.press("Escape");
		await expect(dialog(page)).toBeHidden();
		await openByKeys(page);
		await expect(option(page, "Overview")).toBeVisible();
		expect(calls()).toEqual(["/api/console/jump"]);
	});
	await test.step("closed and opened again at once, it has its list, and an empty box", async () => {
		await box(page).fill("connection");
		await expect(option(page, "Overview")).toHaveCount(0);
		await page.evaluate(() => {
			// Both in one task: the event of the first is dispatched after the second.
			for (let times = 0; times < 2; times += 1) {
				window.dispatchEvent(new KeyboardEvent("keydown", { key: "k", ctrlKey: true, cancelable: true }));
			}
		});
		await expect(option(page, "Overview")).toBeVisible();
		await expect(box(page)).toHaveValue("");
	});
	await test.step("users are found while one types, in a group of their own", async () => {
		const users = await holdBack(page, ({ search }) => search === "?q=jose.nun");
		await box(page).fill("jose.nun");
		await expect(status(page)).toHaveText("Searching…");
		users.release();
		await expect(dialog(page).getByRole("group", { name: "Users" }).getByRole("option")).toContainText(["jose.nunez"]);
		await expect(chosen(page)).toContainText("jose.nunez@example.org");
	});
	await expectAccessible(page);
	await test.step("on a narrow page its button keeps its name", async () => {
		await page.setViewportSize({ width: 320, height: 640 });
		await dialog(page).getByRole("button", { name: "Close" }).click();
		await expect(button(page)).toBeFocused();
		await button(page).click();
		await expect(option(page, "Overview")).toBeVisible();
	});
	await test.step("no result is reported, with a link to search all templates", async () => {
		await box(page).fill("nothing is called like this");
		await expect(status(page)).toHaveText("Nothing found for “nothing is called like this”.");
		await option(page, "Search all templates for “nothing is called like this”").click();
		await expect(page).toHaveURL(/\/templates\?q=nothing%20is%20called%20like%20this$/);
	});
});

test("the palette has actions: it changes the theme in place, checks the connection, lists the keys and signs out; those that write are for editors", async ({
	page,
	signIn,
	management,
}) => {
	const { id } = await management.createTemplate(uniqueName("Acted on"), { portrait: true });
	await signIn(page, "viewer");
	await page.goto(`/templates/${id}`, { waitUntil: "networkidle" });
	const act = async (text: string, name: string) => {
		await openByKeys(page);
		await box(page).fill(text);
		await expect(dialog(page).getByRole("group", { name: "Actions" }).getByRole("option")).toHaveText(name);
		await expect(chosen(page)).toHaveText(name);
		await page.keyboard.press("Enter");
		await expect(dialog(page)).toBeHidden();
	};
	await act("dark", "Use the dark theme");
	await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
	await act("shortcuts", "Keyboard help");
	await expect(page.getByRole("dialog", { name: "Keyboard", exact: true })).toBeVisible();
	await page.keyboard.press("Escape");
	await openByKeys(page);
	await expect(option(page, "Sign out")).toBeVisible();
	for (const name of ["Duplicate this template", "New template"]) await expect(option(page, name)).toHaveCount(0);
	await page.keyboard.press("Escape");
	await act("check con", "Check connection");
	await expect(page, "a reload does not check again").toHaveURL(/\/connection$/);
	await expect(page.getByRole("region", { name: /check/i })).toBeVisible();

	await signIn(page, "editor");
	await page.goto(`/templates/${id}`, { waitUntil: "networkidle" });
	await act("dupl", "Duplicate this template");
	await expect(page).toHaveURL(`/templates/new?from=${id}`);
});

test.describe("in a session of its own", () => {
	test.use({ reuseSessions: false });

	test("signing out by the palette ends the session", async ({ page, signIn }) => {
		await signIn(page, "viewer");
		await page.goto("/activity", { waitUntil: "networkidle" });
		await openByKeys(page);
		await box(page).fill("sign out");
		await expect(chosen(page)).toHaveText("Sign out");
		await page.keyboard.press("Enter");
		await expect(page).toHaveURL(/\/sign-in/);
		await page.goto("/activity");
		await expect(page).toHaveURL(/\/sign-in\?callbackUrl=/);
	});
});

test("leaving by the palette prompts first where edits would be lost", async ({ page, signIn }) => {
	await signIn(page, "editor");
	await page.goto("/templates/new", { waitUntil: "networkidle" });
	await page.getByRole("textbox", { name: "Name", exact: true }).fill("Unsaved");
	await expect(page.getByRole("region", { name: "Changes" })).toContainText("Unsaved");
	await openByKeys(page);
	await box(page).fill("connection");
	await expect(chosen(page)).toHaveText("Connection");
	const question = page.getByRole("dialog", { name: "Leave?" });
	await page.keyboard.press("Enter");
	await expect(question).toContainText("Your edits stay as a draft in this tab.");
	await page.keyboard.press("Escape");
	await expect(box(page)).toBeFocused();
	await page.keyboard.press("Enter");
	await question.getByRole("button", { name: "Leave" }).click();
	await expect(heading(page, "Connection")).toBeFocused();
});

test("without scripts there is no button of the palette, and no page in its place", async ({
	openContext,
	signIn,
	visit,
}) => {
	const page = await (await openContext({ javaScriptEnabled: false })).newPage();
	await signIn(page, "viewer");
	await page.goto("/connection");
	await expect(heading(page, "Connection")).toBeVisible();
	await expect(button(page)).toBeHidden();
	expect((await (await visit("viewer")).open("/jump?q=amara")).status).toBe(404);
});
