import { holdBack } from "../page/hold-back";
import { layoutShiftDuring } from "../page/layout-shift";
import {
	createButton,
	expect,
	nameBox,
	openTab,
	tabPanel,
	templateId,
	test,
	tick,
	tickedNames,
	uniqueName,
	watchPosts,
} from "../templates/templates-page";
import {
	downloaded,
	openLinks,
	openTryIt,
	result,
	rowsOf,
	select,
	simulate,
	simulateButton,
	verdict,
} from "./try-it-page";

// The verdict of each licence by each rule is tested in lib/dashboard/presentation/simulate.test.ts.

const LABELS = ["Photo", "Family name", "Date of birth", "Over 21", "Expires on", "City"];
const NAMES = ["age_over_21", "birth_date", "expiry_date", "family_name", "portrait", "resident_city"];

/** By title: the verdict by the rules of ISO and by those of browsers. */
const LICENCES: Record<string, [string, string]> = {
	"Mandatory attributes only": ["Verified but incomplete", "Rejected"],
	...(process.env.LONG && {
		"Whole licence": ["Verified", "Verified"],
		"Under 21": ["Verified", "Verified"],
		"Expired licence": ["Rejected", "Rejected"],
		"Expired phone copy": ["Rejected", "Rejected"],
		"Issuer not on the list": ["Rejected", "Rejected"],
		"Altered attribute": ["Rejected", "Rejected"],
		"Wallet that sends more than asked": ["Verified", "Verified"],
		"Proof by another phone": ["Rejected", "Rejected"],
	}),
};

