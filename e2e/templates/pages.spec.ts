import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { ROOT } from "@/lib/testing/example-certificates";
import { lacks, pathWith, programPath } from "@/lib/testing/programs.mjs";
import { elementsOf } from "../http/management";
import type { VisitedPage } from "../http/visitor";
import { createMany, expect, idIn, setBox, test, uniqueName } from "./templates-page";

// What the server decides and renders, for a browser without scripts.

const almostAll = Object.fromEntries(
	[
		...["family_name", "given_name", "birth_date", "issue_date", "expiry_date", "issuing_country", "issuing_authority"],
		...["portrait", "driving_privileges", "resident_address", "resident_city", "resident_state", "age_in_years"],
		...["resident_postal_code", "resident_country", "nationality", "age_birth_year", "portrait_capture_date"],
	].map((name) => [name, true]),
);

const box = (page: VisitedPage, label: string) => page.getByLabelText<HTMLInputElement>(label, { selector: "input" });
const nameIn = (page: VisitedPage) => box(page, "Name").value;
const text = (page: VisitedPage, selector: string) => page.document.querySelector(selector)?.textContent ?? "";
const heading = (page: VisitedPage) => text(page, "h1");
const link = (page: VisitedPage, name: string) =>
	new URL(page.getByText(name, { selector: "a" }).getAttribute("href") ?? "", page.url);
const presentationOf = (elements: unknown) => ({ "org.iso.18013.5.1.mDL": { "org.iso.18013.5.1": elements } });

test("a deep link starts from its preset, and one with an unknown preset from an empty form", async ({ visit }) => {
	const editor = await visit("editor");
	const identity = await editor.open("/templates/new?preset=identity");
	expect(identity.getByText("Based on preset “Identity check”.")).toBeTruthy();
	expect(identity.getByText("7 of 21 requested")).toBeTruthy();
	const empty = await editor.open("/templates/new?preset=nothing");
	expect(empty.getByText("0 of 21 requested")).toBeTruthy();
});

test("a duplicate starts with the same attributes under another name, including a stored false and a custom value", async ({
	visit,
	management,
}) => {
	const name = uniqueName("Whole");
	const stored = { portrait: true, age_over_21: true, nationality: false, odd: { a: 1 } };
	const { id } = await management.createTemplate(name, stored);
	const editor = await visit("editor");
	const copy = await editor.open(link(await editor.open(`/templates/${id}`), "Duplicate"));
	expect(nameIn(copy)).toBe(`${name} (copy)`);
	expect(box(copy, "Nationality").closest("div")?.textContent).toContain("listed as false");
	const created = await editor.press(copy, "Create template");
	expect(idIn(created.url)).not.toBe(id);
	expect(elementsOf(await management.getTemplate(idIn(created.url)))).toEqual(stored);
});

test("the form sends its boxes, “Over 18” among them, and a stored false stays", async ({ visit, management }) => {
	const { id } = await management.createTemplate(uniqueName("Limits"), { age_over_21: false, portrait: true });
	const editor = await visit("editor");
	const page = await editor.open(`/templates/${id}`);
	setBox(box(page, "Over 18"));
	const saved = await editor.press(page, "Save changes");
	expect(saved.getByText("Saved.")).toBeTruthy();
	const elements = { age_over_21: false, portrait: true, age_over_18: true };
	expect(elementsOf(await management.getTemplate(id))).toEqual(elements);
});

test("an import fills the form, and only the form; an advice is followed with its button, and what was typed stays", async ({
	visit,
	management,
}) => {
	const name = uniqueName("Imported");
	const editor = await visit("editor");
	const empty = await editor.open("/templates/new");
	const importText = JSON.stringify({ name, presentation: presentationOf({ birth_date: true, odd_element: true }) });
	const filled = await editor.press(empty, "Fill the form", { importText });
	expect(filled.getByText(/Nothing is sent yet\./)).toBeTruthy();
	expect(nameIn(filled)).toBe(name);
	expect(box(filled, "Date of birth").checked).toBe(true);
	expect((await management.listTemplates()).some((one) => one.name === name)).toBe(false);
	const advised = await editor.press(filled, "Ask for Over 18 instead");
	expect([box(advised, "Date of birth").checked, box(advised, "Over 18").checked]).toEqual([false, true]);
	expect(nameIn(advised)).toBe(name);
	expect(text(advised, "section[aria-label=Changes]")).toContain("Over 18");
	const created = await editor.press(advised, "Create template");
	const id = idIn(created.url);
	expect(elementsOf(await management.getTemplate(id))).toEqual({ age_over_18: true, odd_element: true });
});

