import type { VisitedPage } from "../http/visitor";
import { expect, test, uniqueName } from "../templates/templates-page";
import { cellsOf, resultOf, tickedOn, tickOn, verdictOf } from "./visited-try-it";

// The tab is a part of the template's form; other tests show that a browser sends it without scripts.

const MDL = "org.iso.18013.5.1.mDL";
const NAMESPACE = "org.iso.18013.5.1";

const RETAIN = "Say that the attributes will be stored (intent to retain)";

const field = (page: VisitedPage, label: string) => page.getByLabelText<HTMLTextAreaElement>(label);
function chosen(page: VisitedPage, label: string): string | undefined {
	const select = page.getByLabelText<HTMLSelectElement>(label);
	return select.options[select.selectedIndex]?.text;
}

test("a simulation's result is shown on the page, which keeps what was typed and ticked of a new template", async ({
	visit,
	management,
}) => {
	const visitor = await visit("editor");
	const name = uniqueName("Tried");
	let page = await visitor.open("/templates/new");
	field(page, "Name").value = name;
	tickOn(page, ["Photo", "Over 21"]);
	for (const [licence, rules, expected, title] of [
		["whole", "iso", "Verified", "Whole licence"],
		["mandatory", "iso", "Verified but incomplete", "Mandatory attributes only"],
		["mandatory", "browser", "Rejected", "Mandatory attributes only"],
		["altered-element", "browser", "Rejected", "Altered attribute"],
	] as const) {
		tickOn(page, [RETAIN]);
		page = await visitor.press(page, "Simulate", { "try-licence": licence, "try-rules": rules });
		expect(verdictOf(page), `${licence} by ${rules}`).toBe(expected);
		expect(Object.keys(cellsOf(page)).sort()).toEqual(["age_over_21", "portrait"]);
		expect(field(page, "Name").value).toBe(name);
		expect(tickedOn(page)).toEqual(["age_over_21", "portrait"]);
		expect(chosen(page, "Sample licence")).toBe(title);
		expect(page.getByLabelText<HTMLInputElement>(RETAIN, { selector: "input" }).checked).toBe(true);
	}
	// The form creates what it shows, without the fields of the simulation.
	page = await visitor.press(page, "Create template");
	expect(page.getByRole("heading", { level: 1 }).textContent).toBe(name);
	const id = page.url.pathname.split("/").at(-1) ?? "";
	expect((await management.getTemplate(id)).presentation).toEqual({
		[MDL]: { [NAMESPACE]: { age_over_21: true, portrait: true } },
	});
	expect(resultOf(page)).toBeNull();
});

test("a stored template is tried by a viewer and an editor, and saved without the fields of the simulation", async ({
	visit,
	management,
}) => {
	const stored = { portrait: true, birth_date: true, nationality: false };
	const { id } = await management.createTemplate(uniqueName("Stored"), stored);
	const elements = async () => (await management.getTemplate(id)).presentation[MDL][NAMESPACE];
	for (const role of ["viewer", "editor"] as const) {
		const visitor = await visit(role);
		const page = await visitor.open(`/templates/${id}`);
		const tried = await visitor.press(page, "Simulate", { "try-licence": "other-phone" });
		expect(verdictOf(tried), role).toBe("Rejected");
		// What is listed as false is not requested.
		expect(Object.keys(cellsOf(tried)).sort()).toEqual(["birth_date", "portrait"]);
		expect(tickedOn(tried)).toEqual(["birth_date", "portrait"]);
		expect(`${tried.url.pathname}${tried.url.hash}`).toBe(`/templates/${id}#try-it`);
		expect(await elements()).toEqual(stored);

		// On its own page the same, for what is stored.
		const own = await visitor.open(`/templates/${id}/try-it`);
		expect(own.headers.get("content-security-policy")).toContain("img-src 'self' data:;");
		const result = await visitor.press(own, "Simulate", { "try-licence": "other-phone" });
		expect([verdictOf(result), Object.keys(cellsOf(result)).sort()]).toEqual(["Rejected", ["birth_date", "portrait"]]);
		expect(result.url.pathname).toBe(`/templates/${id}/try-it`);
		const open = [...result.document.querySelectorAll(".chain > li > details[open] > summary")];
		expect(open.map(({ textContent }) => textContent)).toEqual([expect.stringMatching(/^Phone Failed/)]);
		const photos = [...result.document.querySelectorAll("img")];
		const isFolded = photos.map((photo) => photo.closest("details")?.hasAttribute("open") === false);
		expect(isFolded, role).toEqual(role === "editor" ? [true] : []);
		for (const { src } of photos) expect(src).toMatch(/^data:image\/jpeg;base64,/);
		expect(result.html.includes("data:image"), role).toBe(role === "editor");
		if (role === "viewer") continue;
		tickOn(tried, ["City"]);
		const again = await visitor.press(tried, "Simulate", { "try-response": "a0" });
		expect(Object.keys(cellsOf(again)).sort()).toEqual(["birth_date", "portrait", "resident_city"]);
		expect(await elements()).toEqual(stored);
		await visitor.press(again, "Save changes");
		expect(await elements()).toEqual({ ...stored, resident_city: true });
	}
});

