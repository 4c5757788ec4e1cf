import { holdBack } from "../page/hold-back";
import {
	changes,
	expect,
	nameBox,
	openTab,
	tabPanel,
	test,
	tick,
	tickedNames,
	uniqueName,
	watchPosts,
} from "../templates/templates-page";
import { box, downloaded, openTryIt, result, rowsOf, select, simulate, simulateButton, verdict } from "./try-it-page";

const LABELS = ["Photo", "Family name", "Date of birth", "Over 21", "Expires on", "City"];
const NAMES = ["age_over_21", "birth_date", "expiry_date", "family_name", "portrait", "resident_city"];

/** By title: what comes of it by the rules of ISO and by those of browsers. */
const LICENCES: Record<string, [string, string]> = {
	"Whole licence": ["Verified", "Verified"],
	"Mandatory elements only": ["Verified but incomplete", "Rejected"],
	"Under 21": ["Verified", "Verified"],
	"Expired licence": ["Rejected", "Rejected"],
	"Expired phone copy": ["Rejected", "Rejected"],
	"Issuer not on the list": ["Rejected", "Rejected"],
	"Altered element": ["Rejected", "Rejected"],
	"Wallet that sends more than asked": ["Verified", "Verified"],
	"Proof by another phone": ["Rejected", "Rejected"],
};

test("each sample licence comes to its verdict by both rules, before the template is saved", async ({
	page,
	signIn,
}) => {
	await signIn(page, "editor");
	await page.goto("/templates/new");
	for (const label of LABELS) await tick(page, label).check();
	await openTryIt(page);
	const posts = watchPosts(page);
	for (const [title, verdicts] of Object.entries(LICENCES)) {
		for (const [index, rules] of (["iso", "browser"] as const).entries()) {
			await simulate(page, title, rules);
			await expect(verdict(page), `${title} by ${rules}`).toHaveText(verdicts[index] ?? "");
			await expect(result(page)).toBeFocused();
		}
	}
	// Nothing but the simulations left the page, and the template is still to be created.
	for (const post of posts) expect(post).toContain("try simulate");
	await expect(page).toHaveURL(/\/templates\/new$/);
	expect(await tickedNames(page)).toEqual(NAMES);
});

test("the result shows what was asked and sent, the chain to its root, the validity and every check", async ({
	page,
	signIn,
}) => {
	await signIn(page, "viewer");
	await page.goto("/templates/new?preset=identity");
	await openTryIt(page);
	await simulate(page, "Wallet that sends more than asked");
	const shown = result(page);
	const rows = await rowsOf(page);
	const others = Object.entries(rows).filter(([, cells]) => cells[1] === "no");
	expect(others).toHaveLength(2);
	for (const [, cells] of others) expect(cells).toEqual(["not asked for, not shown", "no", "yes", "matches", "—"]);
	for (const [name, cells] of Object.entries(rows)) {
		if (cells[1] === "yes") expect(cells.slice(1), name).toEqual(["yes", "yes", "matches", "no"]);
	}
	const checks = shown.locator("details.check");
	const count = await checks.count();
	expect(count).toBeGreaterThanOrEqual(15);
	expect(count).toBeLessThanOrEqual(22);
	for (const check of await checks.all()) {
		if ((await check.getAttribute("open")) === null) await check.locator("summary").click();
		await expect(check.getByText(/^(What to do|Where it fails):/)).toBeVisible();
	}
	await expect(shown.getByText("Signer of the licence")).toBeVisible();
	await expect(shown.getByText("Sample trust list (made up)", { exact: true })).toBeVisible();
	await expect(shown.getByText("Valid until")).toBeVisible();
	await expect(shown.getByText("Revocation is not checked").first()).toBeVisible();
	await expect(shown.getByRole("img", { name: "Photo" })).toBeVisible();
	await shown.getByText("What your own code gets").first().click();
	await expect(shown.getByRole("region", { name: "What your own code gets" })).toContainText('"verified": true');
});

test("a tick that is taken away is gone from request, holder, simulation and result, and nothing else is", async ({
	page,
	signIn,
}) => {
	await signIn(page, "editor");
	await page.goto("/templates/new");
	for (const label of LABELS) await tick(page, label).check();
	await openTryIt(page);
	await simulate(page, "Whole licence");
	const before = await rowsOf(page);
	const request = (await downloaded(page, "Download request")).toString("latin1");
	const sent = (await downloaded(page, "Download response")).toString("latin1");
	expect(Object.keys(before).sort()).toEqual(NAMES);

	await tick(page, "City").uncheck();
	await expect(page.getByText("What is ticked has changed since.")).toBeVisible();
	await expect(tabPanel(page, "Holder")).not.toContainText("City");
	await expect(tabPanel(page, "Request")).not.toContainText("resident_city");
	await simulate(page, "Whole licence");
	await expect(page.getByText("What is ticked has changed since.")).toHaveCount(0);
	const { resident_city: _, ...others } = before;
	expect(await rowsOf(page)).toEqual(others);
	await expect(result(page)).not.toContainText("City");
	const requestAfter = (await downloaded(page, "Download request")).toString("latin1");
	const sentAfter = (await downloaded(page, "Download response")).toString("latin1");
	for (const name of NAMES) {
		expect([request.includes(name), sent.includes(name)]).toEqual([true, true]);
		const isThere = name !== "resident_city";
		expect([name, requestAfter.includes(name), sentAfter.includes(name)]).toEqual([name, isThere, isThere]);
	}
});

