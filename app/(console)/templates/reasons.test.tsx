import type { ReactNode } from "react";
import { renderToReadableStream } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Queries } from "@/app/_forms/queries";
import { ReasonRules } from "@/app/_forms/reason-field";
import { SecondEditorRules } from "@/app/_forms/second-editor";
import { formDataOf } from "@/app/_testing/page-form";
import { startTemplateTenant, type TemplateTenant } from "@/app/_testing/template-tenant";
import { everything } from "@/lib/dashboard/audit/audit-entry";
import { listAuditEntries } from "@/lib/dashboard/audit/audit-trail";
import { dashboardConfig, heldConfig } from "@/lib/dashboard/config";
import { ACT_KINDS, type ActKind } from "@/lib/dashboard/resources/act-kinds";
import type { TemplateOperation } from "@/lib/dashboard/store/bulk-edit";
import { beginBulkRun, createBulkEdit, findBulkEditHead } from "@/lib/dashboard/store/bulk-edits";
import { dashboardDatabase } from "@/lib/dashboard/store/dashboard-database";
import { printOf } from "@/lib/dashboard/templates/request-print";
import { runWithin } from "@/lib/dashboard/testing/run-within";
import { bulkProgressPage } from "../_metadata-bulk/bulk-progress";
import { createTemplateAction, deleteTemplateAction, updateTemplateAction } from "./_form/template-actions";
import TemplatePage from "./(form)/[id]/page";
import NewTemplatePage from "./(form)/new/page";
import TemplateHistoryPage from "./[id]/history/page";
import BulkTemplatesPlanPage from "./bulk/[id]/page";
import { readChosenTemplates } from "./bulk/chosen-templates";
import { previewUndo } from "./bulk/preview-undo.test-data";
import { runTemplatesAction } from "./bulk/run-action";
import { planTemplate } from "./bulk/template-work";
import DeletedTemplatesPage from "./deleted/page";
import ImportPreviewPage from "./import/[id]/page";
import { matrixColumns, rowField, SCRIPTED_FIELD, withCell } from "./matrix/matrix";
import { previewMatrixAction } from "./matrix/preview-action";

let tenant: TemplateTenant;
let id: string;
beforeEach(async () => {
	tenant = await startTemplateTenant();
	id = tenant.add({ name: "Bar", elements: { portrait: true } });
	requireFor(...ACT_KINDS);
});
afterEach(() => tenant.stop());

function requireFor(...reasonRequired: ActKind[]): void {
	heldConfig.set({ ...dashboardConfig(), reasonRequired });
}

async function htmlOf(page: () => Promise<ReactNode>): Promise<string> {
	return runWithin(30_000, async () => {
		const required = dashboardConfig().reasonRequired;
		const stream = await renderToReadableStream(
			<ReasonRules value={{ required, typed: "" }}>
				<SecondEditorRules value={{ rule: dashboardConfig().secondEditor, allowsEmergency: false, mayPropose: true }}>
					<Queries>{await page()}</Queries>
				</SecondEditorRules>
			</ReasonRules>,
		);
		return (await new Response(stream).text()).replaceAll(/<!--.*?-->/gs, "");
	});
}
const none = Promise.resolve({});
const templatePage = () => htmlOf(() => TemplatePage({ params: Promise.resolve({ id }), searchParams: none }));
const newPage = () => htmlOf(() => NewTemplatePage({ searchParams: none }));
const bulkPage = (edit: string) =>
	htmlOf(() => BulkTemplatesPlanPage({ params: Promise.resolve({ id: edit }), searchParams: none }));

const inRequest = <Result,>(act: () => Promise<Result>) => runWithin(30_000, act);
const clearTrail = async () => (await dashboardDatabase()).deleteFrom("audit_trail").execute();
const keptReasons = async () => (await listAuditEntries(everything, null, 20)).map(({ reason }) => reason);
/** The field with what is around it; empty where there is none. */
const fieldIn = (html: string) =>
	/<div[^>]*>\s*<div class="field">(?:(?!class="field").)*name="reason".*?<\/div>/s.exec(html)?.[0] ?? "";

