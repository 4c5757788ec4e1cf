import type { Locator } from "@playwright/test";
import { expect, test } from "../fixtures";
import { expectAccessible } from "../page/axe";
import { holdBack } from "../page/hold-back";

const links = [
	"Overview",
	"Templates",
	"Proposals",
	"Users",
	"Refresh tokens",
	"Applications",
	"Identity providers",
	"Activity",
	"API calls",
	"Connection",
];

test.describe("below 1024 px", () => {
	test.use({ viewport: { width: 320, height: 640 } });

	test("the navigation folds into a menu, which a choice, Escape and a press beside it close", async ({
		page,
		signIn,
	}) => {
		await signIn(page, "viewer");
		await page.goto("/", { waitUntil: "networkidle" });
		const menu = page.getByRole("button", { name: "Menu" });
		const navigation = page.getByRole("navigation", { name: "Main" });
		await expect(navigation).toBeHidden();

		await menu.click();
		await expect(navigation.getByRole("link")).toHaveText(links);
		await page.keyboard.press("Escape");
		await expect(navigation).toBeHidden();
		await expect(menu).toBeFocused();

		await menu.click();
		await page.mouse.click(310, 600);
		await expect(navigation).toBeHidden();

		await menu.click();
		await navigation.getByRole("link", { name: "Connection" }).click();
		await expect(page.getByRole("heading", { level: 1, name: "Connection" })).toBeVisible();
		await expect(navigation).toBeHidden();
	});
});

test.describe("without scripts, 320 px wide", () => {
	test.use({ viewport: { width: 320, height: 700 }, javaScriptEnabled: false, reuseSessions: false });

	test("menu and account open, link to pages and sign out", async ({ page, signIn }) => {
		await signIn(page, "viewer");
		await page.goto("/");
		await page.getByRole("button", { name: "Menu" }).click();
		await page.getByRole("navigation").getByRole("link", { name: "Templates", exact: true }).click();
		await expect(page.getByRole("heading", { level: 1, name: "Templates" })).toBeVisible();
		await page.setViewportSize({ width: 1280, height: 700 });
		await expect(page.getByRole("navigation").getByRole("link")).toHaveText(links);
		await page.getByText("Help", { exact: true }).click();
		await page.getByRole("link", { name: "Keyboard help" }).click();
		await expect(page.getByRole("heading", { level: 2, name: "Keys", exact: true })).toBeInViewport();
		await page.getByText("Account", { exact: true }).click();
		await page.getByRole("link", { name: "Your sessions" }).click();
		await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your sessions");
		await page.setViewportSize({ width: 320, height: 700 });
		await page.getByText("Account", { exact: true }).click();
		await page.getByRole("button", { name: "Sign out", exact: true }).click();
		await expect(page).toHaveURL(/\/sign-in$/);
	});
});

test("the account menu opened before hydration stays open after it", async ({ page, signIn }) => {
	await signIn(page, "viewer");
	const { release } = await holdBack(page, ({ pathname }) => pathname.endsWith(".js"));
	await page.goto("/", { waitUntil: "commit" });
	await page.getByText("Account", { exact: true }).click();
	release();
	await expect(async () => {
		await page.keyboard.press("ControlOrMeta+k");
		await expect(page.getByRole("dialog")).toBeVisible({ timeout: 200 });
	}, "the page is hydrated").toPass();
	await expect(page.getByRole("link", { name: "Your sessions" })).toBeVisible();
});

test("the account menu closes by Escape, by a press beside it and by navigation; a page is printed without navigation and account", async ({
	page,
	signIn,
}) => {
	await signIn(page, "editor");
	await page.goto("/", { waitUntil: "networkidle" });
	await page.getByRole("link", { name: "Outbox" }).click();
	await expect(page.getByRole("heading", { level: 1, name: "Outbox" })).toBeVisible();
	await expect(page.frameLocator("iframe").getByRole("main"), "opens to editors").toContainText(
		/No messages yet|To users/,
	);
	await page.goto("/", { waitUntil: "networkidle" });
	const account = page.getByText("Account", { exact: true });
	const sessions = page.getByRole("link", { name: "Your sessions" });
	await account.click();
	await page.keyboard.press("Escape");
	await expect(sessions).toBeHidden();
	await expect(account).toBeFocused();
	await account.click();
	await page.getByRole("heading", { level: 1 }).click();
	await expect(sessions).toBeHidden();
	await account.click();
	await sessions.click();
	await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your sessions");
	await expect(sessions).toBeHidden();

	await page.goto("/templates");
	await expect(page.getByRole("link", { name: "New template" })).toBeVisible();
	await page.emulateMedia({ media: "print" });
	await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
	await expect(page.getByRole("navigation", { name: "Main" })).toBeHidden();
	await expect(account).toBeHidden();
	await expect(page.getByRole("link", { name: "New template" })).toBeHidden();
});

test("the theme changes in place: nothing is loaded, nothing typed is lost, and the next page has it too", async ({
	page,
	signIn,
}) => {
	await signIn(page, "editor");
	await page.goto("/templates/new", { waitUntil: "networkidle" });
	const name = page.getByRole("textbox", { name: "Name", exact: true });
	await name.fill("Typed before");
	let pages = 0;
	page.on("request", (request) => {
		if (request.isNavigationRequest()) pages += 1;
	});
	const canvas = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
	const light = await canvas();
	await page.getByText("Account", { exact: true }).click();
	const dark = page.getByRole("button", { name: "Dark", exact: true });
	const stored = page.waitForResponse("/theme");
	await dark.click();
	await expect(dark).toHaveAttribute("aria-pressed", "true");
	await expect(page.getByRole("button", { name: "System", exact: true })).toHaveAttribute("aria-pressed", "false");
	expect(await canvas()).not.toBe(light);
	await expect(name).toHaveValue("Typed before");
	const unticked = page.getByRole("checkbox", { name: "Photo", exact: true });
	await expect(unticked, "a clear ground").toHaveCSS("background-color", "rgba(0, 0, 0, 0)");
	const ink = await page.evaluate(() => getComputedStyle(document.body).color);
	await expect(unticked, "a light edge").toHaveCSS("border", `1px solid ${ink}`);
	await expect(unticked).toHaveCSS("appearance", "none");
	expect((await stored).status()).toBe(303);
	expect(pages).toBe(0);
	const other = await page.context().newPage();
	await other.goto("/connection");
	await expect(other.locator("html")).toHaveAttribute("data-theme", "dark");
});