test("an advice on a stored template is followed with its button, and nothing is saved by it", async ({
	visit,
	management,
}) => {
	const name = uniqueName("Kept");
	const { id } = await management.createTemplate(name, { birth_date: true });
	const editor = await visit("editor");
	const page = await editor.open(`/templates/${id}`);
	const advised = await editor.press(page, "Ask for Over 18 instead");
	expect([box(advised, "Date of birth").checked, box(advised, "Over 18").checked]).toEqual([false, true]);
	expect(nameIn(advised)).toBe(name);
	expect(text(advised, "section[aria-label=Changes]")).toContain("Adds Over 18");
	expect(elementsOf(await management.getTemplate(id))).toEqual({ birth_date: true });
});

test("a conflict is resolved by the same choices, and another click saves", async ({ visit, management }) => {
	const names = { theirs: uniqueName("Theirs"), yours: uniqueName("Yours") };
	const { id } = await management.createTemplate(uniqueName("Plain conflict"), { portrait: true });
	const editor = await visit("editor");
	const page = await editor.open(`/templates/${id}`);
	setBox(box(page, "City"));
	await management.updateTemplate(id, { name: names.theirs });
	await management.updateElements(id, { portrait: true, expiry_date: true });
	const met = await editor.press(page, "Save changes", { name: names.yours });
	expect(met.getByText("Changed since you opened it")).toBeTruthy();
	expect([box(met, "Expires on").checked, box(met, "City").checked]).toEqual([true, true]);
	const unresolved = await editor.press(met, "Save changes");
	expect(unresolved.getAllByText(/choose what to keep/).length).toBeGreaterThan(0);
	for (const shown of [met, unresolved]) shown.getByText(/^It was changed outside this console\./);
	setBox(unresolved.getByLabelText<HTMLInputElement>(`Theirs: “${names.theirs}”`));
	const saved = await editor.press(unresolved, "Save changes");
	expect(saved.getByText("Saved.")).toBeTruthy();
	const stored = await management.getTemplate(id);
	expect(stored.name).toBe(names.theirs);
	expect(elementsOf(stored)).toEqual({ portrait: true, expiry_date: true, resident_city: true });
});

test("the request is shown as it will be sent, and pasted into a shell it creates the template", async ({
	visit,
	management,
	managementToken,
}) => {
	const missing = lacks("sh", "bash", "curl");
	test.skip(missing !== "", missing);
	const name = `${uniqueName("Shell")} it's "$HOME" \`id\` \\' !x 😀`;
	const certificateAuthority = "-----BEGIN CERTIFICATE-----\r\nit's no\r\n$certificate\r\n-----END CERTIFICATE-----";
	const editor = await visit("editor");
	const empty = await editor.open("/templates/new?preset=name");
	// The same page again with what was typed: the import is empty.
	const page = await editor.press(empty, "Fill the form", { name, certificateAuthority });
	const body = JSON.parse(text(page, "#request [aria-label=JSON]"));
	const command = text(page, "#request [aria-label=cURL]");
	expect(command).toContain("$ACCESS_TOKEN");
	for (const shell of ["sh", "bash"]) {
		const environment = { env: { ...process.env, PATH: pathWith("curl"), ACCESS_TOKEN: managementToken } };
		const { stdout } = await promisify(execFile)(programPath(shell), ["-c", `${command} --silent`], environment);
		const created = JSON.parse(stdout);
		expect(created).toMatchObject(body);
		expect(await management.getTemplate(created.id)).toMatchObject({
			name,
			custom_certificate_authority: certificateAuthority.replaceAll("\r", ""),
		});
		// Frees the name for the next shell.
		await management.deleteTemplate(created.id);
	}
});

test("a template's page is titled by its name, and states when it requests nearly all", async ({
	visit,
	management,
}) => {
	const name = uniqueName("Titled");
	const { id } = await management.createTemplate(name, almostAll);
	const viewer = await visit("viewer");
	const page = await viewer.open(`/templates/${id}`);
	expect(page.document.title).toBe(`${name} · Templates · Identity Console`);
	expect(heading(page)).toBe(name);
	expect(page.getByText("asks for almost everything")).toBeTruthy();
	const { nationality: _, ...fewer } = almostAll;
	await management.updateElements(id, fewer);
	expect((await viewer.open(`/templates/${id}`)).queryByText("asks for almost everything")).toBeNull();
});

test("a viewer sees what is requested and has nothing to change it with", async ({ visit, management }) => {
	const { id } = await management.createTemplate(uniqueName("Viewer"), { portrait: true });
	const viewer = await visit("viewer");
	const page = await viewer.open(`/templates/${id}`);
	expect(box(page, "Photo").checked).toBe(true);
	expect(box(page, "Photo").closest("fieldset")?.hasAttribute("disabled")).toBe(true);
	expect(text(page, "main")).toContain("You can view, not change: your role is viewer.");
	expect(text(page, "main")).toContain("1 of 21 requested");
	expect(page.document.querySelector("#save, .chips")).toBeNull();
	for (const words of ["Save changes", "Delete template", "Duplicate"]) expect(page.queryByText(words)).toBeNull();
	const empty = await viewer.open("/templates/new");
	expect(empty.queryByText("Create template")).toBeNull();
	expect(empty.getByText("You can view, not create")).toBeTruthy();
	expect((await viewer.open("/templates")).queryByText("New template")).toBeNull();
});