describe("without scripts", () => {
	test("the form has the field always, which says when it is needed and is not marked as required", async () => {
		for (const html of [await templatePage(), await newPage()]) {
			const field = fieldIn(html);
			expect(field).toContain("hidden noscript:block");
			expect(field).toContain("Needed where the template asks for more than before.");
			expect(field).not.toMatch(/required/);
		}
		requireFor("delete");
		expect(fieldIn(await templatePage())).not.toContain("Needed where");
	});

	test("a save that asks for more is refused beside the field with all that was sent, and carried out with a reason", async () => {
		const html = await templatePage();
		const sent = (reason: string) =>
			formDataOf(html, "Save changes", { name: "Door", attribute: ["portrait", "resident_city"], reason });
		for (const [reason, words] of [
			["", "needs a reason or ticket here"],
			["x".repeat(201), "characters"],
			["-----BEGIN PRIVATE KEY-----", "looks like a secret"],
		] as const) {
			const state = await inRequest(() => updateTemplateAction({}, sent(reason)));
			expect(state).toMatchObject({
				kind: "refused",
				faults: { reason: expect.stringContaining(words) },
				values: { name: "Door", reason },
			});
		}
		expect([tenant.written, await keptReasons()]).toEqual([[], []]);
		expect(await inRequest(() => updateTemplateAction({}, sent("SUP-1")))).toMatchObject({ kind: "saved" });
		expect(await keptReasons()).toEqual(["SUP-1"]);
	});

	test("after a conflict the form has the reason as it was typed", async () => {
		const form = formDataOf(await templatePage(), "Save changes", {
			attribute: ["portrait", "nationality"],
			reason: "SUP-1",
		});
		tenant.stored.set(id, { type: "mdl", elements: { portrait: true }, name: "Renamed meanwhile" });
		const state = await inRequest(() => updateTemplateAction({}, form));
		expect(state).toMatchObject({ kind: "conflict", values: { reason: "SUP-1", name: "Renamed meanwhile" } });
		expect(tenant.written).toEqual([]);
	});

	test("a new template is refused without a reason, and created with one", async () => {
		const html = await newPage();
		const sent = (reason: string) =>
			formDataOf(html, "Create template", { name: "New", attribute: "portrait", reason });
		const refused = await inRequest(() => createTemplateAction({}, sent(" ")));
		expect(refused).toMatchObject({ kind: "refused", faults: { reason: expect.any(String) }, values: { name: "New" } });
		expect(tenant.written).toEqual([]);
		await expect(inRequest(() => createTemplateAction({}, sent("SUP-1")))).rejects.toThrow("NEXT_REDIRECT");
		expect(await keptReasons()).toEqual(["SUP-1"]);
	});
});

test("the list of deleted templates says where no reason is kept", async () => {
	requireFor();
	const deletion = formDataOf(await templatePage(), "Delete template", {});
	await expect(inRequest(() => deleteTemplateAction({}, deletion))).rejects.toThrow("NEXT_REDIRECT");
	const html = await htmlOf(() => DeletedTemplatesPage({ params: none, searchParams: none }));
	expect(html).toMatch(/<td[^>]*><span[^>]*>none kept</);
});

test("a template's deletion offers a reason, is refused without a required one, and keeps it", async () => {
	const html = await templatePage();
	const sent = (reason: string) => {
		const form = formDataOf(html, "Delete template", {});
		form.set("reason", reason);
		return form;
	};
	const refused = await inRequest(() => deleteTemplateAction({}, sent("")));
	expect(refused.problem).toMatchObject({ about: "reason" });
	expect(tenant.written).toEqual([]);
	await expect(inRequest(() => deleteTemplateAction({}, sent("SUP-1")))).rejects.toThrow("NEXT_REDIRECT");
	expect(await keptReasons()).toEqual(["SUP-1"]);
});

