import type { ReactNode } from "react";
import { renderToReadableStream } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Queries } from "@/app/_forms/queries";
import { SecondEditorRules } from "@/app/_forms/second-editor";
import { formDataOf } from "@/app/_testing/page-form";
import { startTemplateTenant, type TemplateTenant } from "@/app/_testing/template-tenant";
import { everything } from "@/lib/dashboard/audit/audit-entry";
import { listAuditEntries } from "@/lib/dashboard/audit/audit-trail";
import { dashboardConfig, heldConfig } from "@/lib/dashboard/config";
import { deleteTemplate } from "@/lib/dashboard/management/templates";
import { applyApproved } from "@/lib/dashboard/proposals/apply-approved";
import { acceptProposal, mergedWithPresent } from "@/lib/dashboard/proposals/decide";
import { resultHash } from "@/lib/dashboard/proposals/merge-proposal";
import type { Proposal } from "@/lib/dashboard/proposals/proposal";
import { findProposal } from "@/lib/dashboard/proposals/proposals";
import { mayPropose } from "@/lib/dashboard/proposals/rights";
import type { SecondEditorRule } from "@/lib/dashboard/proposals/second-editor";
import type { Role } from "@/lib/dashboard/session/permissions";
import { getSession } from "@/lib/dashboard/session/session";
import { dashboardDatabase } from "@/lib/dashboard/store/dashboard-database";
import { getTemplateWithPurpose, readStoredTemplates } from "@/lib/dashboard/templates/template-access";
import { signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { startRecordedTestTenant } from "@/lib/dashboard/testing/recorded-tenant";
import { runWithin } from "@/lib/dashboard/testing/run-within";
import OverviewPage from "../page";
import { emptyValues, type TemplateContent, templateEditor } from "./_edit/template-editor";
import { boxesOf } from "./_edit/template-elements";
import { contentOf } from "./_edit/template-save";
import { createTemplateAction, deleteTemplateAction, updateTemplateAction } from "./_form/template-actions";
import TemplatePage from "./(form)/[id]/page";
import NewTemplatePage from "./(form)/new/page";
import DeletedTemplatesPage from "./deleted/page";

let tenant: TemplateTenant;
let id: string;
beforeEach(async () => {
	tenant = await startTemplateTenant();
	id = tenant.add({ name: "Bar", elements: { portrait: true } });
});
afterEach(() => tenant.stop());

const set = (change: Partial<ReturnType<typeof dashboardConfig>>) =>
	heldConfig.set({ ...dashboardConfig(), ...change });
const rule = (...kinds: SecondEditorRule["kinds"]) => set({ secondEditor: { kinds, attributes: [] } });
const inRequest = <Result,>(act: () => Promise<Result>) => runWithin(30_000, act);

async function presentContent(): Promise<TemplateContent> {
	return (await inRequest(async () => contentOf(await getTemplateWithPurpose(id)))) ?? expect.fail("unknown shape");
}

/** What the browser's scripts send. @param opened null: a new template */
function edit(opened: TemplateContent | null, changes: Partial<TemplateContent>, fields: Record<string, string> = {}) {
	const form = new FormData();
	const { elements, ...texts } = changes;
	const typed = { ...(opened ? templateEditor.valuesOf(opened) : emptyValues), ...texts, ...fields };
	const values = { ...typed, ...(elements && { elements: boxesOf(elements) }) };
	if (opened)
		for (const [name, text] of [
			["templateId", id],
			["opened", JSON.stringify(opened)],
		] as const)
			form.set(name, text);
	form.set("values", JSON.stringify(Object.fromEntries(templateEditor.names.map((name) => [name, values[name]]))));
	for (const [name, text] of Object.entries({ intent: "propose", ...fields })) form.set(name, text);
	return form;
}

const update = (form: FormData) => inRequest(() => updateTemplateAction({}, form));
const create = (form: FormData) => inRequest(() => createTemplateAction({}, form));

/** The proposal to whose page an action has redirected. */
async function proposalOf(action: Promise<unknown>): Promise<Proposal> {
	const error = (await action.then(
		(result) => expect.fail(JSON.stringify(result)),
		(thrown: unknown) => thrown,
	)) as { digest?: string };
	const found = /\/proposals\/([^;]+)/.exec(error.digest ?? "")?.[1];
	if (!found) throw error;
	return (await findProposal(decodeURIComponent(found))) ?? expect.fail("it is not stored");
}

async function countProposals(): Promise<number> {
	return (await (await dashboardDatabase()).selectFrom("proposals").select("id").execute()).length;
}

async function acceptAs(role: Role, proposal: Proposal): Promise<void> {
	set({ editors: ["editor", role] });
	signInAs(role);
	await inRequest(async () => {
		const accepted = await acceptProposal(proposal, resultHash(await mergedWithPresent(proposal)));
		if (accepted.kind !== "accepted") throw new Error(accepted.kind);
		await applyApproved(proposal.id, accepted.lease);
	});
}

describe("a proposal of the form", () => {
	test("holds what it was opened on and what was typed, with its reason; nothing is sent until another editor accepts it", async () => {
		tenant.stored.set(id, { name: "Bar", type: "mdl", elements: { portrait: true }, ...{ dialect: "other" } });
		const opened = await presentContent();
		const changes = { name: "Door", elements: { portrait: true, resident_city: true } as const, purpose: "Entry" };
		const proposal = await proposalOf(update(edit(opened, changes, { reason: "SUP-1" })));
		expect(proposal).toMatchObject({ state: "open", reason: "SUP-1", author: { subject: "editor" } });
		expect(proposal.items).toMatchObject([
			{
				...{ action: "change", id, name: "Bar" },
				baseline: { name: "Bar", dialect: "other", elements: { portrait: true }, purpose: { purpose: "" } },
				after: { ...changes, dialect: "other", purpose: { purpose: "Entry" } },
			},
		]);
		expect(tenant.written).toEqual([]);
		rule("all");
		await acceptAs("support", proposal);
		expect(tenant.written.map(({ method, body }) => [method, Object.keys(body)])).toEqual([
			["PATCH", ["name", "presentation"]],
		]);
		expect(await presentContent()).toEqual({ ...opened, ...changes });
	});

	test("is made on what its author saw: what others change since stays, and what they changed of the same is a conflict", async () => {
		const opened = await presentContent();
		const elements = { portrait: true, sex: true } as const;
		tenant.stored.set(id, { name: "Maps", type: "mdl", elements: { portrait: true } });
		const proposal = await proposalOf(update(edit(opened, { elements })));
		expect(proposal.items[0]).toMatchObject({ baseline: { name: "Bar" }, after: { name: "Bar", elements } });
		const state = await update(edit(opened, { name: "Door" }));
		expect(state).toMatchObject({ kind: "conflict", conflict: { theirs: { name: "Maps" }, yours: { name: "Door" } } });
		expect([await countProposals(), tenant.written]).toEqual([1, []]);
		await acceptAs("support", proposal);
		expect(tenant.stored.get(id)).toMatchObject({ name: "Maps", elements });
	});

	test("creates a template with its certificate and purpose, and notes the deleted one that it restores", async () => {
		const gone = tenant.add({ name: "Gone", elements: { sex: true } });
		const form = (fields: Record<string, string>) =>
			edit(null, { name: "New", elements: { sex: true }, purpose: "Entry" }, { ...fields, reason: "SUP-1" });
		const proposal = await proposalOf(create(form({ again: gone })));
		expect(proposal.items).toMatchObject([
			{
				action: "create",
				id: null,
				baseline: null,
				restores: gone,
				after: { name: "New", purpose: { purpose: "Entry" } },
			},
		]);
		expect((await proposalOf(create(form({})))).items[0]).not.toHaveProperty("restores");
		expect(tenant.written).toEqual([]);
		rule("request-more");
		await acceptAs("support", proposal);
		expect([...tenant.stored.values()].map(({ name }) => name)).toEqual(["Bar", "Gone", "New"]);
	});

	test("is refused for what a save is refused for, with the same words and all that was typed", async () => {
		const opened = await presentContent();
		for (const intent of ["save", "propose"]) {
			expect(await update(edit(opened, { name: "" }, { intent })), intent).toMatchObject({
				kind: "refused",
				faults: { name: "A name is needed." },
			});
			expect(await update(edit(opened, {}, { intent })), intent).toMatchObject({ kind: "unchanged" });
			expect(await create(edit(null, { name: "New" }, { intent })), intent).toMatchObject({
				faults: { elements: "Tick at least one attribute." },
			});
		}
		set({ reasonRequired: ["request-more"] });
		const more = edit(opened, { elements: { portrait: true, sex: true } }, { reason: " " });
		expect(await update(more)).toMatchObject({
			kind: "refused",
			faults: { reason: expect.stringContaining("needs a reason or ticket here") },
			values: { name: "Bar" },
		});
		tenant.stored.delete(id);
		expect(await update(edit(opened, { name: "Door" }))).toMatchObject({
			kind: "failed",
			problem: { about: "missing" },
			values: { name: "Door" },
		});
		expect([await countProposals(), tenant.written]).toEqual([0, []]);
	});
});

describe("what could not be accepted as things are is refused with all that was typed", () => {
	const elements = { portrait: true, sex: true } as const;

	test("a name that another template has, at its field as by a save, for a creation and a renaming", async () => {
		tenant.add({ name: "Maps", elements: { sex: true } });
		const opened = await presentContent();
		for (const intent of ["save", "propose"]) {
			const typed = { name: "Maps", elements, purpose: "Entry" };
			const refusal = {
				kind: "refused",
				faults: { name: expect.stringContaining("A template with this name already exists.") },
				values: { name: "Maps", purpose: "Entry", elements: boxesOf(elements) },
			};
			expect(await create(edit(null, typed, { intent })), intent).toMatchObject(refusal);
			expect(await update(edit(opened, typed, { intent })), intent).toMatchObject(refusal);
		}
		expect(await countProposals()).toBe(0);
		tenant.stored.delete([...tenant.stored].find(([, { name }]) => name === "Maps")?.[0] ?? "");
		expect((await proposalOf(create(edit(null, { name: "Maps", elements })))).items).toMatchObject([{ name: "Maps" }]);
	});

	test("what the tenant has already, and what would request nothing by now", async () => {
		tenant.add({ name: "Maps", elements: { portrait: true, sex: true } });
		expect(await create(edit(null, { name: "Maps", elements }))).toMatchObject({
			kind: "failed",
			problem: { message: "The tenant has these changes already." },
			values: { name: "Maps" },
		});
		tenant.stored.set(id, { name: "Bar", type: "mdl", elements });
		const opened = await presentContent();
		tenant.stored.set(id, { name: "Bar", type: "mdl", elements: { sex: true } });
		expect(await update(edit(opened, { elements: { portrait: true } }))).toMatchObject({
			kind: "failed",
			problem: { message: expect.stringContaining("would request nothing") },
			values: { elements: boxesOf({ portrait: true }) },
		});
		expect([await countProposals(), tenant.written]).toEqual([0, []]);
	});
});

describe("a deletion", () => {
	const form = (fields: Record<string, string> = {}) => {
		const sent = new FormData();
		for (const [name, text] of Object.entries({ templateId: id, name: "forged", ...fields })) sent.set(name, text);
		return sent;
	};
	const remove = (sent: FormData) => inRequest(() => deleteTemplateAction({}, sent));

	test("is proposed with the template as it is, and done once another editor accepts it", async () => {
		rule("delete");
		set({ reasonRequired: ["delete"] });
		expect((await remove(form())).problem).toMatchObject({ about: "reason" });
		expect((await remove(form({ reason: "SUP-1" }))).problem).toMatchObject({ about: "second-editor" });
		expect((await remove(form({ intent: "propose" }))).problem).toMatchObject({ about: "reason" });
		const proposal = await proposalOf(remove(form({ intent: "propose", reason: "SUP-1" })));
		expect(proposal).toMatchObject({
			reason: "SUP-1",
			items: [{ action: "remove", id, name: "Bar", baseline: { name: "Bar" }, after: null }],
		});
		expect(tenant.stored.has(id)).toBe(true);
		await acceptAs("support", proposal);
		expect(tenant.stored.has(id)).toBe(false);
	});

	test("of a template that is gone, or by a role that may not propose, is refused", async () => {
		signInAs("support");
		expect((await remove(form({ intent: "propose" }))).problem?.title).toBe("Not allowed");
		signInAs("editor");
		tenant.stored.delete(id);
		expect((await remove(form({ intent: "propose" }))).problem).toMatchObject({ about: "missing" });
		expect([await countProposals(), tenant.written]).toEqual([0, []]);
	});
});

describe("roles that can't save", () => {
	test("propose where the operator lets them, and never save; a forged proposal of another role is refused", async () => {
		const opened = await presentContent();
		set({ proposers: ["support"] });
		for (const role of ["viewer", "support"] as const) {
			signInAs(role);
			for (const intent of ["", "save"]) {
				expect(await update(edit(opened, { name: "Door" }, { intent }))).toMatchObject({
					problem: { title: "Not allowed" },
				});
				expect(await create(edit(null, { name: "New", elements: { sex: true } }, { intent }))).toMatchObject({
					problem: { title: "Not allowed" },
				});
			}
		}
		expect(await proposalOf(update(edit(opened, { name: "Door" })))).toMatchObject({ author: { subject: "support" } });
		signInAs("viewer");
		expect(await update(edit(opened, { name: "Door" }))).toMatchObject({
			problem: { title: "Not allowed" },
			values: { name: "Door" },
		});
		signInAs(null);
		expect(await update(edit(opened, { name: "Door" }))).toMatchObject({ problem: { about: "signed-out" } });
		expect([await countProposals(), tenant.written]).toEqual([1, []]);
	});

	test("have the form with “Propose” alone where they may propose, also of a new, a copied and a deleted template", async () => {
		const gone = tenant.add({ name: "Gone", elements: { sex: true } });
		await inRequest(() => getTemplateWithPurpose(gone));
		await inRequest(() => deleteTemplate(gone));
		for (const role of ["viewer", "support"] as const) {
			signInAs(role);
			set({ proposers: [] });
			for (const html of [await templatePage(), await newPage({ from: id })]) expect(buttonsIn(html)).toEqual([]);
			expect(await deletedPage()).not.toContain("again=");
			expect(await overview()).not.toContain('href="/templates/new"');
			set({ proposers: ["viewer", "support"] });
			expect(buttonsIn(await templatePage())).toEqual(["Propose", "Propose"]);
			expect(await templatePage()).toContain("You can propose, not save");
			expect(await overview()).toContain('href="/templates/new"');
			for (const query of [{}, { from: id }, { again: gone }])
				expect(buttonsIn(await newPage(query))).toEqual(["Propose"]);
			expect(await deletedPage()).toContain(`again=${gone}`);
		}
		const form = formDataOf(await newPage({ again: gone }), "Propose", { name: "Back" });
		expect((await proposalOf(create(form))).items).toMatchObject([{ action: "create", restores: gone, name: "Back" }]);
	});
});

describe("without scripts", () => {
	test("both buttons stand, and a refused save keeps what was typed and says to propose it", async () => {
		rule("request-more");
		const html = await templatePage();
		expect(buttonsIn(html)).toEqual(["Delete template", "Propose", "Propose", "Save changes"]);
		const sent = { name: "Door", attribute: ["portrait", "sex"], reason: "SUP-1" };
		const state = await update(formDataOf(html, "Save changes", sent));
		expect(state).toMatchObject({
			kind: "failed",
			problem: { about: "second-editor", message: expect.stringContaining("Propose it instead") },
			values: { name: "Door", reason: "SUP-1" },
		});
		expect(tenant.written).toEqual([]);
		const proposing = formDataOf(html, "Save changes", sent);
		proposing.set("intent", "propose");
		expect((await proposalOf(update(proposing))).items).toMatchObject([
			{ after: { name: "Door", elements: { sex: true } } },
		]);
	});

	test("a save stands where some save can succeed alone: under the rule for all, in an emergency", async () => {
		rule("all");
		const html = await templatePage();
		expect(buttonsIn(html)).toEqual(["Propose", "Propose"]);
		expect(html).not.toContain('name="emergency"');
		set({ allowsEmergencySave: true });
		const loud = await templatePage();
		expect(buttonsIn(loud)).toEqual(["Propose", "Delete template", "Save changes", "Propose"]);
		expect(loud).toMatch(/<button[^>]*without-scripts[^>]*>Save changes/);
		expect(loud.match(/name="emergency"/g)).toHaveLength(2);
	});

	test("Enter in a field proposes for who may not save, and where no save can succeed; else it saves", async () => {
		const pressedByEnter = (html: string) => {
			const form = html.slice(html.indexOf('id="editor-form"'));
			return /<button[^>]*aria-hidden="true"[^>]*>/.exec(form)?.[0];
		};
		expect(pressedByEnter(await templatePage())).not.toContain("name=");
		rule("all");
		expect(pressedByEnter(await templatePage())).toContain('value="propose"');
		set({ allowsEmergencySave: true });
		expect(pressedByEnter(await templatePage())).not.toContain("name=");
		rule();
		set({ proposers: ["viewer"] });
		signInAs("viewer");
		expect(pressedByEnter(await templatePage())).toContain('value="propose"');
	});
});

test("an emergency saves and deletes with a reason alone, where the operator allows it, and the trail says so", async () => {
	rule("all");
	const opened = await presentContent();
	const sent = (reason: string) => edit(opened, { name: "Door" }, { intent: "", emergency: "yes", reason });
	expect(await update(sent("SUP-1"))).toMatchObject({ problem: { about: "second-editor" } });
	set({ allowsEmergencySave: true });
	expect(await update(sent(" "))).toMatchObject({ kind: "refused", faults: { reason: expect.any(String) } });
	expect(tenant.written).toEqual([]);
	expect(await update(sent("SUP-1"))).toMatchObject({ kind: "saved" });
	const deletion = formDataOf(await templatePage(), "Delete template", { emergency: "yes" });
	expect((await inRequest(() => deleteTemplateAction({}, deletion))).problem).toMatchObject({ about: "reason" });
	deletion.set("reason", "SUP-2");
	await expect(inRequest(() => deleteTemplateAction({}, deletion))).rejects.toThrow("NEXT_REDIRECT");
	const rows = await listAuditEntries(everything, null, 10);
	expect(rows.map(({ operation, reason, isEmergency }) => [operation, reason, isEmergency])).toEqual([
		["delete_vc_templates_by_id", "SUP-2", true],
		["patch_vc_templates_by_id", "SUP-1", true],
	]);
});

test("on a tenant of the vendor, what it leaves out counts as no change, and what is sent is what was typed alone", async () => {
	const recorded = await startRecordedTestTenant();
	try {
		await recorded.use();
		signInAs("editor");
		const [stored] = await inRequest(() => readStoredTemplates());
		id = stored?.id ?? expect.fail("it has no template");
		const opened = await presentContent();
		const elements = { ...opened.elements, nationality: true } as const;
		const change = await proposalOf(update(edit(opened, { name: "Door", elements })));
		const creation = await proposalOf(create(edit(null, { name: "New", elements: { portrait: true } })));
		expect(await inRequest(() => mergedWithPresent(change))).toMatchObject([{ state: "applies", theirs: [] }]);
		await acceptAs("support", change);
		await acceptAs("support", creation);
		signInAs("editor");
		const sent = new FormData();
		sent.set("templateId", id);
		sent.set("intent", "propose");
		await acceptAs("support", await proposalOf(inRequest(() => deleteTemplateAction({}, sent))));
		const writes = (recorded.writes?.() ?? []) as { what: string; body?: object }[];
		expect(writes.map(({ what, body = {} }) => [what.split(" ")[0], Object.keys(body).slice(0, 2)])).toEqual([
			["PATCH", ["name", "presentation"]],
			["POST", ["name", "type"]],
			["DELETE", []],
		]);
	} finally {
		await recorded.close();
	}
});

async function htmlOf(page: () => Promise<ReactNode>): Promise<string> {
	return inRequest(async () => {
		const { secondEditor, allowsEmergencySave } = dashboardConfig();
		const session = await getSession();
		const stream = await renderToReadableStream(
			<SecondEditorRules
				value={{
					rule: secondEditor,
					allowsEmergency: allowsEmergencySave,
					mayPropose: session !== null && mayPropose(session),
				}}
			>
				<Queries>{await page()}</Queries>
			</SecondEditorRules>,
		);
		return (await new Response(stream).text()).replaceAll(/<!--.*?-->/gs, "");
	});
}

const none = Promise.resolve({});
const templatePage = () => htmlOf(() => TemplatePage({ params: Promise.resolve({ id }), searchParams: none }));
const newPage = (query: Partial<Record<"from" | "again", string>>) =>
	htmlOf(() => NewTemplatePage({ searchParams: Promise.resolve(query) }));
const overview = () => htmlOf(() => OverviewPage({ params: none, searchParams: none }));
const deletedPage = () => htmlOf(() => DeletedTemplatesPage({ params: none, searchParams: none }));

/** The buttons that save, delete or propose, in the order of the page. */
function buttonsIn(html: string): string[] {
	const submits = [...html.matchAll(/<button(?![^>]*type="button")[^>]*>([^<]*)/g)].map(([, text = ""]) => text);
	return submits.filter((text) => /^(Propose|Save changes|Create template|Delete template)$/.test(text));
}
