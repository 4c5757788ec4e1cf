import { buffer } from "node:stream/consumers";
import { renderToReadableStream, renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startTemplateTenant, type TemplateTenant } from "@/app/_testing/template-tenant";
import { everything } from "@/lib/dashboard/audit/audit-entry";
import { listAuditEntries } from "@/lib/dashboard/audit/audit-trail";
import { dashboardConfig, heldConfig } from "@/lib/dashboard/config";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { readFlash } from "@/lib/dashboard/request/flash";
import {
	CLAIM_LASTS_SECONDS,
	claimPlannedItem,
	findBulkEdit,
	findBulkEditInShort,
	listUnfinishedBulkEdits,
	setBulkRun,
} from "@/lib/dashboard/store/bulk-edits";
import { readPurpose, writePurpose } from "@/lib/dashboard/store/template-purposes";
import { zipWith } from "@/lib/dashboard/template-folder/zip.test-data";
import { readZip } from "@/lib/dashboard/template-folder/zip-archive";
import { planTemplates } from "@/lib/dashboard/templates/plan-templates";
import { noPurpose } from "@/lib/dashboard/templates/purpose";
import { readStoredTemplates } from "@/lib/dashboard/templates/template-access";
import { readBaselines } from "@/lib/dashboard/templates/template-baseline";
import { readTemplateFile, templateFileText } from "@/lib/dashboard/templates/template-file";
import type { PlanItem } from "@/lib/dashboard/templates/template-plan";
import type { WholeTemplate } from "@/lib/dashboard/templates/whole-template";
import { templateNamed } from "@/lib/dashboard/templates/whole-template.test-data";
import { recordStatements, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { json, refusal } from "@/lib/dashboard/testing/fault-server";
import BulkTemplatesPlanPage from "../bulk/[id]/page";
import { importItems, planItemOf } from "../bulk/import-items";
import { previewUndo } from "../bulk/preview-undo.test-data";
import { runTemplatesAction } from "../bulk/run-action";
import { GET as exportTemplates } from "../export/route";
import ImportPage from "./[id]/page";
import { IMPORT_PATH } from "./import-form";
import { ImportList } from "./import-list";
import { POST as upload } from "./upload/route";

const purpose = { ...noPurpose, purpose: "Proves the age at the counter." };
let tenant: TemplateTenant;
let [a, b, c] = ["", "", ""];
beforeEach(async () => {
	tenant = await startTemplateTenant();
	a = tenant.add({ name: "A", elements: { portrait: true, resident_city: false, odd: { x: 1 } } });
	b = tenant.add({ name: "B", elements: { resident_city: true }, custom_certificate_authority: "PEM" });
	c = tenant.add({ name: "Ćircles", elements: { portrait: true } });
	await writePurpose(undefined, a, "A", noPurpose, purpose);
});
afterEach(async () => {
	vi.useRealTimers();
	await tenant.stop();
});

const download = () => exportTemplates(new Request("http://localhost:3000/templates/export?all"));

async function downloaded(): Promise<Buffer<ArrayBuffer>> {
	const response = await download();
	expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/zip"]);
	return buffer(response.body as Parameters<typeof buffer>[0]);
}

type Content = Buffer<ArrayBuffer> | [string, string][];

/** Sends an archive, or files by their paths. */
function send(content: Content, fields: Record<string, string> = {}, headers: Record<string, string> = {}) {
	const form = new FormData();
	if (Buffer.isBuffer(content)) form.set("archive", new File([content], "templates.zip"));
	else for (const [path, text] of content) form.append("folder", new File([text], path));
	for (const [name, value] of Object.entries(fields)) form.set(name, value);
	return upload(new Request("http://localhost:3000/templates/import/upload", { method: "POST", body: form, headers }));
}

/** Sends it without scripts. @returns where the response leads */
async function sent(content: Content, fields: Record<string, string> = {}) {
	const response = await send(content, fields);
	return { status: response.status, location: response.headers.get("location") ?? "" };
}

/** Sends it as the page's script does. */
async function sentByScript(content: Content) {
	const response = await send(content, {}, { accept: "application/json" });
	return { status: response.status, ...((await response.json()) as { page?: string; problem?: Problem }) };
}

/** @returns the id of the preview */
async function previewed(...parameters: Parameters<typeof sent>): Promise<string> {
	const { status, location } = await sent(...parameters);
	expect([status, location]).toEqual([303, expect.stringMatching(/^\/templates\/import\/[\w-]{22}$/)]);
	return location.slice(location.lastIndexOf("/") + 1);
}

async function act(edit: string, intent: string) {
	const form = new FormData();
	for (const [name, value] of Object.entries({ edit, intent })) form.set(name, value);
	return runTemplatesAction({}, form);
}

async function run(edit: string) {
	let state = await act(edit, "apply");
	while (state.pause && state.pause.seconds === 0) state = await act(edit, "continue");
	return state;
}

async function storedEdit(id: string) {
	const edit = await findBulkEdit("editor", id);
	if (edit?.resource !== "template import") throw new Error("There is no such import.");
	return edit;
}

/** Names with what is planned, and with the result. */
async function plannedIn(id: string) {
	return (await storedEdit(id)).items.map((item) => [item.name, planItemOf(item).action]);
}
async function resultsOf(id: string) {
	return (await storedEdit(id)).items.map(({ name, state }) => [name, state]);
}

/** Another admin's change. */
function change(id: string, content: object): void {
	const stored = tenant.stored.get(id);
	if (stored) tenant.stored.set(id, { ...stored, ...content });
}

/** The files of an archive as a browser sends a chosen folder, with one of them changed. */
async function asFolder(zip: Buffer<ArrayBuffer>, edit: (template: WholeTemplate) => WholeTemplate) {
	const { files } = await readZip(zip);
	return [...files].map(([name, bytes]): [string, string] => {
		const read = readTemplateFile(bytes);
		return [
			`templates/${name}`,
			"faults" in read ? new TextDecoder().decode(bytes) : templateFileText(edit(read.template)),
		];
	});
}
const addsWeight = (template: WholeTemplate): WholeTemplate =>
	template.name === "A" ? { ...template, elements: { ...template.elements, weight: true } } : template;

describe("a folder of all templates", () => {
	it("gives every template back after all were deleted, and then has nothing to change", async () => {
		const before = [...tenant.stored.values()];
		const zip = await downloaded();
		tenant.stored.clear();
		const edit = await previewed(zip);
		expect(await plannedIn(edit)).toEqual([
			["A", "create"],
			["B", "create"],
			["Ćircles", "create"],
		]);
		expect(tenant.written).toEqual([]);
		expect(await run(edit)).toEqual({ pause: null });
		expect(await resultsOf(edit)).toEqual(["A", "B", "Ćircles"].map((name) => [name, "done"]));
		expect([...tenant.stored.values()]).toEqual(before.map((template) => expect.objectContaining(template)));
		const made = [...tenant.stored].find(([, { name }]) => name === "A")?.[0] ?? "";
		expect(await readPurpose(made)).toEqual(purpose);
		const again = await storedEdit(await previewed(zip));
		expect([again.items, again.unchanged]).toEqual([[], 3]);
	});

	it("is undone by deleting what it created, after a preview, and not what was changed since", async () => {
		const zip = await downloaded();
		for (const id of [a, b, c]) tenant.stored.delete(id);
		const edit = await previewed(zip);
		await run(edit);
		const page = await ImportPage({ params: Promise.resolve({ id: edit }), searchParams: Promise.resolve({}) });
		const html = await new Response(await renderToReadableStream(page)).text();
		expect(html).toContain(`value="${edit}" name="undo">Undo</button>`);
		expect(html).toMatch(/href="\/templates\/deleted"[^>]*>Deleted templates</);
		const idOf = (name: string) => [...tenant.stored].find(([, stored]) => stored.name === name)?.[0] ?? "";
		change(idOf("B"), { elements: { resident_city: true, nationality: true } });
		await writePurpose(undefined, idOf("Ćircles"), "Ćircles", noPurpose, purpose);
		tenant.written.length = 0;
		const undo = await previewUndo(edit);
		expect(tenant.written).toEqual([]);
		const states = async () => (await findBulkEdit("editor", undo))?.items.map(({ name, state }) => [name, state]);
		const changed = [
			["B", "conflict"],
			["Ćircles", "conflict"],
		];
		expect(await states()).toEqual([["A", "planned"], ...changed]);
		await run(undo);
		expect(await states()).toEqual([["A", "done"], ...changed]);
		expect([...tenant.stored.values()].map(({ name }) => name)).toEqual(["B", "Ćircles"]);
		const list = await BulkTemplatesPlanPage({
			params: Promise.resolve({ id: undo }),
			searchParams: Promise.resolve({}),
		});
		expect(await new Response(await renderToReadableStream(list)).text()).toContain("it has changed since the import");
	});

	it("is a file for each template and the baseline, with the same names each time, for a viewer too", async () => {
		signInAs("viewer");
		const names = async () => [...(await readZip(await downloaded())).files.keys()];
		const first = await names();
		expect(first).toEqual([
			...[
				expect.stringMatching(/^a-[0-9a-f]{8}\.json$/),
				expect.stringMatching(/^b-/),
				expect.stringMatching(/^circles-/),
			],
			"baseline.json",
		]);
		expect(await names()).toEqual(first);
	});

	it("is no file at all, but a sentence, where a part can't be read or the role is missing", async () => {
		const { handle } = tenant.service;
		tenant.service.handle = (request, response) =>
			request.url.includes(a) ? json(response, 500, { message: "no" }) : handle(request, response);
		const failed = await download();
		expect([failed.status, failed.headers.get("content-type")]).toEqual([502, "text/plain; charset=utf-8"]);
		tenant.service.handle = handle;
		change(b, { name: "A" });
		const twice = await download();
		expect([twice.status, await twice.text()]).toEqual([
			409,
			expect.stringContaining("several templates of the same name: A"),
		]);
		signInAs(null);
		expect((await download()).status).toBe(401);
	});

	it("waits for the tenant's rate limit while it is read", async () => {
		const { handle } = tenant.service;
		let refused = false;
		tenant.service.handle = (request, response) => {
			if (refused) return handle(request, response);
			refused = true;
			json(response, 429, { statusCode: 429, message: "slow" }, { "retry-after": "3" });
		};
		expect((await readZip(await downloaded())).files.size).toBe(4);
	});
});

describe("the preview of an import", () => {
	it("is the plan of the command, with what others changed since the export, and writes nothing", async () => {
		const folder = await asFolder(await downloaded(), addsWeight);
		change(a, { elements: { portrait: true, nationality: true } });
		const d = tenant.add({ name: "D", elements: { portrait: true } });
		const { items } = await storedEdit(await previewed(folder));
		const files = folder.flatMap(([path, text]) => {
			const file = path.replace("templates/", "");
			return file === "baseline.json" ? [] : [{ file, read: readTemplateFile(Buffer.from(text)) }];
		});
		const baselines = readBaselines(folder.find(([path]) => path.endsWith("baseline.json"))?.[1] ?? "");
		if ("message" in baselines) throw new Error(baselines.message);
		const plan = planTemplates({
			tenant: dashboardConfig().management.baseUrl,
			files,
			baselines,
			stored: await readStoredTemplates(),
			mode: { deletes: false, recreates: false, keep: null },
		});
		const words = ({ name, action, changes, theirs, notes }: (typeof plan.items)[number]) => ({
			name,
			action,
			changes,
			theirs,
			notes,
		});
		const worth = plan.items.filter(({ action }) => action !== "unchanged");
		expect(items.map((item) => words(planItemOf(item)))).toEqual(worth.map(words));
		expect(items.map((item) => [item.id, planItemOf(item).action])).toEqual([
			[a, "change"],
			[d, "left"],
		]);
		expect(planItemOf(items[0] ?? {})).toMatchObject({
			changes: ["Adds Weight"],
			theirs: ["Adds Nationality", expect.any(String), expect.any(String)],
		});
		expect(tenant.written).toEqual([]);
	});

	it("is for viewers too where the operator lets them propose", async () => {
		const folder = await asFolder(await downloaded(), addsWeight);
		signInAs("viewer");
		expect(await sent(folder)).toEqual({ status: 303, location: IMPORT_PATH });
		heldConfig.set({ ...dashboardConfig(), proposers: ["viewer"] });
		const id = await previewed(folder);
		expect((await act(id, "apply")).problem?.message).toMatch(/^Changing templates needs the editor role/);
		expect((await findBulkEdit("viewer", id))?.run).toBe("preview");
	});

	it("is shown page by page, of which each is read alone", async () => {
		const text = "x".repeat(200);
		for (let index = 0; index < 240; index += 1) {
			tenant.add({ name: `T${index}`, elements: { portrait: true, [text]: true } });
		}
		const folder = await asFolder(await downloaded(), (template) => ({
			...template,
			purpose: { ...noPurpose, purpose: text },
		}));
		const id = await previewed(folder);
		const edit = await findBulkEditInShort("editor", id);
		if (edit?.resource !== "template import") throw new Error("There is no such import.");
		const statements = recordStatements();
		const html = renderToStaticMarkup(await ImportList({ edit, page: 2 }));
		expect(statements()).toEqual([expect.stringContaining('"position" in')]);
		expect(html.match(/<li class="grid/g)).toHaveLength(100);
		expect(html).toContain(`to “${text}”`);
		const placeOf = async (page: number) =>
			/Page \d of \d/.exec(renderToStaticMarkup(await ImportList({ edit, page })))?.[0];
		// An address without a page, and one beyond the last.
		expect([await placeOf(0), await placeOf(2), await placeOf(99)]).toEqual([
			"Page 1 of 3",
			"Page 2 of 3",
			"Page 3 of 3",
		]);
	});

	it("names errors by file and line and deletes nothing beside one, and else only what the box allows", async () => {
		const folder = await asFolder(await downloaded(), addsWeight);
		const [broken, ...others] = folder.filter(([path]) => !path.includes("/circles-"));
		const files: [string, string][] = [
			...others,
			[broken?.[0].replace("/a-", "/z-") ?? "", '{\n  "name": "Z",\n  "odd": 1\n}'],
		];
		expect((await plannedIn(await previewed(files.slice(0, -1)))).map(([, action]) => action)).toEqual([
			"left",
			"left",
		]);
		const faulty = await previewed(files, { deletes: "on" });
		const [error, ...rest] = (await storedEdit(faulty)).items.map(planItemOf);
		expect(error?.faults).toContainEqual({ line: 3, message: expect.stringContaining("odd") });
		expect(rest.map(({ name, action }) => [name, action])).toEqual([
			["A", "left"],
			["Ćircles", "left"],
		]);
		expect(rest[0]?.notes).toContainEqual(expect.stringContaining("Nothing is deleted while a file has an error"));
		await run(faulty);
		expect(tenant.written).toEqual([]);
		const edit = await previewed(files.slice(0, -1), { deletes: "on" });
		await run(edit);
		expect([...tenant.stored.keys()]).toEqual([b]);
	});

	it("with one bad file writes what the others say, names the bad one first, and each result leads to its template", async () => {
		const good = await asFolder(await downloaded(), addsWeight);
		tenant.stored.delete(b);
		const edit = await previewed([...good, ["templates/bad.json", "{"]]);
		const html = async (id = edit) => {
			const page = await ImportPage({ params: Promise.resolve({ id }), searchParams: Promise.resolve({}) });
			return (await new Response(await renderToReadableStream(page)).text()).replaceAll(/<!--.*?-->/gs, "");
		};
		const preview = await html();
		expect(preview).toContain(
			"1 file has an error: bad.json. Mend it, then import again. The 2 other changes can be applied now.",
		);
		expect(preview).not.toContain("would change");
		expect(preview.indexOf("bad.json")).toBeLessThan(preview.indexOf("Adds Weight"));
		// Of the changed one before and after, and of the new one.
		expect([...preview.matchAll(/<svg class="print"[^>]* aria-label="([^"]*)"/g)].map(([, words]) => words)).toEqual([
			"Asks for 1 of the 21, 1 sensitive, 1 other, 1 listed as false",
			"Asks for 1 of the 21, 1 sensitive, 2 others, 1 listed as false",
			"Asks for 1 of the 21",
		]);
		expect(await run(edit)).toEqual({ pause: null });
		const made = [...tenant.stored].find(([, { name }]) => name === "B")?.[0];
		expect(tenant.elements(a)).toMatchObject({ weight: true });
		const result = await html();
		for (const id of [a, made]) expect(result).toContain(`href="/templates/${id}"`);
		const only = await previewed([["templates/bad.json", "{"]]);
		expect(await html(only)).toContain("1 file has an error. Mend it, then import again.");
	});

	it.each<[string, Buffer<ArrayBuffer> | [string, string][], RegExp]>([
		["an unsafe archive", zipWith([{ name: "../a.json" }]) as Buffer<ArrayBuffer>, /“\.\.\/a\.json” leads out/],
		[
			"an unsafe folder",
			[
				["t/a.json", "{}"],
				["t/A.json", "{}"],
			],
			/differ by case only/,
		],
		["a folder without templates", [["t/README.md", "x"]], /There is no template in it/],
		[
			"a damaged baseline",
			[
				["t/a.json", "{}"],
				["t/baseline.json", "{"],
			],
			/^baseline\.json, line 1: /,
		],
		["nothing", [], /No archive and no folder was chosen/],
	])("is refused for %s with a sentence, and the choices stay", async (_case, content, sentence) => {
		const calls = tenant.service.seen.length;
		const { status, location } = await sent(content, { deletes: "on", keep: "files" });
		expect([status, location]).toEqual([303, `${IMPORT_PATH}?deletes=on&keep=files`]);
		expect(await readFlash(IMPORT_PATH)).toMatch(sentence);
		expect(await sentByScript(content)).toEqual({
			status: 200,
			problem: { title: "Nothing was imported", message: expect.stringMatching(sentence) },
		});
		expect(tenant.service.seen.filter(({ method }) => method !== "GET")).toEqual([]);
		expect(tenant.service.seen.length).toBeLessThanOrEqual(calls + 8);
	});

	it("is told to the page's script by its address, and a tenant that can't be read by its problem", async () => {
		const zip = await downloaded();
		const { page = "" } = await sentByScript(zip);
		expect(page).toMatch(/^\/templates\/import\/[\w-]{22}$/);
		await storedEdit(page.slice(page.lastIndexOf("/") + 1));
		tenant.service.handle = (_, response) => json(response, 403, refusal(403));
		const { status, problem } = await sentByScript(zip);
		expect([status, problem?.title]).toEqual([200, expect.stringContaining("scope")]);
	});

	it("takes no more room than its folder, however its files are made", async () => {
		const text = templateFileText(templateNamed("Same"));
		const paths = (count: number, ending: string) => Array.from({ length: count }, (_, index) => `${index}.${ending}`);
		const same = await storedEdit(await previewed(paths(500, "json").map((path): [string, string] => [path, text])));
		const other = await storedEdit(
			await previewed([
				["a.json", '"k": 1,\n'.repeat(3_000)],
				...paths(500, "txt").map((path): [string, string] => [path, ""]),
			]),
		);
		expect(same.items).toHaveLength(500 + 3);
		for (const edit of [same, other]) expect(JSON.stringify(edit).length).toBeLessThan(500 * 1_000);
		expect(other).toMatchObject({ ignored: [expect.stringMatching(/^0\.txt, 1\.txt, 10\.txt, .* and 480 more$/)] });
	});

	it("is refused where what the tenant has is too large to be stored beside it", () => {
		const before = templateNamed("Wide", { certificateAuthority: "x".repeat(1024 * 1024) });
		const item: PlanItem = {
			action: "remove",
			name: "Wide",
			id: "vct_1",
			file: null,
			before,
			after: null,
			ofFile: null,
			changes: [],
			theirs: [],
			contested: [],
			faults: [],
			notes: [],
		};
		const some = (length: number) => ({ items: Array.from({ length }, () => ({ ...item })) });
		expect(importItems(some(47)).items).toHaveLength(47);
		expect(() => importItems(some(48))).toThrow("The preview would have more than 48 MB");
	});

	it("is refused to a viewer, to support and without a session, before anything is read", async () => {
		const zip = await downloaded();
		const calls = tenant.service.seen.length;
		for (const role of ["viewer", "support"] as const) {
			signInAs(role);
			// The page says who may.
			expect(await sent(zip)).toEqual({ status: 303, location: IMPORT_PATH });
			expect(await sentByScript(zip)).toMatchObject({ status: 403, problem: { title: "Not allowed" } });
		}
		signInAs(null);
		expect((await sent(zip)).status).toBe(401);
		signInAs("editor", "https://elsewhere.example");
		expect((await sent(zip)).status).toBeGreaterThanOrEqual(400);
		expect(tenant.service.seen).toHaveLength(calls);
	});
});

describe("an import that is applied", () => {
	it("keeps what others changed before the preview, and leaves out what they changed since, with both versions", async () => {
		const folder = await asFolder(await downloaded(), (template) => ({
			...template,
			elements: { ...template.elements, weight: true },
		}));
		change(a, { name: "Theirs" });
		const edit = await previewed(folder);
		change(b, { elements: { resident_city: true, sex: true } });
		tenant.stored.delete(c);
		await run(edit);
		expect((await storedEdit(edit)).items.map(({ state, note }) => [state, note.message])).toEqual([
			["done", undefined],
			["conflict", "It has changed since the plan. · Adds Sex"],
			["conflict", expect.stringContaining("It has been deleted since the plan.")],
		]);
		expect(tenant.stored.get(a)).toMatchObject({ name: "Theirs", elements: { weight: true } });
		expect(tenant.elements(b)).toEqual({ resident_city: true, sex: true });
		expect(tenant.stored.has(c)).toBe(false);
		const [entry] = await listAuditEntries(everything, null, 10);
		expect(entry).toMatchObject({ target: a, outcome: "done", changes: ["+weight"] });
	});

	it("goes on where it was cut off: each template is looked up first, and none is written twice", async () => {
		const zip = await downloaded();
		tenant.stored.delete(a);
		change(b, { custom_certificate_authority: "OTHER" });
		const d = tenant.add({ name: "D", elements: { portrait: true } });
		const edit = await previewed(await asFolder(zip, (template) => template), {
			deletes: "on",
			recreates: "on",
			keep: "files",
		});
		expect(await plannedIn(edit)).toEqual(
			expect.arrayContaining([
				["A", "create"],
				["B", "recreate"],
			]),
		);
		await setBulkRun(edit, "running");
		const planned = (await plannedIn(edit)).filter(([, action]) => action !== "left").length;
		for (let count = 0; count < planned; count += 1) await claimPlannedItem(edit);
		// The writes of a process that ended before it could store their results.
		tenant.add({ name: "A", elements: { portrait: true, resident_city: false, odd: { x: 1 } } });
		await writePurpose(undefined, [...tenant.stored.keys()].at(-1) ?? "", "A", noPurpose, purpose);
		tenant.stored.delete(b);
		tenant.written.length = 0;
		vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + (CLAIM_LASTS_SECONDS + 1) * 1000 });
		expect(await listUnfinishedBulkEdits("editor", "template import")).toHaveLength(1);
		await run(edit);
		const results = Object.fromEntries(await resultsOf(edit));
		expect(results).toMatchObject({ A: "done", B: "refused" });
		expect(tenant.written.filter(({ method }) => method === "POST")).toEqual([]);
		expect(tenant.stored.has(d)).toBe(results.D !== "done");
	});
});
