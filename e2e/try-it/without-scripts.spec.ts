import type { Locator } from "@playwright/test";
import { expect, nameBox, test, tick, tickedNames, uniqueName } from "../templates/templates-page";
import { box, checkButton, result, rowsOf, select, simulateButton, verdict } from "./try-it-page";

test.use({ javaScriptEnabled: false });

/** Presses a button and waits for the page that answers: the one before may show the same verdict. */
async function submit(button: Locator) {
	const answered = button.page().waitForEvent("domcontentloaded");
	await button.click();
	await answered;
}

test("a simulation is answered by the page, which keeps what was typed and ticked of a new template", async ({
	page,
	signIn,
	management,
}) => {
	await signIn(page, "editor");
	await page.goto("/templates/new");
	const name = uniqueName("Tried");
	await nameBox(page).fill(name);
	for (const label of ["Photo", "Over 21"]) await tick(page, label).check();
	for (const [licence, rules, expected] of [
		["Whole licence", "iso", "Verified"],
		["Mandatory elements only", "iso", "Verified but incomplete"],
		["Mandatory elements only", "browser", "Rejected"],
		["Altered element", "browser", "Rejected"],
	] as const) {
		await select(page, "Sample licence").selectOption(licence);
		await select(page, "Rules").selectOption(rules);
		await page.getByRole("checkbox", { name: /answers will be stored/ }).check();
		await submit(simulateButton(page));
		await expect(verdict(page)).toHaveText(expected);
		expect(Object.keys(await rowsOf(page)).sort()).toEqual(["age_over_21", "portrait"]);
		await expect(nameBox(page)).toHaveValue(name);
		expect(await tickedNames(page)).toEqual(["age_over_21", "portrait"]);
		await expect(select(page, "Sample licence").locator("option:checked")).toHaveText(licence);
		await expect(page.getByRole("checkbox", { name: /answers will be stored/ })).toBeChecked();
	}
	// Not in the state that scripts would keep, nor stored: the form creates what it shows.
	await page.getByRole("button", { name: "Create template" }).click();
	await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
	const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
	expect((await management.getTemplate(id)).presentation).toEqual({
		"org.iso.18013.5.1.mDL": { "org.iso.18013.5.1": { age_over_21: true, portrait: true } },
	});
	await expect(result(page)).toHaveCount(0);
});

for (const who of ["viewer", "editor"] as const) {
	test(`a stored template is tried by the ${who}, and what is there is not touched`, async ({
		page,
		signIn,
		management,
	}) => {
		const stored = { portrait: true, birth_date: true, nationality: false };
		const { id } = await management.createTemplate(uniqueName("Stored"), stored);
		await signIn(page, who);
		await page.goto(`/templates/${id}`);
		await select(page, "Sample licence").selectOption("Proof by another phone");
		await submit(simulateButton(page));
		await expect(verdict(page)).toHaveText("Rejected");
		expect(Object.keys(await rowsOf(page)).sort()).toEqual(["birth_date", "portrait"]);
		expect(await tickedNames(page)).toEqual(["birth_date", "portrait"]);
		await expect(page).toHaveURL(new RegExp(`/templates/${id}#try-it$`));
		expect((await management.getTemplate(id)).presentation).toEqual({
			"org.iso.18013.5.1.mDL": { "org.iso.18013.5.1": stored },
		});
	});
}

test("a viewer tries the preset of a new template", async ({ page, signIn }) => {
	await signIn(page, "viewer");
	await page.goto("/templates/new?preset=identity");
	const ticked = await tickedNames(page);
	await submit(simulateButton(page));
	await expect(verdict(page)).toHaveText("Verified");
	expect(Object.keys(await rowsOf(page)).sort()).toEqual(ticked);
});

test("a fault is said at its field; what was typed, ticked and chosen stays", async ({ page, signIn }) => {
	await signIn(page, "editor");
	await page.goto("/templates/new");
	await tick(page, "Photo").check();
	await box(page, "Response").fill("a1 61 61");
	await select(page, "Session").selectOption("iso");
	await box(page, "Origin").fill("https://shop.example");
	await box(page, "Encryption info").fill("gmVk");
	await submit(checkButton(page));
	await expect(box(page, "Response")).toHaveAccessibleDescription(/at byte 3/);
	await expect(box(page, "Response")).toHaveValue("a1 61 61");
	await expect(box(page, "Encryption info")).toHaveValue("gmVk");
	expect(await tickedNames(page)).toEqual(["portrait"]);

	await box(page, "Response").fill("00".repeat(204_801));
	await submit(checkButton(page));
	await expect(box(page, "Response")).toHaveAccessibleDescription(/204,801 bytes decoded; at most 204,800 \(200 KB\)/);
	await page.getByText("Date and extra root").click();
	await box(page, "Extra root").fill("-----BEGIN PRIVATE KEY-----\nMIIBsecret\n-----END PRIVATE KEY-----");
	await submit(checkButton(page));
	await expect(box(page, "Extra root")).toHaveAccessibleDescription(/private key/);
	expect(await page.content()).not.toContain("MIIBsecret");
});
