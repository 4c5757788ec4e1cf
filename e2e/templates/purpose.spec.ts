import type { VisitedPage } from "../http/visitor";
import { changes, expect, idIn, saveButton, tabPanel, test, uniqueName } from "./templates-page";

const valueIn = (page: VisitedPage, label: string) =>
	page.getByLabelText<HTMLInputElement>(label, { selector: "input" }).value;

test("without scripts a template is created with a purpose, found and filtered by it, compared, exported and duplicated", async ({
	visit,
	management,
}) => {
	const [name, purpose] = [uniqueName("Stated"), uniqueName("To sell beer to")];
	const editor = await visit("editor");
	const form = await editor.open("/templates/new?preset=over-18");
	expect(valueIn(form, "Purpose")).toBe("To check that you are at least 18, and nothing else about you.");
	const stated = { purpose, legalBasis: "US: state law", retention: "not stored" };
	const refused = await editor.press(form, "Create template", { name, ...stated, privacyNotice: "example.org" });
	expect(refused.getByText("Privacy notice: Enter a URL that begins with https://.")).toBeTruthy();
	expect(valueIn(refused, "Purpose")).toBe(purpose);
	const created = await editor.press(refused, "Create template", { privacyNotice: "https://example.org/privacy" });
	const id = idIn(created.url);
	expect(await management.getTemplate(id)).not.toHaveProperty("purpose");
	expect(created.getByText(/^Sets the retention/)).toBeTruthy();

	// More than the purpose needs, by another client of the tenant.
	await management.updateElements(id, { age_over_18: true, portrait: true });
	const viewer = await visit("viewer");
	const query = new URLSearchParams({ q: purpose, show: "beyond-purpose" });
	const row = (await viewer.open(`/templates?${query}`)).getByText(name).closest("tr");
	expect(row?.textContent).toContain(purpose);
	expect(row?.textContent).toContain("beyond its purpose");
	expect((await viewer.open(`/templates?q=${name}&show=no-purpose`)).queryByText(name)).toBeNull();
	const page = await viewer.open(`/templates/${id}`);
	expect(page.getByText("Beyond “Over 18”: Photo")).toBeTruthy();
	expect(page.queryByText("Not of this preset")).toBeNull();

	const whole = { purpose, legal_basis: "US: state law", retention: "not stored" };
	const exported = JSON.parse((await viewer.open(`/templates/${id}/json`)).html);
	expect(exported.purpose).toEqual({ ...whole, privacy_notice: "https://example.org/privacy", preset: "over-18" });
	const other = await management.createTemplate(uniqueName("Unstated"), { age_over_18: true });
	const compared = await viewer.open(`/templates/compare?${new URLSearchParams({ a: id, b: other.id })}`);
	expect(compared.getByText("Legal basis").closest("tr")?.textContent).toContain("US: state law—");
	const copy = await editor.press(await editor.open(`/templates/new?from=${id}`), "Create template");
	expect(valueIn(copy, "Purpose")).toBe(purpose);
});

test("a purpose that two admins change is a conflict to choose in, and is saved beside what the other changed", async ({
	page,
	signIn,
	visit,
	management,
}) => {
	const { id } = await management.createTemplate(uniqueName("Contested"), { age_over_18: true });
	await signIn(page, "editor");
	await page.goto(`/templates/${id}`, { waitUntil: "networkidle" });
	await page.locator("summary", { hasText: "Purpose" }).click();
	await page.getByRole("textbox", { name: "Purpose" }).fill("To let you in.");
	const other = await visit("editor");
	const theirs = { purpose: "To sell beer.", retention: "30 days" };
	await other.press(await other.open(`/templates/${id}`), "Save changes", theirs);
	await saveButton(page).click();
	const conflict = page.locator("#conflict");
	await expect(conflict).toContainText("“To sell beer.”");
	await conflict.getByRole("radio", { name: /To let you in/ }).check();
	await expect(changes(page)).toContainText("To let you in.");
	await saveButton(page).click();
	await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
	await expect(tabPanel(page, "Holder")).toContainText("To let you in.Retention: 30 days");
});
