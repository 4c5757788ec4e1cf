import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startTemplateTenant, type TemplateTenant } from "@/app/_testing/template-tenant";
import { dashboardConfig, heldConfig } from "@/lib/dashboard/config";
import { applyApproved } from "@/lib/dashboard/proposals/apply-approved";
import { acceptProposal, mergedWithPresent, returnProposal, withdrawProposal } from "@/lib/dashboard/proposals/decide";
import { isAcceptable, resultHash } from "@/lib/dashboard/proposals/merge-proposal";
import type { Proposal, ProposedItem } from "@/lib/dashboard/proposals/proposal";
import { findProposal } from "@/lib/dashboard/proposals/proposals";
import { proposeTemplates } from "@/lib/dashboard/proposals/propose";
import { reviseProposal } from "@/lib/dashboard/proposals/revise";
import { dashboardDatabase } from "@/lib/dashboard/store/dashboard-database";
import { noteRestored } from "@/lib/dashboard/templates/history/read-history";
import { readTemplatesOf } from "@/lib/dashboard/templates/template-access";
import { templateNamed } from "@/lib/dashboard/templates/whole-template.test-data";
import { signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { json } from "@/lib/dashboard/testing/fault-server";
import { itemOf, openProposal } from "./proposal.test-data";

// What is merged with what happened since beside the templates that are changed: their names, and what has another form.

let tenant: TemplateTenant;
let a: string;
beforeEach(async () => {
	tenant = await startTemplateTenant();
	a = tenant.add({ name: "A", elements: { portrait: true } });
	const secondEditor = { kinds: ["all"] as const, attributes: [] };
	heldConfig.set({ ...dashboardConfig(), secondEditor, editors: ["editor", "support"] });
});
afterEach(async () => {
	vi.restoreAllMocks();
	await tenant.stop();
});

const found = async (id: string) => (await findProposal(id)) as Proposal;
const creation = (name: string, more = {}): ProposedItem => {
	return { action: "create", name, id: null, baseline: null, after: templateNamed(name, more) };
};
async function propose(...items: ProposedItem[]): Promise<Proposal> {
	signInAs("editor");
	return found(await proposeTemplates(items));
}
async function statesOf(proposal: Proposal) {
	const merged = await mergedWithPresent(proposal);
	return [merged.map(({ state }) => state), isAcceptable(merged)];
}
async function accept(proposal: Proposal, hash?: string) {
	signInAs("support");
	return acceptProposal(proposal, hash ?? resultHash(await mergedWithPresent(proposal)));
}

test.each([
	["a creation", async () => creation("N")],
	["a renaming", () => itemOf(a, (now) => ({ ...now, name: "N" }))],
])("%s whose name another template has by now is said, and goes back to its author", async (_, item) => {
	const proposal = await propose(await item());
	expect(await statesOf(proposal)).toEqual([["applies"], true]);
	const seen = resultHash(await mergedWithPresent(proposal));
	const holder = tenant.add({ name: "N", elements: { birth_date: true } });
	expect(await accept(proposal, seen)).toEqual({ kind: "changed" });
	expect(await mergedWithPresent(proposal)).toMatchObject([{ state: "name-taken", holder }]);
	await expect(accept(proposal)).rejects.toMatchObject({ name: "WriteRefused" });
	await returnProposal(proposal, "The name is taken.");
	signInAs("editor");
	const returned = await found(proposal.id);
	const hash = resultHash(await mergedWithPresent(returned));
	await expect(reviseProposal(returned, hash, new Set())).rejects.toThrow("Another template has the name “N” now.");
	tenant.stored.delete(holder);
	const freed = resultHash(await mergedWithPresent(returned));
	expect(await reviseProposal(returned, freed, new Set())).toEqual({ kind: "revised" });
	expect(await statesOf(await found(proposal.id))).toEqual([["applies"], true]);
	expect(tenant.written).toEqual([]);
});

/** The list says less of what another client stores. */
function listing(change: (template: Record<string, unknown>) => object): void {
	const { handle } = tenant.service;
	tenant.service.handle = (request, response) => {
		const isList = request.method === "GET" && /templates(\?|$)/.test(request.url);
		if (!isList) return handle(request, response);
		const end = (text: string) => {
			const { templates, ...page } = JSON.parse(text);
			json(response, 200, { ...page, templates: templates.map(change) });
		};
		const discarded = { writeHead: () => discarded, setHeader: () => discarded, end };
		handle(request, discarded as unknown as typeof response);
	};
}

test("a name that the list leaves out is read before it counts as free", async () => {
	const proposal = await propose(creation("N"));
	const holder = tenant.add({ name: "N", elements: { birth_date: true } });
	listing(({ name: _, ...template }) => template);
	expect(await mergedWithPresent(proposal)).toMatchObject([{ state: "name-taken", holder }]);
});

test("where an entry of the list can't be read, it is not known that a name is free, and nothing is accepted", async () => {
	const proposal = await propose(creation("N"));
	const seen = resultHash(await mergedWithPresent(proposal));
	const change = await propose(await itemOf(a, (now) => ({ ...now, type: "other" })));
	const holder = tenant.add({ name: "M", elements: { birth_date: true } });
	listing(({ id, ...template }) => (id === holder ? template : { id, ...template }));
	await expect(accept(proposal, seen)).rejects.toThrow("One of them may have the name that is given.");
	const { text } = await openProposal(proposal.id, "support");
	expect(text).toContain("1 entry could not be read");
	expect(text).not.toContain(" Accept ");
	// Who has a name does not matter for others, and is known where it is found.
	expect(await statesOf(change)).toEqual([["applies"], true]);
	const taken = await propose(creation("A", { elements: { sex: true } }));
	expect(await mergedWithPresent(taken)).toMatchObject([{ state: "name-taken", holder: a }]);
});

test("what was created since just as it was proposed is there already", async () => {
	const proposal = await propose(creation("N"), creation("M"));
	const id = tenant.add({ name: "N", elements: { portrait: true } });
	expect(await statesOf(proposal)).toEqual([["already", "applies"], true]);
	const accepted = await accept(proposal);
	if (accepted.kind !== "accepted") throw new Error("It was changed.");
	await applyApproved(proposal.id, accepted.lease);
	expect(await found(proposal.id)).toMatchObject({ state: "done", results: [{ outcome: "already", id }, {}] });
	expect(tenant.written.map(({ body }) => body.name)).toEqual(["M"]);
	const again = await propose(creation("N"));
	expect(await statesOf(again)).toEqual([["already"], false]);
});

test("a name that the proposal itself frees is not taken", async () => {
	const b = tenant.add({ name: "B", elements: { portrait: true } });
	const proposal = await propose(
		await itemOf(a, () => null),
		creation("A", { elements: { sex: true } }),
		await itemOf(b, (now) => ({ ...now, name: "C" })),
		creation("B", { elements: { sex: true } }),
	);
	expect(await statesOf(proposal)).toEqual([["applies", "applies", "applies", "applies"], true]);
	const accepted = await accept(proposal);
	if (accepted.kind !== "accepted") throw new Error("It was changed.");
	await applyApproved(proposal.id, accepted.lease);
	expect((await found(proposal.id)).state).toBe("done");
});

test("two of one name are not proposed together", async () => {
	await expect(propose(creation("N"), creation("N", { elements: { sex: true } }))).rejects.toThrow(
		"give each name once",
	);
});

test("of two proposals that restore a deleted template, the second finds it restored", async () => {
	await readTemplatesOf([a]);
	signInAs("editor");
	tenant.stored.delete(a);
	await expect(itemOf(a, () => null)).rejects.toThrow();
	const restored = { ...creation("A"), restores: a };
	const proposal = await propose(restored);
	const seen = resultHash(await mergedWithPresent(proposal));
	const other = await propose(creation("A"));
	expect(resultHash(await mergedWithPresent(other)), "the decider sees what it restores").not.toBe(seen);
	const id = tenant.add({ name: "A again", elements: { sex: true } });
	await noteRestored(a, id);
	expect(await mergedWithPresent(proposal)).toMatchObject([{ state: "already", item: { id } }]);
	tenant.stored.delete(id);
	expect(await statesOf(proposal)).toEqual([["applies"], true]);
});

test("a template of another form is deleted as the decider saw it, or not at all", async () => {
	const odd = { name: "Old test", type: "mdl", presentation: { "org.iso.23220": { a: { b: true } } } };
	const { handle } = tenant.service;
	let deleted = 0;
	tenant.service.handle = (request, response) => {
		if (!request.url.endsWith("vct_odd")) return handle(request, response);
		if (request.method === "DELETE") {
			deleted += 1;
			return response.writeHead(204).end();
		}
		json(response, 200, { id: "vct_odd", ...odd });
	};
	const item: ProposedItem = { action: "remove", name: "Old test", id: "vct_odd", baseline: null, after: null };
	const proposal = await propose(item);
	const seen = resultHash(await mergedWithPresent(proposal));
	odd.name = "Production age check";
	expect(await accept(proposal, seen)).toEqual({ kind: "changed" });
	odd.name = "Old test";
	odd.presentation = { "org.iso.23220": { a: { b: true, c: true } as never } };
	expect(await accept(proposal, seen)).toEqual({ kind: "changed" });
	const accepted = await accept(proposal);
	if (accepted.kind !== "accepted") throw new Error("It was changed.");
	odd.name = "Important";
	await applyApproved(proposal.id, accepted.lease);
	expect([deleted, (await found(proposal.id)).results]).toMatchObject([0, [{ outcome: "conflict" }]]);
});

test("who has only the author's address neither withdraws nor proposes again, and does not decide", async () => {
	const database = await dashboardDatabase();
	await database.updateTable("sessions").set({ email: "ann@x.example" }).execute();
	const proposal = await propose(creation("N"));
	const hash = resultHash(await mergedWithPresent(proposal));
	signInAs("support");
	await expect(withdrawProposal(proposal)).rejects.toThrow("Only its author can withdraw");
	await expect(acceptProposal(proposal, hash)).rejects.toThrow("No one decides their own");
	signInAs("viewer");
	await expect(withdrawProposal(proposal)).rejects.toThrow("Only its author can withdraw");
	heldConfig.set({ ...dashboardConfig(), proposers: ["viewer"] });
	await expect(reviseProposal(proposal, hash, new Set())).rejects.toThrow("Only its author can propose it again");
	expect((await found(proposal.id)).state).toBe("open");
	signInAs("editor");
	await withdrawProposal(proposal);
});
