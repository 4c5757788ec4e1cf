import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Page } from "@playwright/test";
import { elementsOf } from "../http/management";
import { expectAccessible } from "../page/axe";
import { expect, test, uniqueName } from "./templates-page";

test.describe.configure({ mode: "serial" });

const heading = (page: Page) => page.getByRole("heading", { level: 1, name: "Import a folder" });
const row = (page: Page, name: string) => page.getByRole("listitem").filter({ hasText: name });

const fileOf = (name: string, elements: object) => ({
	name,
	type: "mdl",
	dialect: "simplified/1.0",
	well_known_trusted_issuers: "aamva",
	presentation: { "org.iso.18013.5.1.mDL": { "org.iso.18013.5.1": elements } },
});

test("the archive of all templates brings back one that was deleted, after a preview that names it alone", async ({
	page,
	signIn,
	management,
}, testInfo) => {
	const name = uniqueName("Archived");
	const { id } = await management.createTemplate(name, { portrait: true, resident_city: false });
	await signIn(page, "editor");
	await page.goto("/templates");
	const started = page.waitForEvent("download");
	await page.getByRole("link", { name: "Download all" }).click();
	const archive = testInfo.outputPath("templates.zip");
	await (await started).saveAs(archive);
	await management.deleteTemplate(id);

	await page.getByRole("link", { name: "Import a folder" }).click();
	await expect(heading(page)).toBeVisible();
	await expectAccessible(page);
	const preview = page.getByRole("button", { name: "Preview changes" });
	const wrong = testInfo.outputPath("wrong.zip");
	await writeFile(wrong, "no archive");
	await page.getByLabel("Zip archive").setInputFiles(wrong);
	await page.getByLabel("Delete those without a file").check();
	await preview.press("Enter");
	await expect(page.getByText("Nothing was imported")).toBeVisible();
	await expect(preview).toBeFocused();
	await expect(page.getByLabel("Zip archive")).toHaveValue(/wrong\.zip$/);
	await expect(page.getByLabel("Delete those without a file")).toBeChecked();
	await page.getByLabel("Delete those without a file").uncheck();
	await page.getByLabel("Zip archive").setInputFiles(archive);
	await preview.click();
	await expect(row(page, name)).toContainText("It has been deleted from the tenant since the export.");
	await expectAccessible(page, { isSample: true });
	await page.getByRole("button", { name: "Apply 1 change" }).click();
	await expect(page.getByRole("status").filter({ hasText: "Finished: 1 applied" })).toBeVisible();
	await expect(row(page, name)).toContainText("Created");
	const made = (await management.listTemplates()).find((template) => template.name === name);
	expect(made && elementsOf(made)).toEqual({ portrait: true, resident_city: false });
});

test("a folder that is chosen is sent whole without scripts; an error is named by its file and line, and what has none is applied", async ({
	openContext,
	signIn,
	management,
}, testInfo) => {
	const folder = testInfo.outputPath("templates");
	await mkdir(folder);
	const name = uniqueName("From a folder");
	await writeFile(path.join(folder, "new.json"), JSON.stringify(fileOf(name, { portrait: true })));
	await writeFile(path.join(folder, "wrong.json"), '{\n  "name": "Wrong",\n  "colour": "red"\n}\n');
	await writeFile(path.join(folder, "README.md"), "These are templates.");
	const page = await (await openContext({ javaScriptEnabled: false })).newPage();
	await signIn(page, "editor");
	await page.goto("/templates/import");
	await page.getByRole("button", { name: "Preview changes" }).click();
	await expect(page.getByText("No archive and no folder was chosen.")).toBeVisible();
	await page.getByLabel("Or a folder").setInputFiles(folder);
	await page.getByRole("button", { name: "Preview changes" }).click();
	await expect(row(page, "wrong.json")).toContainText("Line 3");
	await expect(page.getByText("templates/README.md")).toBeVisible();
	await expect(page.getByText(/^1 file has an error: wrong\.json\. Mend it, then import again\./)).toBeVisible();
	await page.getByRole("button", { name: "Apply 1 change" }).click();
	await expect(page.getByText(/^Finished: 1 applied/)).toBeVisible();
	await expect(page.getByRole("list", { name: "Templates" }).getByRole("link", { name })).toHaveAttribute(
		"href",
		/vct_/,
	);
	expect((await management.listTemplates()).map((template) => template.name)).toContain(name);
});