test("the versions of a template, and the list of deleted ones, say why", async () => {
	const form = formDataOf(await templatePage(), "Save changes", { name: "Door", reason: "SUP-1" });
	expect(await inRequest(() => updateTemplateAction({}, form))).toMatchObject({ kind: "saved" });
	const deletion = formDataOf(await templatePage(), "Delete template", {});
	deletion.set("reason", "SUP-2");
	await expect(inRequest(() => deleteTemplateAction({}, deletion))).rejects.toThrow("NEXT_REDIRECT");
	const history = await htmlOf(() => TemplateHistoryPage({ params: Promise.resolve({ id }), searchParams: none }));
	expect(history.match(/Reason: <bdi[^>]*>[^<]*/g)?.map((line) => line.replace(/<.*>/, ""))).toEqual([
		"Reason: SUP-2",
		"Reason: SUP-2",
		"Reason: SUP-1",
	]);
	expect(await htmlOf(() => DeletedTemplatesPage({ params: none, searchParams: none }))).toMatch(/<bdi[^>]*>SUP-2</);
});

test("the versions of a template, and the list of deleted ones, name whose proposal was saved, with a link to it", async () => {
	const form = formDataOf(await templatePage(), "Save changes", { name: "Door", reason: "SUP-1" });
	await inRequest(() => updateTemplateAction({}, form));
	const deletion = formDataOf(await templatePage(), "Delete template", {});
	deletion.set("reason", "SUP-2");
	await expect(inRequest(() => deleteTemplateAction({}, deletion))).rejects.toThrow("NEXT_REDIRECT");
	const accepted = { proposal: "p 1", proposed_by: "Bo Lind" };
	await (await dashboardDatabase()).updateTable("audit_trail").set(accepted).where("outcome", "=", "done").execute();
	const link = /<a[^>]*href="\/proposals\/p%201"[^>]*><span>proposed by <bdi[^>]*>Bo Lind</g;
	const history = await htmlOf(() => TemplateHistoryPage({ params: Promise.resolve({ id }), searchParams: none }));
	expect(history.match(link)).toHaveLength(3);
	expect((await htmlOf(() => DeletedTemplatesPage({ params: none, searchParams: none }))).match(link)).toHaveLength(1);
});

