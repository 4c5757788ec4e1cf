import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startTemplateTenant, type TemplateTenant } from "@/app/_testing/template-tenant";
import { dashboardConfig, heldConfig } from "@/lib/dashboard/config";
import { findBulkEdit } from "@/lib/dashboard/store/bulk-edits";
import { printedNames, printOf } from "@/lib/dashboard/templates/request-print";
import { signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { CHOSEN_TEMPLATES_MAX } from "../_list/list-query";
import { previewUndo } from "../bulk/preview-undo.test-data";
import { runTemplatesAction } from "../bulk/run-action";
import { cellField, changedCells, type MatrixEdits, type MatrixRow, matrixColumns, rowField, withCell } from "./matrix";
import { previewMatrixAction } from "./preview-action";

let tenant: TemplateTenant;
beforeEach(async () => {
	tenant = await startTemplateTenant();
});
afterEach(() => tenant.stop());

/** The rows of a page that is read now. */
const rowsNow = (): MatrixRow[] =>
	[...tenant.stored].map(([id, { name, elements }]) => ({ id, name, print: printOf(elements) }));
const column = (name: string) => matrixColumns.find((one) => one.name === name) ?? expect.fail(name);

function formOf(edits: MatrixEdits): FormData {
	const form = new FormData();
	for (const [id, { row, cells }] of edits) form.append("row", rowField(id, row.print?.cells ?? "", cells));
	return form;
}

/** @returns the ID of the preview */
async function preview(form: FormData): Promise<string> {
	const thrown: unknown = await previewMatrixAction({}, form).then(
		({ problem }) => expect.fail(problem?.title),
		(error) => error,
	);
	const digest = thrown instanceof Error && "digest" in thrown ? String(thrown.digest) : "";
	return /;\/templates\/bulk\/([\w-]+);/.exec(digest)?.[1] ?? expect.fail(String(thrown));
}

async function run(edit: string): Promise<void> {
	for (let intent = "apply"; ; intent = "continue") {
		const form = new FormData();
		form.set("edit", edit);
		form.set("intent", intent);
		const { pause, problem } = await runTemplatesAction({}, form);
		expect(problem).toBeUndefined();
		if (!pause) return;
	}
}

async function statesOf(edit: string): Promise<Record<string, string>> {
	const items = (await findBulkEdit("editor", edit))?.items ?? [];
	return Object.fromEntries(items.map(({ id, state }) => [id, state]));
}

describe("the edits of a matrix", () => {
	test("are previewed as one bulk edit, written to each template, and undone", async () => {
		const a = tenant.add({ elements: { portrait: true, nationality: false, odd: { x: 1 } } });
		const b = tenant.add({ elements: { birth_date: true } });
		const c = tenant.add({ elements: { portrait: true } });
		const rows = rowsNow();
		let edits = withCell(new Map(), rows.slice(0, 2), column("resident_city"), true);
		edits = withCell(edits, rows, column("portrait"), false);
		edits = withCell(edits, rows.slice(0, 1), column("nationality"), true);
		const id = await preview(formOf(edits));
		expect(tenant.written).toEqual([]);
		expect(await statesOf(id)).toEqual({ [a]: "planned", [b]: "planned", [c]: "nothing-left" });
		await run(id);
		expect(await statesOf(id)).toEqual({ [a]: "done", [b]: "done", [c]: "nothing-left" });
		expect([a, b, c].map((one) => tenant.elements(one))).toEqual([
			{ nationality: true, odd: { x: 1 }, resident_city: true },
			{ birth_date: true, resident_city: true },
			{ portrait: true },
		]);
		const undo = await previewUndo(id);
		await run(undo);
		expect(await statesOf(undo)).toEqual({ [a]: "done", [b]: "done" });
		expect([a, b].map((one) => tenant.elements(one))).toEqual([
			{ portrait: true, nationality: false, odd: { x: 1 } },
			{ birth_date: true },
		]);
	});

	test("are undone where they were written, and what another admin had done already stays", async () => {
		const a = tenant.add({ elements: { portrait: true, birth_date: true } });
		const put = (elements: Record<string, unknown>) => {
			tenant.stored.set(a, { ...(tenant.stored.get(a) ?? expect.fail()), elements });
		};
		const before = rowsNow();
		const ticks = [
			["resident_city", true],
			["nationality", true],
			["portrait", false],
		] as const;
		const edits = ticks.reduce(
			(edits, [name, tick]) => withCell(edits, before, column(name), tick),
			new Map() as MatrixEdits,
		);
		// Before the preview, and between the preview and the run.
		put({ portrait: true, birth_date: true, nationality: true });
		const id = await preview(formOf(edits));
		const [item] = (await findBulkEdit("editor", id))?.items ?? [];
		expect(item?.changes?.map(({ name }) => name)).toEqual(["portrait", "resident_city"]);
		put({ portrait: true, birth_date: true, nationality: true, resident_city: true });
		await run(id);
		expect(await statesOf(id)).toEqual({ [a]: "done" });
		expect(tenant.elements(a)).toEqual({ birth_date: true, nationality: true, resident_city: true });
		await run(await previewUndo(id));
		expect(tenant.elements(a)).toEqual({ portrait: true, birth_date: true, nationality: true, resident_city: true });
	});

	test("are those of its boxes without scripts, and its buttons change the rows of the page", async () => {
		const a = tenant.add({ elements: { birth_date: true, portrait: true } });
		const b = tenant.add({ elements: { birth_date: true } });
		const form = new FormData();
		for (const { id, print } of rowsNow()) form.append("row", rowField(id, print?.cells ?? ""));
		for (const [id, name] of [
			[a, "birth_date"],
			[b, "birth_date"],
			[b, "resident_city"],
		] as const)
			form.append("cell", cellField(id, column(name)));
		form.set("column", "replace birth_date age_over_21");
		await run(await preview(form));
		expect([tenant.elements(a), tenant.elements(b)]).toEqual([
			{ age_over_21: true },
			{ resident_city: true, age_over_21: true },
		]);
	});

	test("are returned beside a problem without scripts: with them the page has them still", async () => {
		const a = tenant.add({ elements: { portrait: true } });
		const edits = withCell(new Map(), rowsNow(), column("resident_city"), true);
		tenant.service.handle = (_, response) => void response.writeHead(503).end();
		const form = formOf(edits);
		const refused = await previewMatrixAction({}, form);
		expect(refused.problem).toBeDefined();
		expect(refused.edits?.map(([id, before, after]) => [id, changedCells(before, after)])).toEqual([
			[a, [{ column: column("resident_city"), cell: "-", tick: true }]],
		]);
		form.set("scripted", "yes");
		expect(Object.keys(await previewMatrixAction({}, form))).toEqual(["problem"]);
	});

	test("are refused to a viewer, where there are none, and where they are of too many templates, before anything is read", async () => {
		const a = tenant.add({ elements: { portrait: true } });
		const edits = withCell(new Map(), rowsNow(), column("resident_city"), true);
		const many = new FormData();
		for (let index = 0; index <= CHOSEN_TEMPLATES_MAX; index += 1)
			many.append("row", rowField(`vct_${index}`, "-".repeat(23), "r".repeat(23)));
		const title = async (form: FormData) => (await previewMatrixAction({}, form)).problem?.title;
		expect(await title(new FormData())).toBe("Nothing was changed");
		expect(await title(many)).toBe(`${CHOSEN_TEMPLATES_MAX + 1} templates are too many`);
		signInAs("viewer");
		const { problem } = await previewMatrixAction({}, formOf(edits));
		expect(problem?.message).toMatch(/^Changing templates needs the editor role/);
		expect(tenant.service.seen).toEqual([]);
		expect(tenant.elements(a)).toEqual({ portrait: true });
	});
});

test("support's edits are previewed where the operator lets support propose, and not applied", async () => {
	const a = tenant.add({ elements: { portrait: true } });
	heldConfig.set({ ...dashboardConfig(), proposers: ["support"] });
	signInAs("support");
	const id = await preview(formOf(withCell(new Map(), rowsNow(), column("resident_city"), true)));
	const form = new FormData();
	for (const [name, value] of Object.entries({ edit: id, intent: "apply" })) form.set(name, value);
	expect((await runTemplatesAction({}, form)).problem?.message).toMatch(/^Changing templates needs the editor role/);
	expect(await findBulkEdit("support", id)).toMatchObject({ run: "preview", items: [{ id: a, state: "planned" }] });
	signInAs("viewer");
	const { problem } = await previewMatrixAction({}, form);
	expect(problem?.message).toMatch(/^Changing templates needs the editor role/);
});

/** The names that a run has changed in each template. */
type Wrote = Map<string, string[]>;

function differing(before: Record<string, unknown>, after: Record<string, unknown>): string[] {
	const all = new Set([...Object.keys(before), ...Object.keys(after)]);
	return [...all].filter((name) => before[name] !== after[name]);
}

const RUNS = process.env.LONG ? 500 : 15;

test("for any sequence of two admins and a program, each template gets the changes of a matrix where nobody else changed the same, or keeps all that it has, and an undo changes only what its run has written", {
	timeout: 30_000 + RUNS * 1000,
}, async () => {
	const names = ["portrait", "age_over_18", "birth_date"] as const;
	const [template, admin] = [fc.nat(2), fc.nat(1)];
	const name = fc.constantFrom(...names);
	const value = fc.constantFrom(true, false, null);
	const step = fc.oneof(
		{ weight: 6, arbitrary: fc.record({ kind: fc.constant("toggle" as const), admin, template, name }) },
		{ weight: 3, arbitrary: fc.record({ kind: fc.constant("program" as const), template, name, value }) },
		{ weight: 3, arbitrary: fc.record({ kind: fc.constant("preview" as const), admin }) },
		{ weight: 3, arbitrary: fc.record({ kind: fc.constant("run" as const), admin }) },
		{ weight: 4, arbitrary: fc.record({ kind: fc.constant("undo" as const), admin }) },
		{ weight: 1, arbitrary: fc.record({ kind: fc.constant("reload" as const), admin }) },
	);
	/** A conflict, and a change that is undone: a few random sequences may reach neither. */
	const reached = [
		{ kind: "toggle", admin: 0, template: 0, name: "birth_date" },
		{ kind: "program", template: 0, name: "birth_date", value: false },
		{ kind: "preview", admin: 0 },
		{ kind: "reload", admin: 0 },
		{ kind: "toggle", admin: 0, template: 1, name: "birth_date" },
		...(["preview", "run", "undo", "run"] as const).map((kind) => ({ kind, admin: 0 })),
	] as const;
	const ids = names.map(() => tenant.add({ elements: { portrait: true, odd: 1 } }));
	const counts = { written: 0, conflicts: 0, undone: 0 };
	const put = (id: string, elements: Record<string, unknown>) => {
		const stored = tenant.stored.get(id) ?? expect.fail();
		if (Object.values(elements).some((one) => one !== false)) tenant.stored.set(id, { ...stored, elements });
	};
	await fc.assert(
		fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60, size: "max" }), async (steps) => {
			for (const id of ids) put(id, { portrait: true });
			const page = () => ({
				rows: rowsNow(),
				edits: new Map() as MatrixEdits,
				open: null as string | null,
				done: null as { edit: string; wrote: Wrote } | null,
				/** Of an open undo: what the run has written that it undoes. */
				undone: null as Wrote | null,
			});
			const pages = [page(), page()];
			for (const one of steps) {
				if (one.kind === "program") {
					const id = ids[one.template] ?? "";
					const { [one.name]: _, ...others } = tenant.elements(id);
					put(id, one.value === null ? others : { ...others, [one.name]: one.value });
					continue;
				}
				const at = pages[one.admin] ?? expect.fail();
				if (one.kind === "reload") pages[one.admin] = page();
				else if (one.kind === "toggle") {
					const row = at.rows[one.template] ?? expect.fail();
					const now = at.edits.get(row.id)?.cells ?? row.print?.cells ?? "";
					const isOn = /[rs]/.test(now[printedNames.indexOf(one.name)] ?? "");
					at.edits = withCell(at.edits, [row], column(one.name), !isOn);
				} else if (one.kind === "preview" && at.edits.size > 0) {
					const now = new Map(rowsNow().map(({ id, print }) => [id, print?.cells ?? ""]));
					at.open = await preview(formOf(at.edits));
					at.undone = null;
					const states = await statesOf(at.open);
					for (const [id, { row, cells }] of at.edits) {
						// Changed by others since the page was read, and not to the same.
						const isContested = changedCells(row.print?.cells ?? "", cells).some(
							({ column: { place }, cell, tick }) => {
								const held = now.get(id)?.[place] ?? "-";
								return held !== cell && (tick ? !/[rs]/.test(held) : held !== "-");
							},
						);
						expect(states[id] === "conflict").toBe(isContested);
						if (isContested) counts.conflicts += 1;
					}
				} else if (one.kind === "undo" && at.done) {
					const done = at.done;
					at.done = null;
					at.open = await previewUndo(done.edit).catch(() => null);
					at.undone = done.wrote;
				} else if (one.kind === "run" && at.open) {
					const { open } = at;
					const edit = await findBulkEdit("editor", open);
					// Only the newest previews are kept.
					if (!edit) continue;
					const before = new Map(ids.map((id) => [id, structuredClone(tenant.elements(id))]));
					await run(open);
					const after = await statesOf(open);
					const wrote: Wrote = new Map(
						ids.map((id) => [id, differing(before.get(id) ?? {}, tenant.elements(id))] as const),
					);
					for (const [id, names] of wrote) {
						if (!at.undone) continue;
						expect(at.undone.get(id)).toEqual(expect.arrayContaining(names));
						counts.undone += names.length;
					}
					for (const id of ids) {
						const item = edit.items.find((each) => each.id === id);
						const now = new Map(
							Object.entries(before.get(id) ?? {}).map(([name, held]) => [name, JSON.stringify(held)]),
						);
						const changes = item?.state === "planned" ? (item.changes ?? []) : [];
						const isContested = changes.some(
							({ name, before, after }) => ![before, after].includes(now.get(name) ?? null),
						);
						const wanted = new Map(now);
						for (const { name, after } of changes) {
							if (after === null) wanted.delete(name);
							else wanted.set(name, after);
						}
						const isLeft = [...wanted.values()].some((json) => json !== "false");
						const expected = isContested || !isLeft ? now : wanted;
						const held = Object.entries(tenant.elements(id)).map(([name, value]) => [name, JSON.stringify(value)]);
						expect(Object.fromEntries(held)).toEqual(Object.fromEntries(expected));
						if (changes.length === 0) continue;
						const isSame = changes.every(({ name, after }) => (now.get(name) ?? null) === after);
						expect(after[id]).toBe(isSame ? "unchanged" : isContested ? "conflict" : isLeft ? "done" : "nothing-left");
						if (after[id] === "done") counts.written += 1;
						if (after[id] === "conflict") counts.conflicts += 1;
					}
					pages[one.admin] = { ...page(), done: at.undone ? null : { edit: open, wrote } };
				}
			}
		}),
		{ numRuns: RUNS, examples: [[[...reached]]] },
	);
	expect(Math.min(...Object.values(counts))).toBeGreaterThan(process.env.LONG ? RUNS / 20 : 0);
});
