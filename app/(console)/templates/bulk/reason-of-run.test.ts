import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startTemplateTenant, type TemplateTenant } from "@/app/_testing/template-tenant";
import { everything } from "@/lib/dashboard/audit/audit-entry";
import { listAuditEntries } from "@/lib/dashboard/audit/audit-trail";
import { dashboardConfig, heldConfig } from "@/lib/dashboard/config";
import { ACT_KINDS, type ActKind } from "@/lib/dashboard/resources/act-kinds";
import type { ElementChange, TemplateOperation } from "@/lib/dashboard/store/bulk-edit";
import {
	beginBulkRun,
	CLAIM_LASTS_SECONDS,
	claimPlannedItem,
	createBulkEdit,
	findBulkEdit,
	findBulkEditHead,
} from "@/lib/dashboard/store/bulk-edits";
import { planTemplates } from "@/lib/dashboard/templates/plan-templates";
import { readStoredTemplates } from "@/lib/dashboard/templates/template-access";
import { readTemplateFile, templateFileText } from "@/lib/dashboard/templates/template-file";
import { templateNamed } from "@/lib/dashboard/templates/whole-template.test-data";
import { runWithin } from "@/lib/dashboard/testing/run-within";
import { readChosenTemplates } from "./chosen-templates";
import { importItems } from "./import-items";
import { previewUndo } from "./preview-undo.test-data";
import { runTemplatesAction } from "./run-action";
import { actsOf } from "./template-change";
import { planTemplate } from "./template-work";

let tenant: TemplateTenant;
let a: string;
let b: string;
beforeEach(async () => {
	tenant = await startTemplateTenant();
	a = tenant.add({ name: "A", elements: { portrait: true, resident_city: true } });
	b = tenant.add({ name: "B", elements: { portrait: true, nationality: true } });
});
afterEach(async () => {
	vi.useRealTimers();
	await tenant.stop();
});

function requireFor(...reasonRequired: ActKind[]): void {
	heldConfig.set({ ...dashboardConfig(), reasonRequired });
}

const city = (before: string | null, after: string | null): ElementChange => ({ name: "resident_city", before, after });

/** Stores the preview, like the pages do. @returns its ID */
async function preview(operation: TemplateOperation, ids: readonly string[], change?: ElementChange): Promise<string> {
	const chosen = await readChosenTemplates(ids, Date.now() + 1000);
	const items = chosen.map((one) => planTemplate(one, operation, change ? { changes: [change] } : {}));
	return createBulkEdit("editor", { resource: "template", operation, acts: actsOf(operation, items) }, items);
}

/** Stores the preview of an import of these files. @returns its ID */
async function previewImport(...files: Parameters<typeof templateNamed>[]): Promise<string> {
	const mode = { deletes: true, recreates: true, keep: null };
	const plan = planTemplates({
		tenant: "t",
		mode,
		stored: await readStoredTemplates(),
		baselines: new Map(),
		files: files.map(([name, content]) => ({
			file: `${name}.json`,
			read: readTemplateFile(Buffer.from(templateFileText(templateNamed(name, content)))),
		})),
	});
	const { items, unchanged, acts } = importItems(plan);
	const edit = { resource: "template import" as const, basis: plan.basis, mode, unchanged, ignored: [], acts };
	return createBulkEdit("editor", edit, items);
}

function act(edit: string, intent: string, reason?: string) {
	const form = new FormData();
	form.set("edit", edit);
	form.set("intent", intent);
	if (reason !== undefined) form.set("reason", reason);
	return runWithin(30_000, () => runTemplatesAction({}, form));
}

async function run(edit: string, reason?: string) {
	let state = await act(edit, "apply", reason);
	while (state.pause && state.pause.seconds === 0) state = await act(edit, "continue");
	return state;
}

/** The reasons of the trail, the oldest first. */
async function reasonsKept(): Promise<(string | null)[]> {
	return (await listAuditEntries(everything, null, 100)).map(({ reason }) => reason).reverse();
}

const missing = { problem: expect.objectContaining({ about: "reason", title: "A reason is needed" }) };

const runs: { title: string; acts: ActKind[]; plan: () => Promise<string>; rows: number }[] = [
	{ title: "a deletion", acts: ["delete"], plan: () => preview({ kind: "delete" }, [a, b]), rows: 2 },
	{
		title: "changes that request more",
		acts: ["request-more"],
		plan: () => preview({ kind: "change" }, [a, b], city(null, "true")),
		rows: 1,
	},
	{ title: "an import that creates", acts: ["request-more"], plan: () => previewImport(["C"], ...kept()), rows: 1 },
	{ title: "an import that deletes", acts: ["delete"], plan: () => previewImport(...kept().slice(1)), rows: 1 },
	{
		title: "an import that deletes and creates again",
		acts: ["delete", "request-more"],
		plan: () => previewImport(["A", { elements: tenant.elements(a), certificateAuthority: "PEM" }], ...kept().slice(1)),
		rows: 2,
	},
	{
		title: "an import that requests more",
		acts: ["request-more"],
		plan: () => previewImport(["A", { elements: { ...tenant.elements(a), sex: true } }], ...kept().slice(1)),
		rows: 1,
	},
];