describe("the page of a run", () => {
	async function deletion(): Promise<string> {
		const operation = { kind: "delete" } as const;
		const items = (await readChosenTemplates([id], Date.now() + 5000)).map((one) => planTemplate(one, operation));
		return createBulkEdit("editor", { resource: "template", operation, acts: ["delete"] }, items);
	}

	test("offers one reason before the run, required where the settings say so, and shows it from then on", async () => {
		const edit = await deletion();
		expect(fieldIn(await bulkPage(edit))).toContain('aria-required="true"');
		requireFor("revoke");
		expect(fieldIn(await bulkPage(edit))).not.toBe("");
		expect(fieldIn(await bulkPage(edit))).not.toContain("aria-required");
		await beginBulkRun(edit, "SUP-1");
		const html = await bulkPage(edit);
		expect([fieldIn(html), html]).toEqual(["", expect.stringMatching(/Reason or ticket: <bdi[^>]*>SUP-1</)]);
	});

	test("of the rest of one has its reason in the field, for all that is done until it is another", async () => {
		const change: TemplateOperation = { kind: "change" };
		const city = { name: "resident_city", before: null, after: "true" };
		async function asking(): Promise<string> {
			const items = (await readChosenTemplates([id], Date.now() + 5000)).map((one) =>
				planTemplate(one, change, { changes: [city] }),
			);
			return createBulkEdit("editor", { resource: "template", operation: change, acts: ["request-more"] }, items);
		}
		const apply = (edit: string, reason: string) => {
			const form = new FormData();
			for (const [name, value] of Object.entries({ edit, intent: "apply", reason })) form.set(name, value);
			return inRequest(() => runTemplatesAction({}, form));
		};
		for (const plan of [deletion, asking]) {
			tenant.stored.set(id, { name: "Bar", type: "mdl", elements: { portrait: true } });
			const first = await plan();
			// So that it is left: another has changed it since.
			tenant.stored.set(id, { name: "Bar", type: "mdl", elements: { portrait: true, resident_city: false } });
			await apply(first, "SUP-1 <b>");
			expect(await bulkPage(first)).toContain(`value="${first}" name="again"`);
			const rest = await previewUndo(first, "again");
			const html = await bulkPage(rest);
			expect(fieldIn(html)).toContain('value="SUP-1 &lt;b&gt;"');
			expect(html).not.toContain("Reason or ticket: ");
			expect(await apply(rest, " ")).toMatchObject({ problem: { about: "reason" } });
			expect(await apply(rest, "SUP-2")).toEqual({ pause: null });
			expect(await keptReasons()).toEqual(["SUP-2"]);
			expect(await bulkPage(rest)).toMatch(/Reason or ticket: <bdi[^>]*>SUP-2</);
			await clearTrail();
		}
		// Of what could not even be read, and so was not begun.
		tenant.stored.set(id, { name: "Bar", type: "mdl", elements: { portrait: true } });
		const item = { id, name: "Bar", detail: null, baseline: null, state: "unread" as const, note: {} };
		const plan = { resource: "template", operation: { kind: "delete" }, acts: [], restReason: "SUP-1" } as const;
		const again = await previewUndo(await createBulkEdit("editor", plan, [item]), "again");
		expect(fieldIn(await bulkPage(again))).toContain('value="SUP-1"');
	});

	test("of an import offers it, which is needed where the import creates, deletes or asks for more", async () => {
		const mode = { deletes: true, recreates: true, keep: null };
		const plan = {
			resource: "template import" as const,
			basis: { kind: "none" as const },
			mode,
			unchanged: 0,
			ignored: [],
		};
		const empty = { changes: [], theirs: [], contested: [], faults: [], notes: [], before: null, after: null };
		const whole = JSON.stringify({ ...empty, id, name: "Bar", file: "bar.json", action: "change" });
		const item = { id, name: "Bar", detail: "change", baseline: null, whole, state: "planned" as const, note: {} };
		for (const acts of [["request-more"], []] as const) {
			const edit = await createBulkEdit("editor", { ...plan, acts }, [item]);
			const html = await htmlOf(() => ImportPreviewPage({ params: Promise.resolve({ id: edit }), searchParams: none }));
			expect([fieldIn(html) !== "", fieldIn(html).includes("aria-required")]).toEqual([true, acts.length > 0]);
		}
	});

	test("of metadata offers none", async () => {
		const operation = { kind: "set", key: "k", value: "v" } as const;
		const plan = { resource: "refresh token", user: { id: "usr_1", label: "Ann" }, operation } as const;
		const item = { id: "t", name: "App", detail: null, baseline: [], state: "planned" as const, note: {} };
		const edit = await createBulkEdit("editor", plan, [item]);
		const html = await htmlOf(() => bulkProgressPage("refresh token")({ params: Promise.resolve({ id: edit }) }));
		expect([fieldIn(html), html]).toEqual(["", expect.stringContaining("Apply to 1 token")]);
	});
});

test("a matrix's preview needs a reason for a cell that is ticked, and none for one that is cleared", async () => {
	const row = { id, name: "Bar", print: printOf(tenant.elements(id)) };
	const column = (name: string) => matrixColumns.find((one) => one.name === name) ?? expect.fail(name);
	tenant.stored.set(id, { name: "Bar", type: "mdl", elements: { portrait: true, sex: true } });
	const shown = { ...row, print: printOf(tenant.elements(id)) };
	for (const [name, isTicked, acts] of [
		["resident_city", true, ["request-more"]],
		["portrait", false, []],
	] as const) {
		const form = new FormData();
		for (const { row, cells } of withCell(new Map(), [shown], column(name), isTicked).values())
			form.append("row", rowField(id, row.print?.cells ?? "", cells));
		form.set(SCRIPTED_FIELD, "yes");
		const { preview = "" } = await inRequest(() => previewMatrixAction({}, form));
		expect((await findBulkEditHead("editor", preview))?.acts).toEqual(acts);
	}
	expect(tenant.written).toEqual([]);
});