test("with forced colours the current page, the active option and a pressed toggle look unlike those beside them", async ({
	page,
	signIn,
}) => {
	await page.emulateMedia({ forcedColors: "active" });
	await signIn(page, "viewer");
	await page.goto("/templates", { waitUntil: "networkidle" });
	const look = (which: Locator) =>
		which.evaluate((element) => {
			const { backgroundColor, color, borderColor, outline } = getComputedStyle(element);
			return { backgroundColor, color, borderColor, outline };
		});
	const expectDistinct = async (chosen: Locator, neighbour: Locator) => {
		const [one, other] = [await look(chosen), await look(neighbour)];
		expect(one.backgroundColor).not.toBe(other.backgroundColor);
		expect(one.color).not.toBe(other.color);
		expect(one.color).not.toBe(one.backgroundColor);
	};
	const link = (name: string) => page.getByRole("navigation").getByRole("link", { name, exact: true });
	await expectDistinct(link("Templates"), link("Activity"));
	await page.getByText("Account", { exact: true }).click();
	const theme = (name: string) => page.getByRole("button", { name, exact: true });
	await expectDistinct(theme("System"), theme("Dark"));
	await page.keyboard.press("Escape");
	await page.keyboard.press("ControlOrMeta+k");
	const active = page.getByRole("option", { selected: true });
	await expect(active).toHaveCount(1);
	await expectDistinct(active, page.getByRole("option", { selected: false }).last());
});

test("the ? key lists the keys outside of fields, as the help menu does, until it is switched off; a list that fails to load is reported; the menu links to the page's guide", async ({
	page,
	signIn,
	allowBrowserError,
}) => {
	allowBrowserError(/ERR_FAILED/);
	await signIn(page, "viewer");
	await page.goto("/templates", { waitUntil: "networkidle" });
	const keys = page.getByRole("dialog", { name: "Keyboard", exact: true });
	const menu = page.getByText("Help", { exact: true });
	await expect(page.locator("dialog"), "the page contains no closed dialog").toHaveCount(0);
	await page.getByRole("searchbox").press("?");
	await expect(page.getByRole("searchbox")).toHaveValue("?");
	await expect(keys).toBeHidden();
	await page.getByRole("heading", { level: 1 }).focus();
	await page.route("**/_next/static/**", (route) => route.abort());
	await page.keyboard.press("?");
	await expect(keys.getByRole("status")).toHaveText("Keyboard shortcuts could not be loaded.");
	const height = (await keys.boundingBox())?.height;
	await page.unroute("**/_next/static/**");
	await keys.getByRole("button", { name: "Try again" }).click();
	await expect(keys).toContainText("Save the open form");
	await expect(keys.getByRole("button", { name: "Close" })).toBeFocused();
	expect((await keys.boundingBox())?.height, "it has the size of the loaded list").toBe(height);
	await expectAccessible(page, { within: "dialog[open]" });
	await page.keyboard.press("Escape");
	await expect(page.getByRole("heading", { level: 1 })).toBeFocused();

	await menu.click();
	await page.getByRole("link", { name: "Keyboard help" }).click();
	await keys.getByRole("checkbox", { name: "Open this by the ? key" }).uncheck();
	await page.keyboard.press("Escape");
	await expect(keys).toBeHidden();
	await expect(page.getByRole("link", { name: "Keyboard help" })).toBeFocused();
	await page.keyboard.press("Escape");
	await expect(page.getByRole("link", { name: "All guides" })).toBeHidden();
	await page.reload({ waitUntil: "networkidle" });
	await page.keyboard.press("?");
	await menu.click();
	await expect(keys).toBeHidden();
	const guide = page.getByRole("link", { name: "About templates" });
	await page.setViewportSize({ width: 320, height: 800 });
	await expect(guide).toBeInViewport({ ratio: 1 });
	await guide.click();
	await expect(page).toHaveURL(/\/guides\/application-developer#templates$/);
	await expect(page.getByRole("heading", { level: 2, name: "Templates", exact: true })).toBeInViewport();
});

test.describe("for a reader in Kolkata", () => {
	test.use({ timezoneId: "Asia/Kolkata", reuseSessions: false });

	test("times are local, with UTC beside them", async ({ page, signIn }) => {
		// The first page stores the zone in a cookie, for example the sign-in page.
		await page.goto("/sign-in");
		await expect.poll(() => page.evaluate(() => document.cookie)).toContain("time-zone=");
		await signIn(page, "viewer");
		await page.goto("/your-sessions");
		const time = page.getByRole("main").getByRole("time").first();
		const utc = new Date((await time.getAttribute("datetime")) ?? "").toISOString();
		const local = new Date(Date.parse(utc) + 5.5 * 3600 * 1000).toISOString();
		await expect(time).toContainText(`${local.slice(0, 16).replace("T", " ")}, `);
		await expect(time).toContainText(`${utc.slice(11, 16)} UTC`);
		await expect(time).toHaveAttribute("title", /, .*\d\d:\d\d UTC$/);
	});
});