test("what is ticked is simulated before the template is saved, and a removed tick is gone from all of it", async ({
	page,
	signIn,
	management,
}) => {
	await signIn(page, "editor");
	await page.goto("/templates/new");
	await openTryIt(page);
	const posts = watchPosts(page);

	await test.step("with nothing ticked nothing is run, and that is reported", async () => {
		const shift = await layoutShiftDuring(page, async () => {
			await simulateButton(page).click();
			await result(page).waitFor();
		});
		expect(shift).toBe(0);
		await expect(result(page).getByRole("alert")).toContainText("Tick an attribute first");
		await expect(result(page)).toContainText("Nothing is ticked");
		await expect(result(page)).toBeFocused();
	});

	await test.step("the chosen licence gets its verdict by the chosen rules", async () => {
		for (const label of LABELS) await tick(page, label).check();
		for (const [title, verdicts] of Object.entries(LICENCES)) {
			for (const [index, rules] of (["iso", "browser"] as const).entries()) {
				expect(await layoutShiftDuring(page, () => simulate(page, title, rules)), title).toBe(0);
				await expect(verdict(page), `${title} by ${rules}`).toHaveText(verdicts[index] ?? "");
				await expect(verdict(page)).toBeInViewport({ ratio: 1 });
				await expect(result(page)).toBeFocused();
			}
		}
	});

	await test.step("a removed tick is gone from request, holder, simulation and result, and nothing else is", async () => {
		await simulate(page, "Whole licence");
		const before = await rowsOf(page);
		const files = async () =>
			Promise.all(
				["Download request", "Download response"].map(async (name) =>
					(await downloaded(page, name)).toString("latin1"),
				),
			);
		const [request = "", sent = ""] = await files();
		expect(Object.keys(before).sort()).toEqual(NAMES);
		await result(page).getByText("Every attribute: asked, sent, digest").click();
		const cells = result(page).getByRole("row").first().getByRole("cell");
		await expect(cells.nth(1), "its column is in the cell's name").toHaveAccessibleName("Asked yes");
		await tick(page, "City").uncheck();
		await expect(page.getByText("What is ticked has changed since.")).toBeVisible();
		await expect(tabPanel(page, "Holder")).not.toContainText("City");
		await expect(tabPanel(page, "Request")).not.toContainText("resident_city");
		await simulate(page, "Whole licence");
		await expect(page.getByText("What is ticked has changed since.")).toHaveCount(0);
		const { resident_city: _, ...others } = before;
		expect(await rowsOf(page)).toEqual(others);
		await expect(result(page)).not.toContainText("City");
		const [requestAfter = "", sentAfter = ""] = await files();
		for (const name of NAMES) {
			expect([request.includes(name), sent.includes(name)]).toEqual([true, true]);
			const isThere = name !== "resident_city";
			expect([name, requestAfter.includes(name), sentAfter.includes(name)]).toEqual([name, isThere, isThere]);
		}
	});

	await test.step("the photo is shown after a press", async () => {
		const photo = result(page).getByRole("img", { name: "Photo" });
		await expect(photo).toBeHidden();
		await result(page).getByText("Show the photo").click();
		await expect(photo).toBeVisible();
	});

	await test.step("the likeness of the phone shares with the chosen licence and declines; its result is that of the tab", async () => {
		await select(page, "Sample licence").selectOption("Proof by another phone");
		await openTab(page, "Holder");
		const phone = page.getByRole("figure", { name: "Likeness of the wallet's sheet" });
		const shift = await layoutShiftDuring(page, async () => {
			await phone.getByRole("button", { name: "Share" }).click();
			await expect(phone).toContainText("Broken at Phone.");
		});
		expect(shift).toBe(0);
		await expect(phone).toContainText("get nothing. From the sample licence “Proof by another phone” the wallet sent:");
		await expect(phone).toContainText("Papadaki");
		await expect(phone.locator("[tabindex='-1']")).toBeFocused();
		await phone.getByRole("button", { name: "Back" }).click();
		await expect(phone.getByRole("button", { name: "Share" })).toBeFocused();
		await phone.getByRole("button", { name: "Decline" }).click();
		await expect(phone).toContainText("Your application gets no attribute.");
		await phone.getByRole("button", { name: "Back" }).click();
		await expect(phone.getByRole("button", { name: "Decline" })).toBeFocused();
		await phone.getByRole("button", { name: "Share" }).click();
		await phone.getByRole("button", { name: "See the whole result" }).click();
		await expect(result(page)).toBeFocused();
		await expect(verdict(page)).toHaveText("Rejected");
		await expect(result(page)).toContainText("rejected: don't use");
		expect(await openLinks(page)).toEqual([expect.stringMatching(/^Phone Failed/)]);
	});

	// Only the simulations were sent, and the template is not created yet.
	for (const post of posts) expect(post).toContain("try simulate");
	await expect(page).toHaveURL(/\/templates\/new$/);

	await test.step("an issuer that is on no list is trusted once its root is the custom certificate authority", async () => {
		await simulate(page, "Issuer not on the list");
		await expect(verdict(page)).toHaveText("Rejected");
		const root = (await downloaded(page, "Download root")).toString();
		expect(root).toMatch(/^-----BEGIN CERTIFICATE-----/);
		await page.getByRole("textbox", { name: "Custom certificate authority" }).fill(root);
		await simulate(page, "Issuer not on the list");
		await expect(verdict(page)).toHaveText("Verified");
		await page.getByRole("textbox", { name: "Custom certificate authority" }).fill("");
	});

	// The template is created without the fields of the simulation.
	await nameBox(page).fill(uniqueName("Tried"));
	await createButton(page).click();
	await expect(page).toHaveURL(/\/templates\/vct_/);
	const names = NAMES.filter((name) => name !== "resident_city");
	expect((await management.getTemplate(templateId(page))).presentation).toEqual({
		"org.iso.18013.5.1.mDL": { "org.iso.18013.5.1": Object.fromEntries(names.map((name) => [name, true])) },
	});
});

test("a button that is pressed before hydration is handled by the server, and the page keeps all that was typed", async ({
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
	await select(page, "Sample licence").selectOption("Altered attribute");
	await simulateButton(page).click();
	await expect(verdict(page)).toHaveText("Rejected");
	scripts.release();
	await expect(page.locator("form[data-early-guard]")).toHaveCount(0);
	await expect(verdict(page)).toHaveText("Rejected");
	await expect(nameBox(page)).toHaveValue(name);
	expect(await tickedNames(page)).toEqual(["portrait"]);
	await expect(select(page, "Sample licence").locator("option:checked")).toHaveText("Altered attribute");
	// The next result replaces this one.
	await simulate(page, "Whole licence");
	await expect(verdict(page)).toHaveText("Verified");
});

test("a simulation's scripts are loaded with its tab; a script or a response that fails is reported, and requested again", async ({
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

	await page.route("**/templates/try-it", (route) => route.abort());
	await simulateButton(page).click();
	await expect(page.getByRole("alert").filter({ hasText: "No response" })).toBeVisible();
	await page.unroute("**/templates/try-it");
	await simulate(page, "Whole licence");
	await expect(verdict(page)).toHaveText("Verified");
});
