import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { changedByVera } from "@/app/_testing/changed-by-vera";
import { linesInWords } from "@/app/_testing/lines-in-words";
import { partsOf } from "@/app/_testing/result-parts";
import { elementsOf, presentationOf } from "@/lib/contract/template/mdl-elements";
import { auditEntry, insertAuditEntry } from "@/lib/dashboard/audit/audit-entry.test-data";
import { dashboardDatabase } from "@/lib/dashboard/store/dashboard-database";
import { clearDashboardState, pointAtService, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { type FaultServer, json, startFaultServer } from "@/lib/dashboard/testing/fault-server";
import { runWithin } from "@/lib/dashboard/testing/run-within";
import { emptyValues, type TemplateContent, type TemplateFormValues, templateEditor } from "../_edit/template-editor";
import { boxesOf, type ElementState } from "../_edit/template-elements";
import { templateSave } from "../_edit/template-save";
import { createTemplateAction, updateTemplateAction } from "./template-actions";

const baseline: TemplateContent = {
	...templateEditor.defaults,
	name: "Bar",
	type: "mdl",
	elements: { portrait: true },
};
let stored: TemplateContent = baseline;
/** The bodies of all writes, and the number of all requests for templates. */
let written: unknown[] = [];
let requests = 0;
/** Turns a PATCH's body into what the service stores afterwards. */
let onPatch = (body: { name?: string; type?: string; presentation?: ReturnType<typeof presentationOf> }) => {
	const { presentation, ...rest } = body;
	stored = { ...stored, ...rest, elements: presentation ? elementsOf(presentation) : stored.elements };
};
const patch = onPatch;
let service: FaultServer;

beforeAll(async () => {
	service = await startFaultServer();
	service.handle = ({ method, body }, response) => {
		requests += 1;
		if (method !== "GET") written.push(JSON.parse(body));
		if (method === "PATCH") onPatch(JSON.parse(body));
		const { name, type, elements } = stored;
		json(response, 200, { id: "vct_1", name, type, presentation: presentationOf(elements) });
	};
	await pointAtService(service.address);
});
beforeEach(() => {
	signInAs("editor");
	onPatch = patch;
	stored = baseline;
	written = [];
	requests = 0;
});
afterAll(async () => {
	await clearDashboardState();
	await service.close();
});

function formOf(values: Partial<TemplateFormValues>, fields: Record<string, string> = {}): FormData {
	const form = new FormData();
	const all = { templateId: "vct_1", opened: JSON.stringify(baseline), ...fields };
	for (const [name, text] of Object.entries(all)) form.set(name, text);
	form.set("values", JSON.stringify({ ...templateEditor.valuesOf(baseline), ...values }));
	return form;
}

test.each(["viewer", "support"] as const)("no request is sent to the service for the role %s", async (role) => {
	signInAs(role);
	expect((await partsOf(updateTemplateAction({}, formOf({ name: "Door" })))).problem).toBeDefined();
	expect((await partsOf(createTemplateAction({}, formOf({ name: "Door" })))).problem).toBeDefined();
	expect(requests).toBe(0);
});

test("elements that no page of this version sends change nothing", async () => {
	const states = ["{", "1", "null"].map((json) => ({ json, isTicked: true }));
	for (const state of [...states, undefined, "true", 1, []] as ElementState[]) {
		const broken = formOf({ elements: [{ name: "portrait", state }] });
		expect((await partsOf(updateTemplateAction({}, broken))).problem?.title).toBe("This page is out of date");
	}
	const theirs = { ...baseline, elements: { portrait: 1 } };
	const yours = { ...baseline, elements: {} };
	const conflict = JSON.stringify({ baseline, theirs, yours });
	const chosen = formOf({ elements: [{ name: "resident_city", state: true }] }, { conflict, "choice-0": "theirs" });
	expect((await partsOf(updateTemplateAction({}, chosen))).problem?.title).toBe("This page is out of date");
	expect(requests).toBe(0);
});

test("a creation whose outcome is unknown names the template, and says that it can be tried again", async () => {
	const { handle } = service;
	service.handle = ({ method }, response) => {
		if (method === "POST") response.destroy();
		else json(response, 500, { message: "down" });
	};
	const { problem } = await partsOf(createTemplateAction({}, formOf({ name: "While down" })));
	service.handle = handle;
	expect(problem).toMatchObject({
		title: "Not confirmed",
		message:
			"We can't tell whether “While down” was created. Look in Templates, or try again: it won't be created twice.",
		link: { href: "/templates?q=While+down" },
	});
});

test("the page that follows says that it has what was typed only where that was read", async () => {
	const isOnPage = (values: Partial<TemplateFormValues>) =>
		runWithin(5_000, async () => {
			await createTemplateAction({}, formOf(values));
			return templateSave.submitted.of("") !== null;
		});
	expect(await isOnPage({ name: "" })).toBe(true);
	expect(await isOnPage({ elements: [{ name: "portrait", state: { json: "1", isTicked: true } }] })).toBe(false);
});

test("times that no page of this version sends are not shown", async () => {
	const theirs = { ...baseline, name: "Maps" };
	const changedBy = { person: "Vera Holm", isOneself: false, at: "never" };
	const conflict = JSON.stringify({ baseline, theirs, yours: { ...baseline, name: "Door" }, changedBy, at: "never" });
	const { conflict: shown } = await partsOf(updateTemplateAction({}, formOf({ name: "Door" }, { conflict })));
	expect(shown).toMatchObject({ theirs: { name: "Maps" }, changedBy: undefined, at: undefined });
});

test("values that break a rule are refused without a request, and returned without a private key", async () => {
	expect(await partsOf(updateTemplateAction({}, formOf({ name: "" })))).toMatchObject({
		faults: { name: "A name is needed." },
	});
	const form = new FormData();
	form.set("name", "Door");
	form.set("type", "mdl");
	form.set("attribute", "portrait");
	form.set("source", "[]");
	form.set("certificateAuthority", "-----BEGIN PRIVATE KEY-----\nMIIBsecret\n-----END PRIVATE KEY-----");
	const result = await partsOf(createTemplateAction({}, form));
	expect(result.faults?.certificateAuthority).toMatch(/private key/);
	expect(JSON.stringify(result)).not.toContain("MIIBsecret");
	expect(requests).toBe(0);
});

test("only what changed is sent, after one read of the stored template", async () => {
	const result = await partsOf(updateTemplateAction({}, formOf({ name: "Door" })));
	expect(written).toEqual([{ name: "Door" }]);
	expect(requests).toBe(2);
	expect(result.saved).toMatchObject({ before: baseline, after: { ...baseline, name: "Door" }, differing: [] });
	expect(linesInWords(result.saved?.history?.[0]?.lines)).toEqual(["Renames it to “Door” (was “Bar”)"]);
});

test("a template with an unknown shape is not written", async () => {
	const { handle } = service;
	service.handle = (_, response) => json(response, 200, { id: "vct_1", name: "Bar", presentation: { other: {} } });
	const result = await partsOf(updateTemplateAction({}, formOf({ name: "Door" })));
	service.handle = handle;
	expect(result.problem?.title).toBe("This template can no longer be edited here");
	expect(written).toEqual([]);
});

test("buttons that fill in the form send nothing, and keep what was typed", async () => {
	const dated = { ...emptyValues, name: "Door", elements: boxesOf({ birth_date: true }) };
	const form = formOf(dated, { intent: "fix birth-date-for-an-age" });
	form.delete("opened");
	expect((await partsOf(createTemplateAction({}, form))).values).toMatchObject({
		name: "Door",
		elements: boxesOf({ age_over_18: true }),
	});
	expect(requests).toBe(0);
});

test("a conflict names the author of a change made here since it was opened, and reports a change made elsewhere otherwise", async () => {
	await (await dashboardDatabase()).deleteFrom("audit_trail").execute();
	const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();
	const at = ago(120);
	const change = { id: `${at}-r`, at, subject: "vera", personName: "Vera Holm", target: "vct_1" };
	await insertAuditEntry(auditEntry(change));
	await insertAuditEntry(auditEntry({ ...change, id: `${at}-s`, outcome: "refused", personName: "Nils" }));
	stored = { ...baseline, name: "Maps" };
	const conflictOf = (openedAt: string) => partsOf(updateTemplateAction({}, formOf({ name: "Door" }, { openedAt })));
	expect(await conflictOf(ago(180))).toMatchObject({
		conflict: { theirs: { name: "Maps" }, changedBy: { person: "Vera Holm", isOneself: false, at } },
	});
	expect((await conflictOf(ago(60))).conflict?.changedBy).toBeNull();
	await insertAuditEntry(auditEntry({ ...change, id: `${ago(30)}-t`, at: ago(30), subject: "editor" }));
	expect((await conflictOf(ago(60))).conflict?.changedBy).toMatchObject({ person: "You", isOneself: true });
	expect((await conflictOf("never")).conflict?.changedBy).toBeUndefined();
});

test("a conflict that is still open without scripts is shown again with the same choices", async () => {
	const { openedAt, changedBy } = await changedByVera("patch_vc_templates_by_id", "vct_1");
	stored = { ...baseline, name: "Maps" };
	const first = await partsOf(updateTemplateAction({}, formOf({ name: "Door" }, { openedAt })));
	expect(first).toMatchObject({ conflict: { changedBy, at: first.openedAt } });
	const fields = {
		opened: JSON.stringify(first.baseline),
		openedAt: first.openedAt ?? "",
		conflict: JSON.stringify(first.conflict),
	};
	for (const intent of ["save", "try wallet"]) {
		const again = await partsOf(updateTemplateAction({}, formOf({ name: "Door" }, { ...fields, intent })));
		expect(again, intent).toMatchObject({ conflict: { changedBy, at: first.openedAt }, openedAt: first.openedAt });
	}
});
