import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { lacks, pathWith, programPath } from "@/lib/testing/programs.mjs";
import { elementsOf } from "../http/management";
import {
	createButton,
	expect,
	nameBox,
	openPanel,
	openTab,
	saveButton,
	tabPanel,
	templateId,
	test,
	tick,
	tickedNames,
	uniqueName,
} from "./templates-page";

test("a preset ticks boxes in place, and its template is the one ticked by hand", async ({
	page,
	signIn,
	management,
}) => {
	await signIn(page, "editor");
	await page.goto("/templates/new");
	await page.getByRole("link", { name: "Over 21 with photo" }).click();
	await expect(page.getByText("Based on preset “Over 21 with photo”.")).toBeVisible();
	await expect(page).toHaveURL(/\/templates\/new$/);
	await nameBox(page).fill(uniqueName("Preset"));
	await createButton(page).click();
	await expect(page).toHaveURL(/\/templates\/vct_/);
	expect(elementsOf(await management.getTemplate(templateId(page)))).toEqual({ portrait: true, age_over_21: true });
});

test("choosing a preset over a selection of one's own shows what changes, and asks", async ({ page, signIn }) => {
	await signIn(page, "editor");
	await page.goto("/templates/new");
	await page.getByRole("link", { name: "Name check" }).click();
	await expect(page.getByText("Based on preset “Name check”.")).toBeVisible();
	await tick(page, "Photo").check();
	await expect(page.getByText("Based on preset “Name check”, changed.")).toBeVisible();
	await page.getByRole("link", { name: "Lives in a state" }).click();
	await expect(page.getByText("Adds State / province and Country of residence")).toBeVisible();
	await expect(page.getByText("Removes Family name, Given names, and Photo")).toBeVisible();
	expect(await tickedNames(page)).toEqual(["family_name", "given_name", "portrait"]);
	await page.getByRole("button", { name: "Keep my selection" }).click();
	await expect(page.getByText("Based on preset “Name check”, changed.")).toBeVisible();
	await page.getByRole("link", { name: "Lives in a state" }).click();
	await page.getByRole("button", { name: "Use this preset" }).click();
	await expect(page.getByText("Based on preset “Lives in a state”.")).toBeVisible();
	expect(await tickedNames(page)).toEqual(["resident_country", "resident_state"]);
});

test("a deep link starts from its preset", async ({ page, signIn }) => {
	await signIn(page, "editor");
	await page.goto("/templates/new?preset=identity");
	await expect(page.getByText("Based on preset “Identity check”.")).toBeVisible();
	await expect(page.getByText("7 of 21 requested")).toBeVisible();
	await page.goto("/templates/new?preset=nothing");
	await expect(page.getByText("0 of 21 requested")).toBeVisible();
});

test("on a template's page a preset keeps what nobody knows, and is saved like any edit", async ({
	page,
	signIn,
	management,
}) => {
	const stored = { portrait: true, odd_element: true };
	const { id } = await management.createTemplate(uniqueName("Odd"), stored);
	await signIn(page, "editor");
	await page.goto(`/templates/${id}`);
	await page.getByRole("link", { name: "Over 18", exact: true }).click();
	await page.getByRole("button", { name: "Use this preset" }).click();
	await expect(page.getByText("Saving adds 1, removes 1:")).toBeVisible();
	await saveButton(page).click();
	await expect(page.getByText("Saved.")).toBeVisible();
	expect(elementsOf(await management.getTemplate(id))).toEqual({ odd_element: true, age_over_18: true });
});

