import { expectAccessible } from "../page/axe";
import {
	changes,
	createButton,
	createMany,
	expect,
	openPanel,
	openTab,
	test,
	tick,
	uniqueName,
} from "./templates-page";

test("a new template with errors, everything opened and a preset to confirm", async ({ page, signIn }) => {
	await signIn(page, "editor");
	await page.goto("/templates/new");
	await createButton(page).click();
	const errors = page.getByRole("alert").filter({ hasText: "This can't be sent yet" });
	await expect(errors).toBeVisible();
	const links = await errors
		.or(page.getByRole("navigation", { name: "Groups of attributes" }))
		.getByRole("link")
		.all();
	expect(links.length).toBeGreaterThan(7);
	for (const link of links) {
		// By its own size, independent of the line height of this machine's font.
		const { width = 0, height = 0 } = (await link.boundingBox()) ?? {};
		expect(Math.min(width, height), `${await link.textContent()} is a target of 24 px`).toBeGreaterThanOrEqual(24);
	}
	await tick(page, "Photo").check();
	await tick(page, "Date of birth").check();
	await page.getByRole("textbox", { name: "Custom certificate authority" }).fill("not a certificate");
	await expect(page.getByText("This is not a certificate in PEM")).toBeVisible();
	await page.getByRole("button", { name: "Over 18", exact: true }).click();
	await expect(page.getByRole("button", { name: "Use this preset" })).toBeVisible();
	for (const title of ["More attributes", "Purpose", "Import a template"]) await openPanel(page, title);
	await page.getByRole("textbox", { name: "Further attributes" }).fill(`odd ${"x".repeat(300)} age_over_30`);
	await expect(page.getByText("Not a known mDL attribute.").first()).toBeVisible();
	await expectAccessible(page);
	// The page around the tabs is the same for all of them.
	for (const title of ["Advice", "Request"]) {
		await openTab(page, title);
		if (title === "Request")
			for (const query of ["cURL", "DCQL query", "ISO 18013-5 items"]) await openPanel(page, query);
		await expectAccessible(page, { within: process.env.LONG ? "html" : ".tabs" });
	}
});

test("a stored template with a long name, a listed false and unsaved edits", async ({ page, signIn, management }) => {
	const name = uniqueName("Long") + "m".repeat(200);
	const stored = { portrait: true, nationality: false, [`odd_${"y".repeat(120)}`]: true };
	const { id } = await management.createTemplate(name, stored);
	await signIn(page, "editor");
	await page.goto(`/templates/${id}`);
	await tick(page, "City").check();
	await expect(changes(page)).toContainText("Adds City");
	await changes(page).locator("summary").click();
	await openPanel(page, "More");
	await expectAccessible(page, { isSample: true });
	await page.keyboard.press("Escape");
	await page.getByRole("button", { name: "Delete template" }).click();
	await expect(page.getByRole("dialog")).toBeVisible();
	await expectAccessible(page, { within: process.env.LONG ? "html" : "dialog[open]" });
});

test("the list, a running search of all, one that has failed without result, and a comparison", async ({
	page,
	signIn,
	management,
	allowBrowserError,
}) => {
	allowBrowserError(/ERR_FAILED/);
	await createMany(management, uniqueName("Axe"), 51);
	const { id } = await management.createTemplate(uniqueName("Axe") + "w".repeat(180), { portrait: true });
	const other = await management.createTemplate(uniqueName("Axe"), { birth_date: true, portrait: false });
	await signIn(page, "editor");
	await page.goto("/templates?sort=name");
	let isLost = () => {};
	const lost = new Promise<void>((resolve) => {
		isLost = resolve;
	});
	await page.route(
		(url) => url.pathname === "/templates/rows",
		async (route) => {
			await lost;
			await route.abort();
		},
	);
	await page.getByRole("button", { name: "Search all" }).click();
	await expect(page.getByText(/^Loading all: \d+ templates so far…$/)).toBeVisible();
	await expectAccessible(page);
	await page.getByRole("searchbox").fill("no such template anywhere");
	isLost();
	await expect(page.getByRole("button", { name: "Resume" })).toBeVisible();
	await expect(page.getByText(/^None found among/)).toBeVisible();
	await expectAccessible(page);
	await page.goto(`/templates/compare?a=${id}&b=${other.id}`);
	await expect(page.getByRole("table")).toBeVisible();
	await expectAccessible(page);
	// A viewer's page: as an editor's, without controls.
	if (!process.env.LONG) return;
	await signIn(page, "viewer");
	await page.goto(`/templates/${id}`);
	await expectAccessible(page);
});
