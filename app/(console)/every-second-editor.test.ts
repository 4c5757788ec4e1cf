import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { startTemplateTenant, type TemplateTenant } from "@/app/_testing/template-tenant";
import { type OperationName, operations } from "@/lib/contract/operations";
import { presentationOf } from "@/lib/contract/template/mdl-elements";
import { everything } from "@/lib/dashboard/audit/audit-entry";
import { listAuditEntries } from "@/lib/dashboard/audit/audit-trail";
import type { NamedValues } from "@/lib/dashboard/audit/changes";
import { dashboardConfig, heldConfig } from "@/lib/dashboard/config";
import { logger } from "@/lib/dashboard/logger";
import { callManagement } from "@/lib/dashboard/management/call/client";
import { requireSecondEditor, SecondEditorNeeded } from "@/lib/dashboard/proposals/require-second-editor";
import { secondEditorRule } from "@/lib/dashboard/proposals/rule-of-setting";
import { EMERGENCY_FIELD, type SecondEditorRule } from "@/lib/dashboard/proposals/second-editor";
import { writeLabels, writesOfResource } from "@/lib/dashboard/resources/writes";
import { CommandLine } from "@/lib/dashboard/session/command-line";
import { emergencyOfRequest, ReasonRefused, reasonOfRequest } from "@/lib/dashboard/session/reason";
import type { ElementChange, TemplateOperation } from "@/lib/dashboard/store/bulk-edit";
import { beginBulkRun, createBulkEdit, setBulkRun } from "@/lib/dashboard/store/bulk-edits";
import { readPurpose, writePurpose } from "@/lib/dashboard/store/template-purposes";
import {
	type FolderTenant,
	runCommand,
	startFolderTenant,
} from "@/lib/dashboard/template-folder/folder-tenant.test-data";
import { planTemplates } from "@/lib/dashboard/templates/plan-templates";
import { noPurpose } from "@/lib/dashboard/templates/purpose";
import { getTemplateWithPurpose, readStoredTemplates, templatePorts } from "@/lib/dashboard/templates/template-access";
import { readTemplateFile, templateFileName, templateFileText } from "@/lib/dashboard/templates/template-file";
import { templateNamed } from "@/lib/dashboard/templates/whole-template.test-data";
import { clearDashboardState, pointAtService, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { type FaultServer, json, startFaultServer } from "@/lib/dashboard/testing/fault-server";
import { runWithin } from "@/lib/dashboard/testing/run-within";
import { type TemplateContent, templateEditor } from "./templates/_edit/template-editor";
import { contentOf } from "./templates/_edit/template-save";
import { createTemplateAction, deleteTemplateAction, updateTemplateAction } from "./templates/_form/template-actions";
import { readChosenTemplates } from "./templates/bulk/chosen-templates";
import { importItems } from "./templates/bulk/import-items";
import { runTemplatesAction } from "./templates/bulk/run-action";
import { actsOf } from "./templates/bulk/template-change";
import { planTemplate } from "./templates/bulk/template-work";

// No save of a template gets around the rule for a second editor.

function setRule(entries: readonly string[], allowsEmergencySave = false): void {
	const secondEditor = secondEditorRule(entries) as SecondEditorRule;
	heldConfig.set({ ...dashboardConfig(), secondEditor, allowsEmergencySave });
}

const trail = () => listAuditEntries(everything, null, 100);
const stated = { ...noPurpose, purpose: "To rent you a car." };

/** Runs work as one request that states a reason, and may be an emergency. */
function asRequest<Result>(run: () => Promise<Result>, reason: string | null = null, isEmergency = false) {
	return runWithin(60_000, async () => {
		reasonOfRequest.set(reason);
		emergencyOfRequest.set(isEmergency);
		return run();
	});
}

/** The entries of the setting, one of each kind. */
const ENTRIES = ["request-more", "delete", "portrait", "all"];

describe("in the client to the tenant, and in writes of purposes", () => {
	let service: FaultServer;
	beforeEach(async () => {
		service = await startFaultServer();
		service.handle = (_, response) => json(response, 200, {});
		await pointAtService(service.address);
		signInAs("editor");
	});
	afterEach(async () => {
		vi.restoreAllMocks();
		await clearDashboardState();
		await service.close();
	});

	type Save = { operation: string; title: string; body?: unknown; before?: NamedValues; namedBy: string[] };
	const ofElements = (elements: NamedValues) => ({ presentation: presentationOf(elements) });
	const saves: Save[] = [
		{
			...{ operation: "post_vc_templates", title: "with the attribute" },
			...{ body: { name: "A", ...ofElements({ portrait: true }) }, namedBy: ["request-more", "portrait", "all"] },
		},
		{
			...{ operation: "post_vc_templates", title: "with another one" },
			...{ body: { name: "A", ...ofElements({ sex: true }) }, namedBy: ["request-more", "all"] },
		},
		{
			...{ operation: "post_vc_templates", title: "that requests nothing" },
			...{ body: { name: "A", ...ofElements({ portrait: false }) }, namedBy: ["all"] },
		},
		...[
			{ title: "its name", body: { name: "B" }, before: { name: "A" }, namedBy: ["all"] },
			{
				...{ title: "the attribute more", body: ofElements({ portrait: true }), before: { portrait: false } },
				namedBy: ["request-more", "portrait", "all"],
			},
			{
				...{ title: "another one more", body: ofElements({ portrait: true, sex: true }), before: { portrait: true } },
				namedBy: ["request-more", "all"],
			},
			{
				...{ title: "less", body: ofElements({ portrait: true }), before: { portrait: true, sex: true } },
				namedBy: ["all"],
			},
			{
				...{ title: "of a template that is not known", body: ofElements({ portrait: true }) },
				namedBy: ["request-more", "portrait", "all"],
			},
			{
				...{ title: "the name, of a template that is not known", body: { name: "B" }, namedBy: ["all"] },
			},
			{
				...{ title: "a value that may request anything", body: ofElements({ sex: { of: 1 } }), before: { sex: false } },
				namedBy: ["request-more", "all"],
			},
			{
				...{ title: "such a value that was there", body: ofElements({ sex: { of: 1 } }), before: { sex: { of: 1 } } },
				namedBy: ["all"],
			},
			{
				...{
					title: "an attribute that is called as a property",
					body: ofElements({ name: true }),
					before: { name: "A" },
				},
				namedBy: ["request-more", "all"],
			},
			...[
				{ presentation: null },
				{ presentation: { ...presentationOf({}), "org.iso.23220": { a: { portrait: true } } } },
				{ presentation: { "org.iso.18013.5.1.mDL": { "org.iso.18013.5.1.aamva": { portrait: true } } } },
			].map((body, index) => ({
				...{ title: `a request of another form, ${index + 1}`, body, before: { portrait: true } },
				namedBy: ["request-more", "portrait", "all"],
			})),
		].map((save) => ({ operation: "patch_vc_templates_by_id", ...save })),
		{ operation: "delete_vc_templates_by_id", title: "", namedBy: ["delete", "all"] },
		{ operation: "set_template_purpose", title: "", namedBy: ["all"] },
	];

	function save({ operation, body, before }: Save): Promise<unknown> {
		if (operation === "set_template_purpose") return writePurpose(undefined, "t", "A", noPurpose, stated);
		const path = Object.hasOwn(operations, operation) && operation.endsWith("_by_id") ? { path: { id: "t" } } : {};
		// What its caller says that it leads to does not count.
		const audit = { target: "t", after: {}, ...(before && { before }) };
		return callManagement(operation as OperationName, { ...path, body, audit });
	}

	test("each write of templates of the registry is among them", () => {
		expect([...new Set(saves.map(({ operation }) => operation))].toSorted()).toEqual(
			writesOfResource("template").toSorted(),
		);
		setRule(["all"]);
		for (const [operation] of writeLabels) {
			if (writesOfResource("template").includes(operation)) continue;
			expect(requireSecondEditor(operation, { id: "t", body: ofElements({ portrait: true }) })).toEqual({});
		}
	});

	test.each(saves)("$operation, $title: refused by what names it alone, and nothing is sent", async (one) => {
		for (const entry of ENTRIES) {
			setRule([entry]);
			const result = await asRequest(() => save(one)).then(
				() => "done",
				(error: unknown) => (error instanceof SecondEditorNeeded ? "refused" : error),
			);
			expect([entry, result]).toEqual([entry, one.namedBy.includes(entry) ? "refused" : "done"]);
			const isSent = (await trail()).length > 0;
			expect([entry, isSent]).toEqual([entry, !one.namedBy.includes(entry)]);
			if (!isSent) expect([service.seen, await readPurpose("t")]).toEqual([[], noPurpose]);
			await clearDashboardState();
			await pointAtService(service.address);
			signInAs("editor");
			service.seen.length = 0;
		}
	});

	test.each(saves)("$operation, $title: in an emergency saved with a reason, where that is allowed", async (one) => {
		setRule(one.namedBy, false);
		await expect(asRequest(() => save(one), "SUP-1", true)).rejects.toThrow(SecondEditorNeeded);
		setRule(one.namedBy, true);
		await expect(asRequest(() => save(one), "SUP-1", false)).rejects.toThrow(SecondEditorNeeded);
		await expect(asRequest(() => save(one), null, true)).rejects.toThrow(ReasonRefused);
		expect([service.seen, await trail(), await readPurpose("t")]).toEqual([[], [], noPurpose]);
		const logged = vi.spyOn(logger, "info");
		await asRequest(() => save(one), "SUP-1", true);
		const audit = expect.objectContaining({ operation: one.operation, emergency: true });
		expect(logged).toHaveBeenCalledWith(expect.objectContaining({ audit }), "write");
		expect(await trail()).toMatchObject([{ operation: one.operation, reason: "SUP-1", isEmergency: true }]);
	});

	test("what needs no second editor is no emergency, and needs no reason", async () => {
		setRule(["delete"], true);
		await asRequest(() => save(saves[0] as Save), null, true);
		const [row] = await trail();
		expect([row?.outcome, row?.isEmergency]).toEqual(["done", undefined]);
	});

	test("a name for the audit trail does not hide what is sent", async () => {
		setRule(["delete"]);
		const call = { path: { id: "t" }, writeName: "set_template_purpose" } as const;
		await expect(callManagement("delete_vc_templates_by_id", call)).rejects.toThrow(SecondEditorNeeded);
		expect(service.seen).toEqual([]);
	});
});

/** What leads to a save, by the module that makes the write. */
type Way = {
	from: string;
	title: string;
	/** How many rows of the audit trail it is. */
	rows: number;
	/** The entries of the setting that name it, beside "all". */
	namedBy?: string[];
	/** @returns the form that is sent, in as many steps as it needs */
	prepare: () => Promise<{
		action: (state: never, form: FormData) => Promise<unknown>;
		fields: Record<string, string>;
	}>;
};

describe("in each action that writes templates", () => {
	let tenant: TemplateTenant;
	let a: string;
	beforeEach(async () => {
		tenant = await startTemplateTenant();
		a = tenant.add({ name: "A", elements: { portrait: true, resident_city: true } });
		tenant.add({ name: "B", elements: { portrait: true } });
	});
	afterEach(() => tenant.stop());

	async function edited(change: Partial<TemplateContent>) {
		const opened = contentOf(await getTemplateWithPurpose(a)) as TemplateContent;
		const values = templateEditor.valuesOf({ ...opened, ...change });
		const fields = { templateId: a, opened: JSON.stringify(opened), values: JSON.stringify(values) };
		return { action: updateTemplateAction, fields };
	}
	async function created(change: Partial<TemplateContent> & { again?: string }) {
		const { again = "", ...content } = change;
		const bar = { ...templateEditor.defaults, name: "Bar", type: "mdl", elements: { portrait: true }, ...content };
		const values = { ...templateEditor.valuesOf(bar), again };
		return { action: createTemplateAction, fields: { values: JSON.stringify(values) } };
	}
	async function run(operation: TemplateOperation, change?: ElementChange) {
		const chosen = await readChosenTemplates([a], Date.now() + 1000);
		const items = chosen.map((one) => planTemplate(one, operation, change ? { changes: [change] } : {}));
		const plan = { resource: "template" as const, operation, acts: actsOf(operation, items) };
		const fields = { edit: await createBulkEdit("editor", plan, items), intent: "apply" };
		return { action: runTemplatesAction, fields };
	}
	/** @param files of what the tenant has afterwards, beside B */
	async function imported(...files: Parameters<typeof templateNamed>[]) {
		const mode = { deletes: true, recreates: true, keep: null };
		const all: typeof files = [...files, ["B", { elements: { portrait: true } }]];
		const plan = planTemplates({
			...{ tenant: "t", mode, stored: await readStoredTemplates(), baselines: new Map() },
			files: all.map(([name, content]) => ({
				file: `${name}.json`,
				read: readTemplateFile(Buffer.from(templateFileText(templateNamed(name, content)))),
			})),
		});
		const { items, unchanged, acts } = importItems(plan);
		const edit = { resource: "template import" as const, basis: plan.basis, mode, unchanged, ignored: [], acts };
		const fields = { edit: await createBulkEdit("editor", edit, items), intent: "apply" };
		return { action: runTemplatesAction, fields };
	}
	const kept = (): Parameters<typeof templateNamed> => ["A", { elements: tenant.elements(a) }];

	const FORM = "app/(console)/templates/_form/template-actions.ts";
	const SAVE = "app/(console)/templates/_edit/template-save.ts";
	const BULK = "app/(console)/templates/bulk/template-work.ts";
	const IMPORT = "app/(console)/templates/bulk/import-work.ts";
	const ways: Way[] = [
		{ from: FORM, title: "a new template", rows: 1, namedBy: ["request-more", "portrait"], prepare: () => created({}) },
		{
			from: FORM,
			title: "one with a purpose",
			rows: 2,
			namedBy: ["request-more", "portrait"],
			prepare: () => created({ ...stated }),
		},
		{
			from: FORM,
			title: "one that is restored",
			rows: 1,
			namedBy: ["request-more", "portrait"],
			prepare: () => created({ again: "vct_gone" }),
		},
		{
			...{ from: FORM, title: "a deletion", rows: 1, namedBy: ["delete"] },
			prepare: async () => ({ action: deleteTemplateAction, fields: { templateId: a } }),
		},
		{ from: SAVE, title: "a name", rows: 1, prepare: () => edited({ name: "C" }) },
		{ from: SAVE, title: "a purpose", rows: 1, prepare: () => edited({ ...stated }) },
		{ from: SAVE, title: "fewer attributes", rows: 1, prepare: () => edited({ elements: { portrait: true } }) },
		{
			...{ from: SAVE, title: "more, with a purpose", rows: 2, namedBy: ["request-more"] },
			prepare: () => edited({ ...stated, elements: { portrait: true, sex: true } }),
		},
		{ from: BULK, title: "a run that deletes", rows: 1, namedBy: ["delete"], prepare: () => run({ kind: "delete" }) },
		{
			...{ from: BULK, title: "a run that removes an attribute", rows: 1 },
			prepare: () => run({ kind: "take-out", attribute: "resident_city" }),
		},
		{
			...{ from: BULK, title: "cells of the matrix", rows: 1, namedBy: ["request-more"] },
			prepare: () => run({ kind: "change" }, { name: "nationality", before: null, after: "true" }),
		},
		{
			...{ from: BULK, title: "an undo", rows: 1 },
			prepare: () => run({ kind: "change", isUndo: true }, { name: "resident_city", before: "true", after: null }),
		},
		{
			from: IMPORT,
			title: "an import that creates",
			rows: 1,
			namedBy: ["request-more", "portrait"],
			prepare: () => imported(kept(), ["C"]),
		},
		{ from: IMPORT, title: "an import that deletes", rows: 1, namedBy: ["delete"], prepare: () => imported() },
		{
			...{ from: IMPORT, title: "an import that changes", rows: 1, namedBy: ["request-more"] },
			prepare: () => imported(["A", { elements: { ...tenant.elements(a), sex: true } }]),
		},
		{
			...{ from: IMPORT, title: "an import that states a purpose", rows: 1 },
			prepare: () => imported(["A", { elements: tenant.elements(a), purpose: stated }]),
		},
		{
			...{
				from: IMPORT,
				title: "an import that deletes and creates again",
				rows: 2,
				namedBy: ["request-more", "delete", "portrait"],
			},
			prepare: () => imported(["A", { elements: tenant.elements(a), certificateAuthority: "PEM" }]),
		},
	];

	async function send(
		{ action, fields }: Awaited<ReturnType<Way["prepare"]>>,
		more: Record<string, string> = {},
	): Promise<string> {
		const form = new FormData();
		for (const [name, value] of Object.entries({ ...fields, ...more })) form.set(name, value);
		const state = await runWithin(60_000, () => action({} as never, form)).catch((error: { digest?: string }) => {
			if (error.digest?.startsWith("NEXT_REDIRECT")) return null;
			throw error;
		});
		return JSON.stringify(state) ?? "";
	}
	const rows = async () => {
		const names = writesOfResource("template");
		return (await trail()).filter(({ operation }) => names.includes(operation));
	};

	test.each(ways)("$title: refused, and saved in an emergency with a reason", async ({ prepare, rows: count }) => {
		const before = JSON.stringify([...tenant.stored]);
		setRule(["all"]);
		const emergency = { [EMERGENCY_FIELD]: "yes" };
		const refused = await prepare();
		const tries: Record<string, string>[] = [{}, { reason: "SUP-1" }, { ...emergency, reason: "SUP-1" }];
		for (const more of tries) expect(await send(refused, more)).toContain('"about":"second-editor"');
		setRule(["all"], true);
		const form = await prepare();
		for (const one of [refused, form]) expect(await send(one)).toContain('"about":"second-editor"');
		expect(await send(form, emergency)).toContain("Saving without a second editor needs a reason");
		expect([tenant.written, await rows(), await readPurpose(a)]).toEqual([[], [], noPurpose]);
		expect(JSON.stringify([...tenant.stored])).toBe(before);
		expect(await send(form, { ...emergency, reason: "SUP-1" })).not.toContain('"problem"');
		expect((await rows()).map(({ reason, isEmergency, outcome }) => [reason, isEmergency, outcome])).toEqual(
			Array(count).fill(["SUP-1", true, "done"]),
		);
	});

	const single = ways.flatMap(({ namedBy = [], ...way }) =>
		ENTRIES.filter((entry) => entry !== "all").map((entry) => ({ ...way, entry, isNamed: namedBy.includes(entry) })),
	);
	test.each(single)(
		"$title, under $entry alone: refused is $isNamed",
		async ({ entry, isNamed, prepare, rows: count }) => {
			setRule([entry]);
			const answer = await send(await prepare());
			expect(answer.includes('"about":"second-editor"')).toBe(isNamed);
			expect((await rows()).map(({ outcome }) => outcome)).toEqual(isNamed ? [] : Array(count).fill("done"));
			if (isNamed) expect([tenant.written, await readPurpose(a)]).toEqual([[], noPurpose]);
		},
	);

	test("what is deleted to be created again stays, where the creation needs a second editor", async () => {
		const form = await imported(["A", { elements: tenant.elements(a), certificateAuthority: "PEM" }]);
		for (const entry of ["request-more", "portrait"]) {
			setRule([entry]);
			expect(await send(form)).toContain('"about":"second-editor"');
			expect([tenant.written, tenant.stored.has(a)]).toEqual([[], true]);
		}
	});

	test("a run that was begun as an emergency is one to its end", async () => {
		setRule(["all"], true);
		const form = await run({ kind: "delete" });
		const id = form.fields.edit ?? "";
		await beginBulkRun(id, "SUP-1", true);
		await setBulkRun(id, "stopped");
		expect(await send(form)).toBe('{"pause":null}');
		expect(await rows()).toMatchObject([{ reason: "SUP-1", isEmergency: true }]);
		setRule(["all"], false);
		a = tenant.add({ name: "C", elements: { portrait: true } });
		const other = await run({ kind: "delete" });
		await beginBulkRun(other.fields.edit ?? "", "SUP-1", true);
		expect(await send(other, { intent: "continue" })).toContain('"about":"second-editor"');
		expect(tenant.stored.has(a)).toBe(true);
	});

	test("each module that writes templates is among them", () => {
		const root = join(import.meta.dirname, "../..");
		const sources = globSync("{app,lib/dashboard}/**/*.{ts,tsx}", { cwd: root }).filter(
			(file) => !/\.test(-data)?\.|_testing|\/testing\//.test(file),
		);
		const using = (pattern: RegExp) => sources.filter((file) => pattern.test(readFileSync(join(root, file), "utf8")));
		const writing = using(
			/\b(createTemplate|updateTemplate|deleteTemplate|writePurpose|templatePorts)\b|callManagement\(\s*"(post|patch|delete)_vc/,
		);
		// Where these are, the command, and what an approval lets through.
		const others = [
			"lib/dashboard/management/templates.ts",
			"lib/dashboard/proposals/apply-approved.ts",
			"lib/dashboard/store/template-purposes.ts",
			"lib/dashboard/template-folder/templates-command.ts",
			"lib/dashboard/templates/template-access.ts",
		];
		expect(writing.toSorted()).toEqual([...new Set(ways.map(({ from }) => from)), ...others].toSorted());
		expect(using(/(insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(\s*"template_purposes"/)).toEqual([
			"lib/dashboard/store/template-purposes.ts",
		]);
		// Of templates that are gone.
		expect(using(/(insert into|update|delete from|replace into)\s+"?template_purposes/i)).toEqual([
			"lib/dashboard/store/prune-store.ts",
		]);
		// By a name that is not written there: of sessions and refresh tokens.
		expect(using(/\bcallManagement\(\s*[^"\s)]/)).toEqual(["lib/dashboard/management/held-by-users.ts"]);
	});
});

describe("in the command", () => {
	let tenant: FolderTenant;
	beforeEach(async () => {
		tenant = await startFolderTenant();
		for (const name of ["A", "B"]) tenant.add(templateNamed(name));
		await runCommand({ name: "export", folder: tenant.folder, overwrite: false });
	});
	afterEach(() => tenant.stop());

	test.each([
		["creates", () => tenant.write("new.json", templateFileText(templateNamed("New")))],
		["deletes", () => tenant.remove(templateFileName("B"))],
		["changes", () => tenant.write(templateFileName("B"), templateFileText(templateNamed("B", { type: "other" })))],
		[
			"deletes and creates again",
			() => tenant.write(templateFileName("B"), templateFileText(templateNamed("B", { certificateAuthority: "PEM" }))),
		],
	])("an apply that %s does not save", async (_, change) => {
		change();
		setRule(["all"]);
		const mode = { deletes: true, recreates: true, keep: null };
		const result = await runCommand({ name: "apply", folder: tenant.folder, mode, saved: null, isConfirmed: true });
		expect([tenant.written, result.exitCode]).toEqual([[], 3]);
		const names = writesOfResource("template");
		expect((await trail()).filter(({ operation }) => names.includes(operation))).toEqual([]);
	});

	test("no write of it gets around the rule, whatever planned it", async () => {
		const id = tenant.idOf("B");
		const before = templateNamed("B");
		const more = { ...before, elements: { portrait: true, sex: true } };
		const ports = templatePorts((call) => call(), new CommandLine("SUP-1"));
		const writes: [namedBy: string[], write: () => Promise<unknown>][] = [
			[["request-more", "portrait", "all"], () => ports.create(templateNamed("New"))],
			[["request-more", "all"], () => ports.change(id, before, more)],
			[["all"], () => ports.change(id, before, { ...before, name: "C" })],
			[["all"], () => ports.change(id, before, { ...before, purpose: stated })],
			[["delete", "all"], () => ports.remove(id, before)],
			[["request-more", "portrait", "delete", "all"], () => ports.remove(id, before, before)],
		];
		for (const [namedBy, write] of writes) {
			for (const entry of namedBy) {
				setRule([entry]);
				await expect(write()).rejects.toThrow(SecondEditorNeeded);
				expect([tenant.written, await readPurpose(id)]).toEqual([[], noPurpose]);
			}
		}
	});
});
