import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { formDataOf } from "@/app/_testing/page-form";
import { startTemplateTenant, type TemplateTenant } from "@/app/_testing/template-tenant";
import { dashboardConfig, heldConfig } from "@/lib/dashboard/config";
import { updateTemplate } from "@/lib/dashboard/management/templates";
import { declineProposal, returnProposal } from "@/lib/dashboard/proposals/decide";
import { pathOfProposal } from "@/lib/dashboard/proposals/proposal";
import { findProposal, listProposals } from "@/lib/dashboard/proposals/proposals";
import { proposeTemplates } from "@/lib/dashboard/proposals/propose";
import { reasonOfRequest } from "@/lib/dashboard/session/reason";
import { templateNamed } from "@/lib/dashboard/templates/whole-template.test-data";
import { signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { json } from "@/lib/dashboard/testing/fault-server";
import { runWithin } from "@/lib/dashboard/testing/run-within";
import { changeBeneath, itemOf, openList, openProposal, pressOn, proposeAs, requesting } from "./proposal.test-data";
import { proposeRestAction, reviseProposalAction } from "./proposal-actions";

// What the pages of proposals say to whom, and whom they tell to act.

let tenant: TemplateTenant;
let a: string;
beforeEach(async () => {
	tenant = await startTemplateTenant();
	a = tenant.add({ name: "Age check", elements: { portrait: true } });
	const secondEditor = { kinds: ["all"] as const, attributes: [] };
	heldConfig.set({ ...dashboardConfig(), secondEditor, editors: ["editor", "support"], proposers: ["viewer"] });
});
afterEach(async () => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
	vi.restoreAllMocks();
	await tenant.stop();
});

/** What stands above the fold. */
const before = (html: string) => html.split('aria-label="More templates"')[0] ?? "";

async function withoutRule<T>(act: () => Promise<T>): Promise<T> {
	const config = dashboardConfig();
	heldConfig.set({ ...config, secondEditor: { kinds: [], attributes: [] } });
	try {
		return await act();
	} finally {
		heldConfig.set(config);
	}
}

const redirected = (action: Promise<unknown>) => expect(action).rejects.toThrow("NEXT_REDIRECT");