test("the preview tells in words what the holder is asked, with the photo rule and two counts", async ({
	page,
	signIn,
}) => {
	await signIn(page, "editor");
	await page.goto("/templates/new");
	const preview = await openTab(page, "Holder");
	await expect(preview).toContainText("there is nothing to ask the holder for");
	await tick(page, "Photo").check();
	await expect(preview).toContainText("1 sensitive, 0 may be missing on some licences");
	await expect(preview).not.toContainText("held back");
	await tick(page, "City").check();
	await expect(preview).toContainText("1 sensitive, 1 may be missing on some licences");
	await expect(preview).toContainText("The photo can't be held back");
	const city = preview.getByRole("listitem").filter({ hasText: "City" }).last();
	await expect(city).toContainText("may be missing on some licences");
	await expect(preview.getByRole("listitem").filter({ hasText: "Photo" }).last()).not.toContainText("may be missing");
	await expect(preview).toContainText("A likeness");
	await expect(preview.getByText("Share", { exact: true })).toBeVisible();
	await expect(preview.getByText("Decline", { exact: true })).toBeVisible();
	await expect(preview.getByRole("button")).toHaveCount(0);
});

test("advice gives a reason and a source, and one click carries it out", async ({ page, signIn }) => {
	await signIn(page, "editor");
	await page.goto("/templates/new");
	await tick(page, "Date of birth").check();
	const advice = await openTab(page, "Advice");
	await expect(advice).toContainText("The date of birth tells more than an age limit");
	await expect(advice.getByRole("link", { name: /OpenID4VP/ })).toHaveAttribute("href", /^https:/);
	await advice.getByRole("button", { name: "Ask for Over 18 instead" }).click();
	await expect(advice).toContainText("Nothing to advise against.");
	await expect(tick(page, "Over 18")).toBeChecked();
	expect(await tickedNames(page)).toEqual(["age_over_18"]);
});

test("advice on a stored template works from the first click", async ({ page, signIn, management }) => {
	const { id } = await management.createTemplate(uniqueName("Advice"), { portrait: true, nationality: false });
	await signIn(page, "editor");
	await page.goto(`/templates/${id}`);
	await (await openTab(page, "Advice")).getByRole("button", { name: "Take it off the list" }).click();
	await expect(page.getByText("Removes Nationality")).toBeVisible();
	await saveButton(page).click();
	await expect(page.getByText("Saved.")).toBeVisible();
	expect(elementsOf(await management.getTemplate(id))).toEqual({ portrait: true });
});

test("the request is shown as it will be sent, and pasted into a shell it creates the template", async ({
	page,
	signIn,
	management,
	managementToken,
}) => {
	const missing = lacks("sh", "bash", "curl");
	test.skip(missing !== "", missing);
	const name = `${uniqueName("Shell")} it's "$HOME" \`id\` \\' !x 😀`;
	const certificate = "-----BEGIN CERTIFICATE-----\nit's no\n$certificate\n-----END CERTIFICATE-----";
	await signIn(page, "editor");
	await page.goto("/templates/new?preset=name");
	await nameBox(page).fill(name);
	await page.getByRole("textbox", { name: "Custom certificate authority" }).fill(certificate);
	const request = await openTab(page, "Request");
	const body = JSON.parse((await (await openPanel(page, "JSON")).locator("pre").textContent()) ?? "");
	const command = (await (await openPanel(page, "cURL")).locator("pre").textContent()) ?? "";
	expect(command).toContain("$ACCESS_TOKEN");
	await expect(request.getByRole("button", { name: "Copy cURL command" })).toBeVisible();
	for (const shell of ["sh", "bash"]) {
		const environment = { env: { ...process.env, PATH: pathWith("curl"), ACCESS_TOKEN: managementToken } };
		const { stdout } = await promisify(execFile)(programPath(shell), ["-c", `${command} --silent`], environment);
		const created = JSON.parse(stdout);
		expect(created).toMatchObject(body);
		expect(await management.getTemplate(created.id)).toMatchObject({ name, custom_certificate_authority: certificate });
		// The same name is free again for the next shell.
		await management.call("DELETE", `/verifiable-credentials/verification/templates/${created.id}`);
	}
});

test("the queries hold what is ticked, name the intent to retain, and are refused without anything", async ({
	page,
	signIn,
}) => {
	await signIn(page, "editor");
	await page.goto("/templates/new");
	await openTab(page, "Request");
	const dcql = await openPanel(page, "DCQL query");
	await expect(dcql).toContainText("Nothing is ticked.");
	await tick(page, "Family name").check();
	await openPanel(page, "DCQL query");
	await expect(dcql.locator("pre")).toContainText('"family_name"');
	await expect(dcql.locator("pre")).toContainText('"intent_to_retain": false');
	await page.getByRole("checkbox", { name: /will be stored/ }).check();
	await expect(dcql.locator("pre")).toContainText('"intent_to_retain": true');
	const items = await openPanel(page, "ISO 18013-5 items");
	await expect(items.locator("pre")).toContainText('"family_name": true');
});

