import { Window } from "happy-dom";
import { createElement, type ReactNode } from "react";
import { renderToReadableStream } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Queries } from "@/app/_forms/queries";
import { SecondEditorRules } from "@/app/_forms/second-editor";
import { type Filled, formDataOf } from "@/app/_testing/page-form";
import { startTemplateTenant, type TemplateTenant } from "@/app/_testing/template-tenant";
import { everything } from "@/lib/dashboard/audit/audit-entry";
import { listAuditEntries } from "@/lib/dashboard/audit/audit-trail";
import { dashboardConfig, heldConfig } from "@/lib/dashboard/config";
import { applyApproved } from "@/lib/dashboard/proposals/apply-approved";
import { acceptProposal, mergedWithPresent } from "@/lib/dashboard/proposals/decide";
import { resultHash } from "@/lib/dashboard/proposals/merge-proposal";
import { type Proposal, pathOfProposal } from "@/lib/dashboard/proposals/proposal";
import { findProposal, listProposals } from "@/lib/dashboard/proposals/proposals";
import { mayPropose } from "@/lib/dashboard/proposals/rights";
import { secondEditorRule } from "@/lib/dashboard/proposals/rule-of-setting";
import type { SecondEditorRule } from "@/lib/dashboard/proposals/second-editor";
import type { Role } from "@/lib/dashboard/session/permissions";
import type { ElementChange, TemplateOperation } from "@/lib/dashboard/store/bulk-edit";
import {
	beginBulkRun,
	claimPlannedItem,
	createBulkEdit,
	findBulkEdit,
	listUnfinishedBulkEdits,
	setBulkRun,
} from "@/lib/dashboard/store/bulk-edits";
import { readPurpose, writePurpose } from "@/lib/dashboard/store/template-purposes";
import { planTemplates } from "@/lib/dashboard/templates/plan-templates";
import { noPurpose } from "@/lib/dashboard/templates/purpose";
import { readStoredTemplates } from "@/lib/dashboard/templates/template-access";
import { readTemplateFile, templateFileText } from "@/lib/dashboard/templates/template-file";
import { templateNamed } from "@/lib/dashboard/templates/whole-template.test-data";
import { signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { type RecordedTestTenant, startRecordedTestTenant } from "@/lib/dashboard/testing/recorded-tenant";
import { runWithin } from "@/lib/dashboard/testing/run-within";
import ImportPreviewPage from "../import/[id]/page";
import ImportPage from "../import/page";
import MatrixPage from "../matrix/page";
import TemplatesPage from "../page";
import BulkTemplatesPlanPage from "./[id]/page";
import { readChosenTemplates } from "./chosen-templates";
import { importItems } from "./import-items";
import { previewOf, previewUndo } from "./preview-undo.test-data";
import { runTemplatesAction } from "./run-action";
import { actsOf } from "./template-change";
import { planTemplate } from "./template-work";

let tenant: TemplateTenant;
let a: string;
let b: string;
beforeEach(async () => {
	tenant = await startTemplateTenant();
	a = tenant.add({ name: "A", elements: { portrait: true, resident_city: true } });
	b = tenant.add({ name: "B", elements: { portrait: true }, custom_certificate_authority: "PEM" });
	// The other editor.
	heldConfig.set({ ...dashboardConfig(), editors: ["editor", "support"] });
});
afterEach(() => tenant.stop());

function setRule(...entries: string[]): void {
	const rule = secondEditorRule(entries) as SecondEditorRule;
	heldConfig.set({ ...dashboardConfig(), secondEditor: rule });
}

const takeOutCity: TemplateOperation = { kind: "take-out", attribute: "resident_city" };
const city: ElementChange = { name: "resident_city", before: null, after: "true" };

/** Stores the preview, like the pages do. @returns its ID */
async function preview(
	operation: TemplateOperation,
	ids: readonly string[] = [a, b],
	changes?: ElementChange[],
	subject = "editor",
): Promise<string> {
	const chosen = await readChosenTemplates(ids, Date.now() + 1000);
	const items = chosen.map((one) => planTemplate(one, operation, changes ? { changes } : {}));
	return createBulkEdit(subject, { resource: "template", operation, acts: actsOf(operation, items) }, items);
}
const addCity = (ids?: readonly string[]) => preview({ kind: "change" }, ids, [city]);

/** Stores the preview of an import of these files in place of all others. @returns its ID */
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

function act(edit: string, intent: string, fields: Record<string, string> = {}) {
	const form = new FormData();
	for (const [name, value] of Object.entries({ edit, intent, ...fields })) form.set(name, value);
	return runWithin(30_000, () => runTemplatesAction({}, form));
}

async function run(edit: string, fields?: Record<string, string>) {
	let state = await act(edit, "apply", fields);
	while (state.pause && state.pause.seconds === 0) state = await act(edit, "continue");
	return state;
}

/** Presses “Propose”. @returns the proposal to whose page that leads */
async function propose(edit: string, reason?: string): Promise<Proposal> {
	const thrown: unknown = await act(edit, "propose", reason === undefined ? {} : { reason }).then(
		({ problem }) => expect.fail(`${problem?.title}: ${problem?.message}`),
		(error) => error,
	);
	const digest = thrown instanceof Error && "digest" in thrown ? String(thrown.digest) : "";
	const id = /;\/proposals\/([^;]+);/.exec(digest)?.[1];
	return (id && (await findProposal(decodeURIComponent(id)))) || expect.fail(String(thrown));
}

const all = () => listProposals("open", null, 100);

async function accept(proposal: Proposal): Promise<Proposal | null> {
	signInAs("support");
	const accepted = await acceptProposal(proposal, resultHash(await mergedWithPresent(proposal)));
	if (accepted.kind === "accepted") await runWithin(30_000, () => applyApproved(proposal.id, accepted.lease));
	signInAs("editor");
	return findProposal(proposal.id);
}

type PreviewPage = (props: {
	params: Promise<{ id: string }>;
	searchParams: Promise<Record<string, never>>;
}) => Promise<ReactNode>;

/** A preview's page as a role sees it. */
async function pageOf(edit: string, role: Role = "editor", Page: PreviewPage = BulkTemplatesPlanPage) {
	const props = { params: Promise.resolve({ id: edit }), searchParams: Promise.resolve({}) };
	const { secondEditor: rule, allowsEmergencySave } = dashboardConfig();
	const value = { rule, allowsEmergency: allowsEmergencySave && role === "editor", mayPropose: mayPropose({ role }) };
	const page = await runWithin(10_000, () => Page(props));
	const element = createElement(SecondEditorRules, { value }, page);
	const stream = await runWithin(10_000, () => renderToReadableStream(element));
	const html = (await new Response(stream).text()).replaceAll(/<!--.*?-->/gs, "");
	const { document } = new Window();
	document.body.innerHTML = html;
	const buttons = [...document.querySelectorAll('button[name="intent"]')];
	return {
		html,
		text: document.body.textContent,
		/** What the buttons say, and those for a page without scripts alone in brackets. */
		buttons: buttons.map(({ textContent, className }) =>
			className.includes("without-scripts") ? `(${textContent})` : textContent,
		),
		primary: buttons.filter(({ className }) => /\bprimary\b/.test(className)).map(({ textContent }) => textContent),
		link: document.querySelector('a[href^="/proposals/"]')?.getAttribute("href") ?? null,
		emergency: document.querySelector('input[name="emergency"]'),
		reason: document.querySelector('input[name="reason"]'),
	};
}

describe("a preview is proposed", () => {
	test("as what it would have written to each template, and saved once another editor accepts it", async () => {
		await writePurpose(undefined, a, "A", noPurpose, { ...noPurpose, purpose: "Proves the age." });
		const edit = await preview({ kind: "change" }, [a, b], [city, { name: "portrait", before: "true", after: null }]);
		const proposal = await propose(edit, "SUP-1");
		expect(proposal).toMatchObject({ state: "open", reason: "SUP-1", author: { subject: "editor" } });
		expect(
			proposal.items.map(({ action, id, baseline, after }) => [action, id, baseline?.elements, after?.elements]),
		).toEqual([
			["change", a, { portrait: true, resident_city: true }, { resident_city: true }],
			["change", b, { portrait: true }, { resident_city: true }],
		]);
		expect(tenant.written).toEqual([]);
		// Another admin's change in between stays.
		tenant.stored.set(b, {
			...(tenant.stored.get(b) ?? expect.fail()),
			elements: { portrait: true, nationality: true },
		});
		expect(await accept(proposal)).toMatchObject({ state: "done" });
		expect([tenant.elements(a), tenant.elements(b)]).toEqual([
			{ resident_city: true },
			{ nationality: true, resident_city: true },
		]);
		expect(tenant.stored.get(b)?.custom_certificate_authority).toBe("PEM");
		expect((await readPurpose(a)).purpose).toBe("Proves the age.");
	});

	test("of a removed attribute, a deletion, and the undo of a run", async () => {
		const removed = await propose(await preview(takeOutCity, [a, b]));
		// B does not request it.
		expect(removed.items.map(({ id, after }) => [id, after?.elements])).toEqual([[a, { portrait: true }]]);
		const edit = await preview(takeOutCity, [a]);
		await run(edit);
		const undone = await propose(await previewUndo(edit));
		expect(undone.items.map(({ after }) => after?.elements)).toEqual([{ portrait: true, resident_city: true }]);
		const deleted = await propose(await preview({ kind: "delete" }));
		expect(deleted.items).toMatchObject([
			{ action: "remove", id: a, after: null, baseline: { name: "A" } },
			{ action: "remove", id: b, after: null, baseline: { name: "B" } },
		]);
		expect(await accept(deleted)).toMatchObject({ state: "done" });
		expect(tenant.stored.size).toBe(0);
	});

	test("of an import, with what it creates, changes, creates again and deletes", async () => {
		tenant.add({ name: "C", elements: { portrait: true } });
		const edit = await previewImport(
			["A", { elements: { portrait: true } }],
			["B", { elements: { portrait: true }, certificateAuthority: "OTHER" }],
			["D", { elements: { sex: true } }],
		);
		const proposal = await propose(edit);
		expect(proposal.items.map(({ name, action }) => [name, action]).toSorted()).toEqual([
			["A", "change"],
			["B", "recreate"],
			["C", "remove"],
			["D", "create"],
		]);
		expect(await accept(proposal)).toMatchObject({ state: "done" });
		expect([...tenant.stored.values()].map(({ name, elements }) => [name, elements]).toSorted()).toEqual([
			["A", { portrait: true }],
			["B", { portrait: true }],
			["D", { sex: true }],
		]);
		expect((await findBulkEdit("editor", edit))?.run).toBe("proposed");
	});

	test("once, however often that is pressed, and it is not applied any more", async () => {
		const edit = await addCity([b]);
		const first = await propose(edit);
		expect((await propose(edit)).id).toBe(first.id);
		for (const intent of ["apply", "continue", "stop", "leave"])
			expect((await act(edit, intent)).problem?.title).toMatch(/^These changes are proposed/);
		expect(await findBulkEdit("editor", edit)).toMatchObject({ run: "proposed", proposal: first.id });
		expect([tenant.written, (await all()).length]).toEqual([[], 1]);
		const pressed = await addCity([b]);
		await Promise.all([1, 2, 3].map(() => act(pressed, "propose").catch(() => {})));
		expect((await all()).length).toBe(2);
		expect(await listUnfinishedBulkEdits("editor")).toEqual([]);
	});

	test("and where that is refused it is a preview as before", async () => {
		heldConfig.set({ ...dashboardConfig(), reasonRequired: ["request-more"] });
		const edit = await addCity([b]);
		expect((await act(edit, "propose")).problem).toMatchObject({ about: "reason" });
		expect(await findBulkEdit("editor", edit)).toMatchObject({ run: "preview", proposal: null });
		expect((await propose(edit, "SUP-2")).reason).toBe("SUP-2");
	});

	test("but not of more templates than a proposal may have, of nothing, or by another admin", async () => {
		const files = Array.from({ length: 101 }, (_, index) => [`T${index}`, {}] as Parameters<typeof templateNamed>);
		const edit = await previewImport(...files);
		expect((await act(edit, "propose")).problem).toMatchObject({
			title: "Nothing was proposed",
			message: expect.stringMatching(/may change 100 templates; this one would change 103\. Choose fewer\.$/),
		});
		expect((await findBulkEdit("editor", edit))?.run).toBe("preview");
		setRule("all");
		const { text, buttons } = await pageOf(edit, "editor", ImportPreviewPage);
		expect([/A proposal may change 100 templates: [^.]*\./.exec(text)?.[0], buttons]).toEqual([
			"A proposal may change 100 templates: to propose these, import a part of the folder.",
			[],
		]);
		const nothing = await preview(takeOutCity, [b]);
		expect((await act(nothing, "propose")).problem?.message).toBe("Nothing would change.");
		const others = await preview(takeOutCity, [a], undefined, "another");
		expect((await act(others, "propose")).problem?.title).toBe("No bulk edit with this ID");
		expect(await all()).toEqual([]);
	});
});

describe("where the rule concerns one of its templates", () => {
	const needed = { about: "second-editor", title: "A second editor is needed" };

	test("a run is not begun: nothing is sent, and it stays a preview", async () => {
		setRule("request-more", "delete");
		const edits = [
			await addCity([a, b]),
			await preview({ kind: "delete" }),
			await previewImport(["A", { elements: { portrait: true, resident_city: true } }]),
			await previewImport(["C"], ["A", { elements: tenant.elements(a) }], ["B", { elements: tenant.elements(b) }]),
		];
		const calls = tenant.service.seen.length;
		for (const edit of edits) {
			expect((await run(edit)).problem).toMatchObject(needed);
			expect((await findBulkEdit("editor", edit))?.run).toBe("preview");
		}
		expect([tenant.written, tenant.service.seen.length]).toEqual([[], calls]);
		expect(await listAuditEntries(everything, null, 10)).toEqual([]);
	});

	test("other runs are carried out", async () => {
		setRule("request-more");
		expect(await run(await preview(takeOutCity, [a]))).toEqual({ pause: null });
		expect(tenant.elements(a)).toEqual({ portrait: true });
	});

	test("a run from before the rule stops, and the rest of it is proposed", async () => {
		const c = tenant.add({ name: "C", elements: { portrait: true } });
		const edit = await addCity([b, c]);
		await setBulkRun(edit, "running");
		// Written, and cut off before that was noted.
		await claimPlannedItem(edit);
		tenant.stored.set(b, {
			...(tenant.stored.get(b) ?? expect.fail()),
			elements: { portrait: true, resident_city: true },
		});
		setRule("all");
		expect((await act(edit, "continue")).problem).toEqual({
			...needed,
			message: "The rest is saved once another editor has accepted it. Propose it instead.",
		});
		expect((await findBulkEdit("editor", edit))?.run).toBe("stopped");
		expect((await pageOf(edit)).buttons).toEqual(["Stop here", "Propose the rest"]);
		const proposal = await propose(edit);
		expect(await accept(proposal)).toMatchObject({
			state: "done",
			results: [{ outcome: "already" }, { outcome: "done" }],
		});
		expect(tenant.written).toHaveLength(1);
		expect(tenant.elements(c)).toEqual({ portrait: true, resident_city: true });
	});
});

describe("an emergency", () => {
	beforeEach(() => {
		setRule("all");
		heldConfig.set({ ...dashboardConfig(), allowsEmergencySave: true });
	});
	const emergency = { emergency: "yes" };

	test("applies the run, and its rest once it was begun as one, with its reason and a mark in the trail", async () => {
		const edit = await preview(takeOutCity, [a]);
		expect(await act(edit, "apply", emergency)).toEqual({
			problem: expect.objectContaining({ about: "reason" }),
			isEmergency: true,
		});
		expect(await findBulkEdit("editor", edit)).toMatchObject({ run: "preview", reason: null });
		expect(await run(edit, { ...emergency, reason: "SUP-1" })).toEqual({ pause: null });
		expect(tenant.elements(a)).toEqual({ portrait: true });
		expect(await listAuditEntries(everything, null, 10)).toMatchObject([{ isEmergency: true, reason: "SUP-1" }]);
		const stopped = await addCity([b]);
		await beginBulkRun(stopped, "SUP-2", true);
		await setBulkRun(stopped, "stopped");
		expect((await pageOf(stopped)).buttons).toEqual(["Stop here", "Resume", "Propose the rest"]);
		expect(await run(stopped)).toEqual({ pause: null });
	});

	test("of a form does not propose, and is none where the operator does not allow it", async () => {
		const edit = await preview(takeOutCity, [a]);
		heldConfig.set({ ...dashboardConfig(), allowsEmergencySave: false });
		expect((await act(edit, "apply", { ...emergency, reason: "SUP-1" })).problem).toMatchObject({
			about: "second-editor",
		});
		expect([tenant.written, await all()]).toEqual([[], []]);
	});
});

describe("the page of a preview", () => {
	test("offers to propose beside applying, and in place of it where the rule concerns one of its templates", async () => {
		expect(await pageOf(await addCity([b]))).toMatchObject({
			buttons: ["Change 1 template", "Propose 1 change"],
			primary: ["Change 1 template"],
			emergency: null,
		});
		setRule("delete");
		expect((await pageOf(await addCity([b]))).buttons).toEqual(["Change 1 template", "Propose 1 change"]);
		const change: ElementChange = { name: "portrait", before: "true", after: null };
		const edit = await preview({ kind: "change" }, [a, b], [city, change]);
		setRule("resident_city");
		const page = await pageOf(edit);
		expect(page).toMatchObject({ buttons: ["Propose 2 changes"], primary: ["Propose 2 changes"], emergency: null });
		const why = "1 of these 2 changes needs a second editor, so all of them are proposed together.";
		expect(page.html).toContain(`<p id="why-proposed" aria-live="polite" class="text-sm empty:absolute">${why}</p>`);
		expect(page.html).toMatch(/<button[^>]*aria-describedby="why-proposed"[^>]*>Propose 2 changes/);
		expect(page.reason).not.toBeNull();
	});

	test("offers the emergency save where that is allowed; without scripts its button stands", async () => {
		setRule("all");
		heldConfig.set({ ...dashboardConfig(), allowsEmergencySave: true });
		const { buttons, primary, emergency } = await pageOf(await preview(takeOutCity, [a]));
		expect([buttons, primary]).toEqual([["(Remove City from 1 template)", "Propose 1 change"], ["Propose 1 change"]]);
		expect(emergency?.hasAttribute("checked")).toBe(false);
	});

	test("proposes and applies without scripts", async () => {
		setRule("all");
		heldConfig.set({ ...dashboardConfig(), allowsEmergencySave: true });
		const edit = await preview(takeOutCity, [a]);
		const { html } = await pageOf(edit);
		const send = (button: string, filled: Filled) =>
			runWithin(30_000, () => runTemplatesAction({}, formDataOf(html, button, filled)));
		const apply = "Remove City from 1 template";
		expect((await send(apply, { reason: "SUP-1" })).problem).toMatchObject({ about: "second-editor" });
		expect((await send(apply, { emergency: "yes" })).isEmergency).toBe(true);
		await expect(send("Propose 1 change", { reason: "SUP-1" })).rejects.toThrow("REDIRECT");
		expect([await all(), tenant.written]).toMatchObject([[{ reason: "SUP-1" }], []]);
		const other = (await pageOf(await preview(takeOutCity, [a]))).html;
		const form = formDataOf(other, apply, { emergency: "yes", reason: "SUP-2" });
		expect(await runWithin(30_000, () => runTemplatesAction({}, form))).toEqual({ pause: null });
		expect(tenant.elements(a)).toEqual({ portrait: true });
	});

	test("leads to the proposal once it was proposed, and has no button", async () => {
		const edit = await addCity([b]);
		const { id } = await propose(edit);
		const page = await pageOf(edit);
		expect(page).toMatchObject({ buttons: [], link: pathOfProposal(id), reason: null });
		// True of all who may propose.
		expect(page.text).toContain("An editor decides. Nothing more is written from here.");
	});
});

describe("support and viewers", () => {
	const allow = () => heldConfig.set({ ...dashboardConfig(), proposers: ["viewer"] });

	test("propose what they have previewed where the operator allows it, and never apply it", async () => {
		signInAs("viewer");
		await expect(previewOf({ operation: "delete", template: [a, b] })).rejects.toThrow("no redirect");
		allow();
		const edit = await previewOf({ operation: "delete", template: [a, b] });
		const page = { buttons: ["Propose 2 changes"], primary: ["Propose 2 changes"] };
		const seen = await pageOf(edit, "viewer");
		expect(seen).toMatchObject({ ...page, reason: expect.anything() });
		expect(seen.text).toContain("An editor has to accept these changes before they are made.");
		for (const intent of ["apply", "continue"])
			expect((await act(edit, intent, { emergency: "yes" })).problem?.message).toMatch(
				/^Changing templates needs the editor role/,
			);
		const proposal = await propose(edit, "They ask for it");
		expect(proposal).toMatchObject({ author: { subject: "viewer" }, reason: "They ask for it" });
		expect(tenant.written).toEqual([]);
		expect(await accept(proposal)).toMatchObject({ state: "done" });
	});

	test("are refused where it does not allow that, with a preview from before too", async () => {
		const edit = await preview({ kind: "delete" }, [a], undefined, "viewer");
		signInAs("viewer");
		expect((await pageOf(edit, "viewer")).buttons).toEqual([]);
		expect((await act(edit, "propose")).problem?.message).toMatch(/^Changing templates needs the editor role/);
		expect([(await findBulkEdit("viewer", edit))?.run, await all()]).toEqual(["preview", []]);
	});

	test("find the matrix to edit, the import and the selection's buttons where it allows that", async () => {
		signInAs("viewer");
		const offered = async () => {
			const texts = await Promise.all(
				[MatrixPage, ImportPage, TemplatesPage].map((Page) => textOf(Page as typeof ImportPage)),
			);
			return texts.map((text) => /Preview changes|Remove an attribute…/.test(text));
		};
		expect(await offered()).toEqual([false, false, false]);
		allow();
		expect(await offered()).toEqual([true, true, true]);
		tenant.stored.clear();
		expect(await textOf(MatrixPage as never)).toContain("New template");
	});
});

async function textOf(Page: typeof ImportPage): Promise<string> {
	const props = { params: Promise.resolve({}), searchParams: Promise.resolve({}) };
	const page = createElement(Queries, null, await runWithin(10_000, () => Page(props)));
	const stream = await runWithin(10_000, () => renderToReadableStream(page));
	return new Response(stream).text();
}

describe("on a tenant of the vendor", () => {
	let recorded: RecordedTestTenant;
	beforeEach(async () => {
		recorded = await startRecordedTestTenant();
		await recorded.use();
		heldConfig.set({ ...dashboardConfig(), editors: ["editor", "support"] });
		signInAs("editor");
	});
	afterEach(() => recorded.close());

	test("what the list left out counts as no change of others, and what is sent is the change alone", async () => {
		const stored = await runWithin(30_000, () => readStoredTemplates());
		const ids = stored.map(({ id }) => id);
		const edit = await preview({ kind: "change" }, ids, [{ name: "nationality", before: null, after: "true" }]);
		const proposal = await propose(edit);
		const merged = await mergedWithPresent(proposal);
		expect(merged.length).toBeGreaterThan(0);
		expect(merged.map(({ state, changes, theirs }) => ({ state, changes, theirs }))).toEqual(
			merged.map(() => ({ state: "applies", changes: ["Adds Nationality"], theirs: [] })),
		);
		expect(await accept(proposal)).toMatchObject({ state: "done" });
		const writes = recorded.tenant.writes;
		expect(writes.map(({ what, body }) => [what.split(" ")[0], Object.keys(body as object)])).toEqual(
			merged.map(() => ["PATCH", ["presentation"]]),
		);
	});
});