test("a stored template is tried as it stands in the form, and saved as if nothing had been tried", async ({
	page,
	signIn,
	management,
}) => {
	const { id } = await management.createTemplate(uniqueName("Tried"), { portrait: true, nationality: false });
	await signIn(page, "editor");
	await page.goto(`/templates/${id}#try-it`);
	await expect(simulateButton(page)).toBeVisible();
	await simulate(page, "Whole licence");
	// What is listed as false is not asked for.
	expect(Object.keys(await rowsOf(page))).toEqual(["portrait"]);
	await tick(page, "City").check();
	await simulate(page, "Whole licence");
	expect(Object.keys(await rowsOf(page)).sort()).toEqual(["portrait", "resident_city"]);
	await box(page, "Response").fill("a0");
	await expect(changes(page)).toContainText("Adds City");
	await page.getByRole("button", { name: "Save changes" }).click();
	await expect(page.getByRole("status").filter({ hasText: "Saved." })).toBeVisible();
	expect((await management.getTemplate(id)).presentation).toEqual({
		"org.iso.18013.5.1.mDL": { "org.iso.18013.5.1": { portrait: true, nationality: false, resident_city: true } },
	});
});

test("with nothing ticked nothing is run, and that is said", async ({ page, signIn }) => {
	await signIn(page, "editor");
	await page.goto("/templates/new");
	await openTryIt(page);
	await simulateButton(page).click();
	await expect(result(page).getByRole("alert")).toContainText("Nothing was simulated");
	await expect(result(page)).toContainText("Nothing is ticked");
	await expect(result(page)).toBeFocused();
});

test("an issuer that is on no list is believed once its root is the custom certificate authority", async ({
	page,
	signIn,
}) => {
	await signIn(page, "editor");
	await page.goto("/templates/new?preset=identity");
	await openTryIt(page);
	await simulate(page, "Whole licence");
	const root = (await downloaded(page, "Download root")).toString();
	expect(root).toMatch(/^-----BEGIN CERTIFICATE-----/);
	await page.getByRole("textbox", { name: "Custom certificate authority" }).fill(root);
	await simulate(page, "Whole licence");
	await expect(verdict(page)).toHaveText("Verified");
	await simulate(page, "Issuer not on the list");
	await expect(verdict(page)).toHaveText("Rejected");
});

test("a button that is pressed before the scripts run is answered by the page, with all that was typed", async ({
	page,
	signIn,
}) => {
	await signIn(page, "editor");
	const scripts = await holdBack(page, (url) => url.pathname.endsWith(".js"));
	await page.goto("/templates/new", { waitUntil: "commit" });
	const name = uniqueName("Early");
	await nameBox(page).fill(name);
	await tick(page, "Photo").check();
	await page.getByRole("tab", { name: "Try it", exact: true }).click();
	await select(page, "Sample licence").selectOption("Altered element");
	await simulateButton(page).click();
	await expect(verdict(page)).toHaveText("Rejected");
	scripts.release();
	await expect(page.getByText("(as opened)")).toHaveCount(0);
	await expect(verdict(page)).toHaveText("Rejected");
	await expect(nameBox(page)).toHaveValue(name);
	expect(await tickedNames(page)).toEqual(["portrait"]);
	await expect(select(page, "Sample licence").locator("option:checked")).toHaveText("Altered element");
	// The one answer gives way to the next.
	await simulate(page, "Whole licence");
	await expect(verdict(page)).toHaveText("Verified");
});

test("what a simulation loads comes when its tab is shown, and what does not arrive is said and asked for again", async ({
	page,
	signIn,
	allowBrowserError,
}) => {
	allowBrowserError(/ERR_FAILED|Failed to load/);
	await signIn(page, "editor");
	await page.goto("/templates/new?preset=identity", { waitUntil: "networkidle" });
	let isBroken = true;
	await page.route(/\.js$/, (route) => (isBroken ? route.abort() : route.fallback()));
	await openTab(page, "Try it");
	await expect(page.getByText("“Try it” could not be loaded.")).toBeVisible();
	isBroken = false;
	await page.getByRole("button", { name: "Try again" }).click();
	await expect(page.getByText("“Try it” could not be loaded.")).toHaveCount(0);
	await simulate(page, "Whole licence");
	await expect(verdict(page)).toHaveText("Verified");
});

test("a console that gives no answer is said, and the button can be pressed again", async ({
	page,
	signIn,
	allowBrowserError,
}) => {
	allowBrowserError(/ERR_FAILED|Failed to load/);
	await signIn(page, "editor");
	await page.goto("/templates/new?preset=identity");
	await openTryIt(page);
	await page.route("**/templates/try-it", (route) => route.abort());
	await simulateButton(page).click();
	await expect(page.getByRole("alert").filter({ hasText: "No answer" })).toBeVisible();
	await page.unroute("**/templates/try-it");
	await simulate(page, "Whole licence");
	await expect(verdict(page)).toHaveText("Verified");
});
