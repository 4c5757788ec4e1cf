import { expectAccessible } from "../page/axe";
import { changes, expect, nameBox, openPanel, saveButton, test, tick, uniqueName } from "./templates-page";

const elementsOf = (template: { presentation: object }) => Object.values(Object.values(template.presentation)[0])[0];

test("an earlier version is restored by the usual save, after a change made elsewhere, and the save can be undone", async ({
	page,
	signIn,
	management,
}) => {
	const [name, other] = [uniqueName("Front desk"), uniqueName("Reception")];
	const { id } = await management.createTemplate(name, { portrait: true });
	await signIn(page, "editor");
	await page.goto(`/templates/${id}`);
	await management.updateTemplate(id, { name: other });
	await page.reload();
	await openPanel(page, "More");
	await page.getByRole("link", { name: "History", exact: true }).click();
	const versions = page.getByRole("list", { name: "History" });
	await expect(versions).toContainText("Changed outside of this console");
	await expect(versions).toContainText(`Renames it to “${other}” (was “${name}”)`);
	await page.getByRole("link", { name: /^Version 1: 1 attribute, 1 sensitive/ }).click();
	await expect(page.getByRole("heading", { name: "Version 1 as the holder saw it" })).toBeVisible();
	await page.keyboard.press("ArrowRight");
	await expect(page.getByRole("heading", { name: "Version 2 as the holder sees it" })).toBeVisible();
	// Back leads to the template, not through the versions that were shown.
	await page.goBack();
	await expect(page).toHaveURL(`/templates/${id}`);
	await page.goForward();
	await page.getByRole("link", { name: "Compare with now: version 1" }).click();
	await expect(page.getByRole("table")).toContainText("Photo");
	await expectAccessible(page);
	await page.getByRole("link", { name: "Restore: version 1" }).click();
	await expect(page.getByText("Version 1 is filled in")).toBeVisible();
	await expect(nameBox(page)).toHaveValue(name);
	await expect(changes(page)).toContainText(`Renames it to “${name}”`);
	await expectAccessible(page);
	await tick(page, "City").check();
	await saveButton(page).click();
	await expect(page.getByText("Version 1 is filled in")).toBeHidden();
	await expect(page).toHaveURL(`/templates/${id}`);
	expect(await management.getTemplate(id)).toMatchObject({ name });
	await page.getByRole("button", { name: "Undo" }).click();
	await expect.poll(async () => (await management.getTemplate(id)).name).toBe(other);
	await expect(nameBox(page)).toHaveValue(other);
	// What the address has filled in ended with the save: by Forward as by a reload, with no draft that nobody wrote.
	await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
	await page.goBack();
	await page.goForward();
	await expect(nameBox(page)).toHaveValue(other);
	await page.reload();
	await expect(nameBox(page)).toHaveValue(other);
	await expect(page.getByRole("button", { name: "Restore draft" })).toHaveCount(0);
	await expect(page.getByText("Version 1 is filled in")).toHaveCount(0);
});

test("without scripts a version is restored exactly, with a stored false and a custom value", async ({
	visit,
	management,
}) => {
	const old = { portrait: true, nationality: false, odd: { a: 1 }, even: true };
	const { id } = await management.createTemplate(uniqueName("Odd"), old);
	const editor = await visit("editor");
	await editor.open(`/templates/${id}`);
	await management.updateElements(id, { resident_city: true, odd: { b: 2 }, nationality: true });
	const history = await editor.open(`/templates/${id}/history`);
	const restore = history.getByLabelText("Restore: version 1").getAttribute("href") ?? "";
	const form = await editor.open(restore);
	expect(form.getByText("Version 1 is filled in")).toBeTruthy();
	const saved = await editor.press(form, "Save changes");
	expect(saved.getByText("Saved.")).toBeTruthy();
	expect(`${saved.url.pathname}${saved.url.search}`).toBe(`/templates/${id}`);
	expect(saved.queryByText("Version 1 is filled in")).toBeNull();
	expect(elementsOf(await management.getTemplate(id))).toEqual(old);
});

test("a deleted template is restored without scripts, and its page and the list of deleted ones link to the new one", async ({
	visit,
	management,
}) => {
	const name = uniqueName("Deleted");
	const { id } = await management.createTemplate(name, { portrait: true }, "not a certificate");
	const editor = await visit("editor");
	await editor.open(`/templates/${id}`);
	await management.deleteTemplate(id);
	expect((await editor.open(`/templates/${id}`)).status).toBe(404);
	const deleted = await editor.open("/templates/deleted");
	const form = await editor.open(deleted.getByLabelText(`Restore: ${name}`).getAttribute("href") ?? "");
	const created = await editor.press(form, "Create template");
	const newId = created.url.pathname.split("/").at(-1) ?? "";
	expect(newId).not.toBe(id);
	expect(await management.getTemplate(newId)).toMatchObject({
		name,
		custom_certificate_authority: "not a certificate",
	});
	for (const [path, text] of [
		["/templates/deleted", "Restored: open"],
		[`/templates/${id}`, "Restored: open"],
	] as const) {
		const page = await editor.open(path);
		const links = page.getAllByText(text, { selector: "a" }).map((link) => link.getAttribute("href"));
		expect(links).toContain(`/templates/${newId}`);
	}
});
