import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startTemplateTenant, type TemplateTenant } from "@/app/_testing/template-tenant";
import { everything } from "@/lib/dashboard/audit/audit-entry";
import { listAuditEntries } from "@/lib/dashboard/audit/audit-trail";
import type { BulkItemPlan, TemplateOperation } from "@/lib/dashboard/store/bulk-edit";
import {
	CLAIM_LASTS_SECONDS,
	claimPlannedItem,
	createBulkEdit,
	findBulkEdit,
	setBulkRun,
} from "@/lib/dashboard/store/bulk-edits";
import { signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { json, refusal } from "@/lib/dashboard/testing/fault-server";
import { GET as exportTemplates } from "../export/route";
import { readChosenTemplates } from "./chosen-templates";
import { previewUndo } from "./preview-undo.test-data";
import { runTemplatesAction } from "./run-action";
import { planTemplate } from "./template-work";

const takeOutCity: TemplateOperation = { kind: "take-out", attribute: "resident_city" };
const remove: TemplateOperation = { kind: "delete" };

let tenant: TemplateTenant;
let a: string;
let b: string;
let c: string;
beforeEach(async () => {
	tenant = await startTemplateTenant();
	a = tenant.add({ name: "A", elements: { portrait: true, resident_city: true, odd: 1 } });
	b = tenant.add({ name: "B", elements: { resident_city: true } });
	c = tenant.add({ name: "C", elements: { portrait: true } });
});
afterEach(async () => {
	vi.useRealTimers();
	await tenant.stop();
});

/** Reads the selected templates and stores the preview, like the page. @returns its id */
async function preview(operation: TemplateOperation, ids: readonly string[]): Promise<string> {
	const chosen = await readChosenTemplates(ids, Date.now() + 1000);
	const items = chosen.map((template) => planTemplate(template, operation));
	return createBulkEdit("editor", { resource: "template", operation }, items);
}

function act(edit: string, intent: string) {
	const form = new FormData();
	form.set("edit", edit);
	form.set("intent", intent);
	return runTemplatesAction({}, form);
}

async function run(edit: string) {
	let state = await act(edit, "apply");
	while (state.pause && state.pause.seconds === 0) state = await act(edit, "continue");
	return state;
}

/** Another admin's change. */
function change(id: string, content: object): void {
	const stored = tenant.stored.get(id);
	if (stored) tenant.stored.set(id, { ...stored, ...content });
}

async function statesOf(edit: string) {
	return ((await findBulkEdit("editor", edit))?.items ?? []).map(({ state }) => state);
}

describe("taking an attribute out", () => {
	it("is previewed for each template from one request for all, and written to those that still request something", async () => {
		const edit = await preview(takeOutCity, [a, b, c, "vct_none"]);
		expect(await statesOf(edit)).toEqual(["planned", "nothing-left", "unchanged", "gone"]);
		expect(tenant.service.seen.filter(({ url }) => /templates(\?|$)/.test(url))).toHaveLength(1);
		expect(tenant.written).toEqual([]);
		expect(await run(edit)).toEqual({ pause: null });
		expect(await statesOf(edit)).toEqual(["done", "nothing-left", "unchanged", "gone"]);
		expect(tenant.elements(a)).toEqual({ portrait: true, odd: 1 });
		expect(tenant.written.map(({ body }) => Object.keys(body))).toEqual([["presentation"]]);
		const [entry] = await listAuditEntries(everything, null, 10);
		expect(entry).toMatchObject({ target: a, outcome: "done", changes: ["-resident_city"] });
	});

	it("keeps other changes since, and stops where the attribute itself has changed or nothing else would be left", async () => {
		const add = (name: string) => tenant.add({ name, elements: { portrait: true, odd: 1 } });
		const [d, e] = [add("D"), add("E")];
		const edit = await preview({ kind: "take-out", attribute: "odd" }, [a, d, e]);
		change(a, { elements: { odd: 1, nationality: true } });
		change(d, { elements: { portrait: true, odd: 2 } });
		change(e, { elements: { odd: 1 } });
		await run(edit);
		expect(await statesOf(edit)).toEqual(["done", "conflict", "nothing-left"]);
		expect(tenant.elements(a)).toEqual({ nationality: true });
		const [item] = (await findBulkEdit("editor", edit))?.items ?? [];
		expect(item?.note).toEqual({ written: ["odd"], now: '{"nationality":true}' });
		expect(tenant.elements(d)).toEqual({ portrait: true, odd: 2 });
	});
});

describe("undoing what was taken out", () => {
	it("restores it as it was in each, previewed first, and overwrites no later change", async () => {
		const d = tenant.add({ name: "D", elements: { portrait: true, resident_city: false, family_name: true } });
		const edit = await preview(takeOutCity, [a, c, d]);
		await run(edit);
		expect(tenant.elements(a)).toEqual({ portrait: true, odd: 1 });
		const first = await previewUndo(edit);
		expect(await statesOf(first)).toEqual(["planned"]);
		change(a, { elements: { portrait: true, resident_city: false } });
		await run(first);
		expect(await statesOf(first)).toEqual(["conflict"]);
		expect(tenant.elements(a)).toEqual({ portrait: true, resident_city: false });
		change(a, { elements: { nationality: true } });
		const again = await previewUndo(first, "again");
		await run(again);
		expect(tenant.elements(a)).toEqual({ nationality: true, resident_city: true });
	});
});

describe("a preview that an older version has stored", () => {
	const stored = (content: Partial<BulkItemPlan>): BulkItemPlan[] => [
		{ id: a, name: "A", detail: null, whole: "{}", baseline: null, state: "planned", note: {}, ...content },
	];
	const withCity: BulkItemPlan["baseline"] = [
		["portrait", "true"],
		["resident_city", "true"],
		["odd", "1"],
	];

	it("is carried out and undone, where it removes an attribute", async () => {
		const items = stored({ baseline: withCity });
		const edit = await createBulkEdit("editor", { resource: "template", operation: takeOutCity }, items);
		await run(edit);
		expect(tenant.elements(a)).toEqual({ portrait: true, odd: 1 });
		await run(await previewUndo(edit));
		expect(tenant.elements(a)).toEqual({ portrait: true, odd: 1, resident_city: true });
	});

	it("is carried out, where it restores one", async () => {
		change(a, { elements: { portrait: true } });
		const operation: TemplateOperation = { kind: "put-back", attribute: "resident_city" };
		const items = stored({ baseline: [["portrait", "true"]], former: "true" });
		const edit = await createBulkEdit("editor", { resource: "template", operation }, items);
		await run(edit);
		expect(await statesOf(edit)).toEqual(["done"]);
		expect(tenant.elements(a)).toEqual({ portrait: true, resident_city: true });
	});
});

describe("deleting", () => {
	it("deletes templates that equal the preview, not those that have changed since, and continues after one that is gone", async () => {
		const edit = await preview(remove, [a, b, c]);
		tenant.stored.delete(a);
		change(b, { name: "Theirs" });
		await run(edit);
		expect(await statesOf(edit)).toEqual(["gone", "conflict", "done"]);
		expect([...tenant.stored.keys()]).toEqual([b]);
		expect(tenant.written).toEqual([{ method: "DELETE", body: { id: c } }]);
	});

	it("looks up a template whose run was interrupted, and never deletes it unseen", async () => {
		const edit = await preview(remove, [a, b]);
		await setBulkRun(edit, "running");
		for (const id of [a, b]) expect((await claimPlannedItem(edit))?.id).toBe(id);
		tenant.stored.delete(a);
		change(b, { name: "Theirs" });
		vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + (CLAIM_LASTS_SECONDS + 1) * 1000 });
		await run(edit);
		expect(await statesOf(edit)).toEqual(["done", "conflict"]);
		expect(tenant.written).toEqual([]);
	});

	it("stops with the reason where the service refuses the console, and waits for the rate limit", async () => {
		const edit = await preview(remove, [a, b]);
		const { handle } = tenant.service;
		tenant.service.handle = (request, response) =>
			request.method === "DELETE" ? json(response, 403, refusal(403)) : handle(request, response);
		expect((await run(edit)).problem?.title).toBe("The console lacks a scope");
		tenant.service.handle = (_, response) =>
			json(response, 429, { statusCode: 429, message: "slow" }, { "retry-after": "30" });
		expect((await run(edit)).pause).toEqual({ seconds: 30, for: "rate-limit" });
		expect(await statesOf(edit)).toEqual(["planned", "planned"]);
		expect([...tenant.stored.keys()]).toEqual([a, b, c]);
	});

	it("is refused to a viewer, to support and to another admin, before anything is sent", async () => {
		const edit = await preview(remove, [a]);
		const items = (await findBulkEdit("editor", edit))?.items ?? [];
		const calls = tenant.service.seen.length;
		for (const role of ["viewer", "support"] as const) {
			signInAs(role);
			expect((await act(edit, "apply")).problem?.message).toMatch(/^Changing templates needs the editor role/);
		}
		signInAs("editor");
		const others = await createBulkEdit("another", { resource: "template", operation: remove }, items);
		expect((await act(others, "apply")).problem?.title).toBe("No bulk edit with this ID");
		expect(tenant.service.seen).toHaveLength(calls);
	});
});

describe("the export", () => {
	const exported = (...ids: string[]) =>
		exportTemplates(
			new Request(`http://localhost/templates/export?${new URLSearchParams(ids.map((id) => ["template", id]))}`),
		);

	it("is one file for a viewer as well: an array, or the one template as an import reads it", async () => {
		signInAs("viewer");
		const all = await exported(a, c);
		expect(all.headers.get("content-disposition")).toBe('attachment; filename="templates-2.json"');
		expect(await all.json()).toMatchObject([{ name: "A", type: "mdl" }, { name: "C" }]);
		expect(await (await exported(c)).json()).toMatchObject({ name: "C" });
	});

	it("is refused where one of them is gone, none was selected, or no user is signed in", async () => {
		const missing = await exported(a, "vct_none");
		expect([missing.status, await missing.text()]).toEqual([404, expect.stringContaining("vct_none")]);
		expect((await exported()).status).toBe(400);
		signInAs(null);
		expect((await exported(a)).status).toBe(401);
	});
});