describe("what can't be accepted shows what was typed", () => {
	test.each(["editor", "support"] as const)("where the name is taken, to %s", async (who) => {
		tenant.add({ name: "Bar", elements: { birth_date: true } });
		signInAs("editor");
		const after = {
			...templateNamed("Bar", { elements: { resident_city: true } }),
			purpose: { ...templateNamed("Bar").purpose, purpose: "To deliver a parcel." },
		};
		const id = await proposeTemplates([{ action: "create", name: "Bar", id: null, baseline: null, after }]);
		const { text } = await openProposal(id, who);
		expect(text).toMatch(/Another template has this name now.*Creates it.*City.*The whole template as it would be/);
		expect(text).toContain('"resident_city": true');
		expect(text).toContain("To deliver a parcel.");
	});

	test("where the template has a form that is not known here", async () => {
		const id = await proposeAs("editor", a, requesting("resident_city"));
		const { handle } = tenant.service;
		const presentation = { "org.iso.23220": { x: { y: true } } };
		tenant.service.handle = (request, response) =>
			request.url.endsWith(a)
				? json(response, 200, { id: a, name: "Age check", type: "mdl", presentation })
				: handle(request, response);
		const { text } = await openProposal(id, "support");
		expect(text).toMatch(/does not know: it can't be changed.*Adds City.*The whole template as it was proposed/);
		expect(text).not.toContain("Creates it");
	});
});

describe("who changed it since", () => {
	const rename = (name: string) => {
		signInAs("support");
		return withoutRule(() => runWithin(30_000, () => updateTemplate(a, { name })));
	};

	test("is not said of what was accepted: the last change is the accepted one", async () => {
		const id = await proposeAs("editor", a, requesting("resident_city"));
		changeBeneath(tenant, a, { elements: { portrait: true, nationality: true } });
		await pressOn((await openProposal(id, "support")).html, "Accept");
		const { text } = await openProposal(id, "editor");
		expect(text).toContain("Changed at the tenant since it was proposed; this stays: Adds Nationality");
		expect(text).not.toMatch(/(changed|Deleted) by support/);
	});

	test("is said of changes since it was proposed again alone", async () => {
		const id = await proposeAs("editor", a, requesting("resident_city"));
		await rename("Renamed");
		await returnProposal({ id, revision: 1 }, "");
		const own = await openProposal(id, "editor");
		expect(own.text).toContain("Last changed by support");
		await redirected(reviseProposalAction({}, formDataOf(own.html, "Propose again")));
		changeBeneath(tenant, a, { elements: { portrait: true, nationality: true } });
		const again = await openProposal(id, "support");
		expect(again.text).toContain("Adds Nationality");
		expect(again.text).not.toContain("changed by support");
		await rename("Renamed again");
		expect((await openProposal(id, "editor")).text).toContain("Last changed by support");
	});
});

test("what was returned waits for its author, who is told how to change it, and nobody that others decide it", async () => {
	const id = await proposeAs("editor", a, requesting("resident_city"));
	signInAs("support");
	await returnProposal({ id, revision: 1 }, "Please leave out City.");
	const { text } = await openProposal(id, "editor");
	expect(text).toContain("It was returned to you. Propose it again on top of what the tenant has now, or withdraw it.");
	expect(text).toContain("To change what it proposes, withdraw it and propose again from the template’s form.");
	expect(text).not.toContain("another editor decides it");
	expect((await openProposal(id, "support")).text).toContain(
		"It waits for its author, who proposes it again or withdraws it.",
	);
	// What is returned is not closed.
	const mine = await openList({ list: "mine" }, "editor");
	expect(mine.text).toContain("Returned to its author");
	expect(mine.text).not.toContain("by support");
	await declineProposalOf(id);
	expect((await openList({ list: "mine" }, "editor")).text).toContain("by support");
});

async function declineProposalOf(id: string): Promise<void> {
	signInAs("support");
	await declineProposal({ id, revision: 1 }, "No.");
}

test("the reason before is spoken of where one was stated alone", async () => {
	const [none, stated] = [
		await proposeAs("editor", a, requesting("resident_city")),
		await runWithin(30_000, async () => {
			reasonOfRequest.set("SUP-1");
			return proposeAs("editor", a, requesting("sex"));
		}),
	];
	signInAs("support");
	for (const id of [none, stated]) await returnProposal({ id, revision: 1 }, "");
	expect((await openProposal(none, "editor")).text).not.toContain("In place of the one before");
	expect((await openProposal(stated)).text).toContain("In place of the one before, if you state one.");
});

test("the list says that the tenant's own interface is outside of the rule, where there is one", async () => {
	const words = "Changes made with the tenant’s own interface are outside of this rule.";
	expect((await openList()).text).toContain(words);
	expect((await withoutRule(() => openList())).text).not.toContain(words);
});

test("of many templates those that need a look are the first, and never folded", async () => {
	const ids = Array.from({ length: 25 }, (_, at) => tenant.add({ name: `T${at}`, elements: { portrait: true } }));
	signInAs("editor");
	const items = [];
	for (const id of ids) items.push(await itemOf(id, (now) => ({ ...now, name: `${now.name} mine` })));
	const id = await proposeTemplates(items);
	changeBeneath(tenant, ids[24] ?? "", { name: "theirs" });
	const contested = await openProposal(id, "support");
	expect(before(contested.html)).toContain("Others changed the same since");
	expect(contested.text).toContain("5 more templates");
	// The choice is still the one of its template.
	expect((await openProposal(id, "editor")).html).toContain('name="keep 24:name"');
	changeBeneath(tenant, ids[24] ?? "", { name: "T24" });
	const { handle } = tenant.service;
	tenant.service.handle = (request, response) =>
		request.method === "PATCH" && ids.slice(22).some((one) => request.url.endsWith(one))
			? json(response, 400, { statusCode: 400, message: "No more." })
			: handle(request, response);
	await pressOn((await openProposal(id, "support")).html, "Accept");
	const { html } = await openProposal(id, "editor");
	expect(before(html).match(/No more\./g)).toHaveLength(3);
	expect(before(html).indexOf("No more.")).toBeLessThan(before(html).indexOf("Changed."));
	expect(html.match(/No more\./g)).toHaveLength(3);
}, 60_000);

describe("the rest of what was accepted", () => {
	/** A proposal that was accepted while the tenant refused every change. */
	async function partlySaved(): Promise<string> {
		const id = await proposeAs("editor", a, requesting("resident_city"));
		const { handle } = tenant.service;
		const { html } = await openProposal(id, "support");
		tenant.service.handle = (request, response) =>
			request.method === "PATCH"
				? json(response, 400, { statusCode: 400, message: "No more." })
				: handle(request, response);
		await pressOn(html, "Accept");
		tenant.service.handle = handle;
		expect((await findProposal(id))?.state).toBe("partly");
		return id;
	}
	const restIn = (html: string) => proposeRestAction({}, formDataOf(html, "Propose the rest"));

	test("is proposed once by its author, and its page leads to that proposal, until nothing comes of it", async () => {
		const id = await partlySaved();
		const { html } = await openProposal(id, "editor");
		await redirected(restIn(html));
		expect(await restIn(html)).toMatchObject({ problem: { message: "The same is proposed already." } });
		const rests = async () => (await listProposals("open", null, 10)).map((one) => one.id);
		const [rest = ""] = await rests();
		expect(await rests()).toEqual([rest]);
		const again = await openProposal(id, "support");
		expect(again.text).toContain("The rest was proposed again. Open that proposal");
		expect(again.html).toContain(`href="${pathOfProposal(rest)}"`);
		expect(again.html).not.toContain("Propose the rest</button>");
		await declineProposal({ id: rest, revision: 1 }, "No.");
		await redirected(restIn((await openProposal(id, "editor")).html));
		const [second = ""] = await rests();
		await pressOn((await openProposal(second, "support")).html, "Accept");
		expect(tenant.elements(a)).toHaveProperty("resident_city");
		expect((await openProposal(id, "viewer")).html).toContain(`href="${pathOfProposal(second)}"`);
	});

	test("is refused in words where the tenant has it by now, or the template is gone", async () => {
		const id = await partlySaved();
		const { html } = await openProposal(id, "editor");
		changeBeneath(tenant, a, { elements: { portrait: true, resident_city: true } });
		const message = "The tenant has all of it by now, or the templates were deleted.";
		expect(await restIn(html)).toMatchObject({ problem: { message } });
		tenant.stored.delete(a);
		expect(await restIn(html)).toMatchObject({ problem: { message } });
		expect(await listProposals("open", null, 10)).toEqual([]);
	});

	test("of several presses at once one proposes it", async () => {
		const { html } = await openProposal(await partlySaved(), "editor");
		const results = await Promise.allSettled([restIn(html), restIn(html), restIn(html)]);
		expect(results.filter(({ status }) => status === "rejected")).toHaveLength(1);
		expect(await listProposals("open", null, 10)).toHaveLength(1);
	});
});