/** Files of what the tenant has. */
function kept(): Parameters<typeof templateNamed>[] {
	return [a, b].map((id) => [tenant.stored.get(id)?.name ?? "", { elements: tenant.elements(id) }]);
}

describe("where a reason is required", () => {
	it.each(runs)(
		"$title does not begin without one, and each write has the one that was stated",
		async ({ acts, plan, rows }) => {
			requireFor(...ACT_KINDS);
			const edit = await plan();
			expect((await findBulkEditHead("editor", edit))?.acts).toEqual(acts);
			for (const reason of [undefined, "  ", "\n"]) expect(await run(edit, reason)).toEqual(missing);
			expect([tenant.written, await reasonsKept()]).toEqual([[], []]);
			expect(await findBulkEditHead("editor", edit)).toMatchObject({ run: "preview", reason: null });
			expect(await run(edit, " SUP-1 ")).toEqual({ pause: null });
			expect(await reasonsKept()).toEqual(Array(rows).fill("SUP-1"));
			expect(tenant.written).toHaveLength(rows);
		},
	);

	it.each(runs)("$title begins where other acts require one", async ({ acts, plan, rows }) => {
		requireFor(...ACT_KINDS.filter((kind) => !acts.includes(kind)));
		expect(await run(await plan())).toEqual({ pause: null });
		expect(await reasonsKept()).toEqual(Array(rows).fill(null));
	});

	it("what requests less needs none", async () => {
		requireFor(...ACT_KINDS);
		const edit = await preview({ kind: "take-out", attribute: "resident_city" }, [a, b]);
		expect((await findBulkEditHead("editor", edit))?.acts).toEqual([]);
		expect(await run(edit)).toEqual({ pause: null });
		expect(tenant.written).toHaveLength(1);
	});

	it("a bad one is refused, and the run stays a preview", async () => {
		const edit = await preview({ kind: "delete" }, [a]);
		const refused = { problem: expect.objectContaining({ about: "reason" }) };
		for (const bad of ["x".repeat(201), "-----BEGIN PRIVATE KEY-----"]) expect(await run(edit, bad)).toEqual(refused);
		expect(await findBulkEditHead("editor", edit)).toMatchObject({ run: "preview", reason: null });
		expect(tenant.written).toEqual([]);
	});

	it("a run that was begun without one stops, whatever is in the field", async () => {
		const edit = await preview({ kind: "delete" }, [a]);
		await beginBulkRun(edit, null);
		for (const intent of ["stop", "leave"]) {
			expect(await act(edit, intent, "x".repeat(201))).toEqual({ pause: null });
			expect(await findBulkEditHead("editor", edit)).toMatchObject({ run: "stopped" });
		}
		expect(tenant.written).toEqual([]);
	});

	it("an undo is a run of its own, with its own reason", async () => {
		requireFor("request-more");
		const edit = await preview({ kind: "take-out", attribute: "resident_city" }, [a]);
		await run(edit, "SUP-1");
		const undo = await previewUndo(edit);
		expect(await run(undo)).toEqual(missing);
		await run(undo, "SUP-2");
		expect(await reasonsKept()).toEqual(["SUP-1", "SUP-2"]);
		expect(tenant.elements(a)).toEqual({ portrait: true, resident_city: true });
	});

	it("a preview that an older version has stored needs one", async () => {
		requireFor("delete");
		const operation = { kind: "delete" } as const;
		const items = (await readChosenTemplates([a], Date.now() + 1000)).map((one) => planTemplate(one, operation));
		expect(await run(await createBulkEdit("editor", { resource: "template", operation }, items))).toEqual(missing);
	});
});

describe("a run's reason", () => {
	it("is that of what is written after a stop, and after the process that wrote was killed", async () => {
		requireFor("delete");
		const c = tenant.add({ name: "C", elements: { portrait: true } });
		const edit = await preview({ kind: "delete" }, [a, b, c]);
		// Killed after it had claimed the first template.
		vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
		await act(edit, "stop");
		await beginBulkRun(edit, "SUP-1");
		await claimPlannedItem(edit);
		await act(edit, "stop");
		vi.setSystemTime(Date.now() + (CLAIM_LASTS_SECONDS + 1) * 1000);
		expect(await run(edit, "another")).toEqual({ pause: null });
		expect(await reasonsKept()).toEqual(["SUP-1", "SUP-1", "SUP-1"]);
		expect((await findBulkEdit("editor", edit))?.reason).toBe("SUP-1");
		expect(tenant.stored.size).toBe(0);
	});

	it("can be stated at a resume, where the settings require one since", async () => {
		const edit = await preview({ kind: "delete" }, [a, b]);
		await act(edit, "stop");
		requireFor("delete");
		expect(await act(edit, "apply")).toEqual(missing);
		expect(await findBulkEditHead("editor", edit)).toMatchObject({ run: "stopped" });
		await run(edit, "SUP-3");
		expect(await reasonsKept()).toEqual(["SUP-3", "SUP-3"]);
	});

	it("stops a run under way, where the settings require one since", async () => {
		const edit = await preview({ kind: "delete" }, [a, b]);
		await beginBulkRun(edit, null);
		requireFor("delete");
		expect(await act(edit, "continue")).toEqual(missing);
		expect(await findBulkEditHead("editor", edit)).toMatchObject({ run: "stopped" });
		expect(tenant.written).toEqual([]);
	});
});