test("typed element names are explained, and more than two age limits are warned about", async ({
	page,
	signIn,
	management,
}) => {
	await signIn(page, "editor");
	await page.goto("/templates/new");
	await openPanel(page, "More attributes");
	const further = page.getByRole("textbox", { name: "Further elements" });
	await further.fill("age_over_30, famly_name");
	await expect(page.getByText("Did you mean family_name?")).toBeVisible();
	await tick(page, "Over 18").check();
	await tick(page, "Over 65").check();
	await expect(page.getByText("3 age limits: together they narrow the age down.")).toBeVisible();
	await nameBox(page).fill(uniqueName("Typed"));
	await createButton(page).click();
	await expect(page).toHaveURL(/\/templates\/vct_/);
	expect(elementsOf(await management.getTemplate(templateId(page)))).toEqual({
		age_over_18: true,
		age_over_65: true,
		age_over_30: true,
		famly_name: true,
	});
});

test("the filter leaves only what matches, by label, ISO name or help", async ({ page, signIn }) => {
	await signIn(page, "editor");
	await page.goto("/templates/new");
	const filter = page.getByRole("searchbox", { name: "Filter attributes" });
	await filter.fill("postal");
	await expect(tick(page, "Postal code")).toBeVisible();
	await expect(tick(page, "Photo")).toBeHidden();
	await filter.fill("portrait");
	await expect(tick(page, "Photo")).toBeVisible();
	await filter.fill("");
	await expect(tick(page, "Family name")).toBeVisible();
});

test("a template is created with the keyboard alone", async ({ page, signIn, management }) => {
	await signIn(page, "editor");
	await page.goto("/templates");
	const press = async (key: string, until: () => Promise<boolean>) => {
		for (let count = 0; count < 120; count += 1) {
			if (await until()) return;
			await page.keyboard.press(key);
		}
		throw new Error(`${key} never led there`);
	};
	const isFocused = (name: string) => async () =>
		page.evaluate((text) => {
			const active = document.activeElement;
			const label = active instanceof HTMLInputElement ? active.labels?.[0] : active;
			return label?.textContent?.trim() === text;
		}, name);
	await press("Tab", isFocused("New template"));
	await page.keyboard.press("Enter");
	await expect(page.getByRole("heading", { level: 1, name: "New template" })).toBeVisible();
	const name = uniqueName("Keys");
	await press("Tab", isFocused("Name"));
	await page.keyboard.type(name);
	await press("Tab", isFocused("Given names"));
	await page.keyboard.press("Space");
	await press("Tab", isFocused("Create template"));
	await page.keyboard.press("Enter");
	await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
	expect(elementsOf(await management.getTemplate(templateId(page)))).toEqual({ given_name: true });
});

test.describe("without JavaScript", () => {
	test.use({ javaScriptEnabled: false });

	test("a preset is a link, and the panels show what is stored", async ({ page, signIn, management }) => {
		await signIn(page, "editor");
		await page.goto("/templates/new");
		await page.getByRole("link", { name: "Name check" }).click();
		await expect(page).toHaveURL(/\?preset=name$/);
		await expect(tick(page, "Given names")).toBeChecked();
		await expect(tabPanel(page, "Holder")).toContainText("0 sensitive, 0 may be missing");
		await nameBox(page).fill(uniqueName("Plain preset"));
		await createButton(page).click();
		await expect(page).toHaveURL(/\/templates\/vct_/);
		expect(elementsOf(await management.getTemplate(templateId(page)))).toEqual({ family_name: true, given_name: true });
		await expect(tabPanel(page, "Request")).toBeVisible();
		await expect((await openPanel(page, "cURL")).locator("pre")).toContainText("curl --request PATCH");
	});
});