test("a template as JSON and further pages of the list require a session", async ({ visit, management }) => {
	const { id } = await management.createTemplate(uniqueName("Private"), { portrait: true });
	const anonymous = await visit();
	for (const path of [`/templates/${id}/json`, "/templates/rows?from=x"]) {
		const response = await anonymous.open(path);
		expect(response.status, path).toBe(401);
		expect(response.html).not.toContain("portrait");
	}
});

test("the certificate inspector refuses anonymous callers, other origins, large bodies and private keys", async ({
	visit,
	baseURL,
}) => {
	const [anonymous, viewer] = [await visit(), await visit("viewer")];
	const inspect = (visitor: typeof viewer, text: string, origin = String(baseURL), owner = "issuer") =>
		visitor.open("/api/console/certificate", {
			method: "POST",
			body: JSON.stringify({ owner, text }),
			headers: { origin },
		});
	expect((await inspect(anonymous, ROOT)).status).toBe(401);
	expect((await inspect(viewer, ROOT, "https://elsewhere.example")).status).toBe(403);
	expect((await inspect(viewer, "x".repeat(140_000))).status).toBe(413);
	expect((await inspect(viewer, ROOT, String(baseURL), "nobody")).status).toBe(400);
	expect(JSON.parse((await inspect(viewer, "PRIVATE KEY")).html)).toEqual({ problem: expect.anything() });
	expect(JSON.parse((await inspect(viewer, ROOT)).html).value.certificates[0].isAuthority).toBe(true);
});

test("two templates that are chosen in the list or in the matrix are compared, element by element; another number is refused in words", async ({
	visit,
	management,
}) => {
	const purpose = uniqueName("Plain choice");
	const [a, b] = [`${purpose} a`, `${purpose} b`];
	const first = await management.createTemplate(a, { portrait: true, family_name: true, nationality: false });
	await management.createTemplate(b, { portrait: true, given_name: true, nationality: true });
	const viewer = await visit("viewer");
	const matrix = await viewer.open(link(await viewer.open(`/templates/${first.id}`), "Compare"));
	expect(box(matrix, `Select ${a}`).checked).toBe(true);
	setBox(box(matrix, `Select ${b}`));
	const page = await viewer.press(matrix, "Compare selected");
	expect(text(page, "main")).toContain("3 of 6 rows differ.");
	const row = (label: string) => page.getByText(label, { selector: "tr *" }).closest("tr")?.textContent;
	expect(row("Nationality")).toContain("requested○ listed as false");
	expect(row("Given names")).toContain("requestednot requested");
	expect(row("Photo")).not.toContain("differs");

	const compare = async (...names: string[]) => {
		const list = await viewer.open(`/templates?${new URLSearchParams({ q: purpose })}`);
		for (const name of names) setBox(box(list, `Select ${name}`));
		return viewer.press(list, "Compare selected");
	};
	const one = await compare(a);
	one.getByText("1 template was chosen");
	const again = await viewer.open(link(one, "Open the matrix"));
	expect(box(again, `Select ${a}`).checked).toBe(true);
	expect(text(await compare(a, b), "main")).toContain("3 of 6 rows differ.");
});

test("the list's search, order and further pages are a form and links, with no mention of buttons that need scripts", async ({
	visit,
	management,
}) => {
	const purpose = uniqueName("Plain list");
	const [oldest] = await createMany(management, purpose, 55);
	const viewer = await visit("viewer");
	const names = (page: VisitedPage) =>
		[...page.document.querySelectorAll("tbody th a")].map(({ textContent }) => textContent);
	const first = await viewer.open(`/templates?${new URLSearchParams({ q: oldest ?? "" })}`);
	first.getByText("None found among the 50 newest; the tenant has more.");
	expect(first.getByText("Search all").classList.contains("script-only")).toBe(true);
	const more = await viewer.open(link(first, "Load more"));
	expect(names(more)).toEqual([oldest]);
	const found = await viewer.press(more, "Search", { q: `${purpose} 0` });
	const sorted = await viewer.open(link(found, "Name"));
	expect(names(sorted)).toEqual(Array.from({ length: 10 }, (_, index) => `${purpose} 0${index}`));
});

test("a URL with a pasted id opens its template; one with an expired checkpoint links back", async ({
	visit,
	management,
}) => {
	const { id } = await management.createTemplate(uniqueName("Pasted"), { portrait: true });
	const viewer = await visit("viewer");
	expect((await viewer.open(`/templates?q=${id}`)).url.pathname).toBe(`/templates/${id}`);
	const expired = await viewer.open("/templates?from=gone");
	expect(expired.getByText(/checkpoint/, { selector: "[role=alert] *" })).toBeTruthy();
	const begun = await viewer.open(link(expired, "Begin again from the first page"));
	expect(begun.document.querySelectorAll("tbody tr").length).toBeGreaterThan(0);
});