test("a viewer tries the preset of a new template", async ({ visit }) => {
	const viewer = await visit("viewer");
	const page = await viewer.open("/templates/new?preset=identity");
	const tried = await viewer.press(page, "Simulate");
	expect(verdictOf(tried)).toBe("Verified");
	expect(Object.keys(cellsOf(tried)).sort()).toEqual(tickedOn(page));
});

test("an error is reported at its field; what was typed, ticked and chosen stays", async ({ visit }) => {
	const editor = await visit("editor");
	const page = await editor.open("/templates/new");
	tickOn(page, ["Photo"]);
	const unreadable = await editor.press(page, "Check response", {
		"try-response": "a1 61 61",
		"try-session": "iso",
		"try-origin": "https://shop.example",
		"try-encryptionInfo": "gmVk",
	});
	unreadable.getByRole("textbox", { name: "Response", description: /at byte 3/ });
	expect(field(unreadable, "Response").value).toBe("a1 61 61");
	expect(field(unreadable, "Encryption info").value).toBe("gmVk");
	expect(tickedOn(unreadable)).toEqual(["portrait"]);

	const long = await editor.press(unreadable, "Check response", { "try-response": "00".repeat(204_801) });
	long.getByRole("textbox", { name: "Response", description: /204,801 bytes decoded; at most 204,800 \(200 KB\)/ });
	const secret = await editor.press(long, "Check response", {
		"try-root": "-----BEGIN PRIVATE KEY-----\nMIIBsecret\n-----END PRIVATE KEY-----",
	});
	secret.getByRole("textbox", { name: "Extra root", description: /private key/ });
	expect(secret.html).not.toContain("MIIBsecret");
});

test("the result shows what was requested and sent, the chain to its root, the validity and every check", async ({
	visit,
}) => {
	const viewer = await visit("viewer");
	const page = await viewer.open("/templates/new?preset=identity");
	const tried = await viewer.press(page, "Simulate", { "try-licence": "sends-more" });
	const cells = Object.entries(cellsOf(tried));
	const others = cells.filter(([, row]) => row[1] === "no");
	expect(others).toHaveLength(2);
	for (const [, row] of others) expect(row).toEqual(["not asked for, not shown", "no", "yes", "matches", "—"]);
	for (const [name, row] of cells)
		if (row[1] === "yes") expect(row.slice(1), name).toEqual(["yes", "yes", "matches", "no"]);
	const shown = resultOf(tried) as HTMLElement;
	const checks = [...shown.querySelectorAll("details.check")];
	expect(checks.length).toBeGreaterThanOrEqual(15);
	expect(checks.length).toBeLessThanOrEqual(24);
	for (const check of checks) expect(check.textContent).toMatch(/(What to do|Where it fails): \S/);
	for (const words of [
		"Signer of the licence",
		"Sample trust list (made up)",
		"Valid until",
		"Revocation is not checked",
	])
		expect(shown.textContent).toContain(words);
	expect(tried.html, "a viewer gets no photo").not.toContain("data:image");
	expect(shown.textContent).toContain("Seeing a holder’s photo in Try it needs the editor role.");
	const code = tried.getAllByRole("region", { name: "What your own code gets" }).map(({ textContent }) => textContent);
	expect(code.join()).toContain('"verified": true');
});
