import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { formDataOf } from "@/app/_testing/page-form";
import { renderPage } from "@/app/_testing/render-page";
import { startTemplateTenant, type TemplateTenant } from "@/app/_testing/template-tenant";
import { dashboardConfig, heldConfig } from "@/lib/dashboard/config";
import { deleteTemplate, updateTemplate } from "@/lib/dashboard/management/templates";
import { addProposal } from "@/lib/dashboard/proposals/change-proposals";
import { commentOn } from "@/lib/dashboard/proposals/comments";
import { acceptProposal, declineProposal, mergedWithPresent, returnProposal } from "@/lib/dashboard/proposals/decide";
import { resultHash } from "@/lib/dashboard/proposals/merge-proposal";
import { type Proposal, pathOfProposal } from "@/lib/dashboard/proposals/proposal";
import { findProposal, listProposals } from "@/lib/dashboard/proposals/proposals";
import { proposeTemplates } from "@/lib/dashboard/proposals/propose";
import type { Role } from "@/lib/dashboard/session/permissions";
import { dashboardDatabase } from "@/lib/dashboard/store/dashboard-database";
import { signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { json } from "@/lib/dashboard/testing/fault-server";
import { runWithin } from "@/lib/dashboard/testing/run-within";
import { ROOT } from "@/lib/testing/example-certificates";
import OverviewPage from "../page";
import { changeBeneath, itemOf, openList, openProposal, pressOn, proposeAs, requesting } from "./proposal.test-data";
import {
	commentOnProposalAction,
	decideProposalAction,
	proposeRestAction,
	reviseProposalAction,
	withdrawProposalAction,
} from "./proposal-actions";

let tenant: TemplateTenant;
let a: string;

beforeEach(async () => {
	tenant = await startTemplateTenant();
	a = tenant.add({ name: "Age check", elements: { portrait: true } });
	heldConfig.set({
		...dashboardConfig(),
		secondEditor: { kinds: ["all"], attributes: [] },
		editors: ["editor", "support"],
		proposers: ["viewer"],
	});
});
afterEach(async () => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
	vi.restoreAllMocks();
	await tenant.stop();
});

const stored = async (id: string) => (await findProposal(id)) as Proposal;
const BUTTONS = /<button[^>]*>(Accept|Resume|Decline|Return to author|Propose again|Propose the rest|Withdraw)</g;
const buttonsOf = (html: string) => [...new Set([...html.matchAll(BUTTONS)].map(([, name]) => name))];

describe("another editor", () => {
	test("sees the change in words and as prints, why and by whom, and accepts exactly that", async () => {
		const id = await proposeAs("editor", a, requesting("resident_city"));
		const { html, text, heading } = await openProposal(id, "support");
		expect(heading).toBe("Age check");
		expect(text).toMatch(/Asks for 1 of the 21.*, then.*Asks for 2 of the 21.* Adds City/);
		expect(text).toMatch(/Proposed by editor .*Reason none stated.*Expires in 14 days/);
		expect(text).toContain(`http://localhost:3000${pathOfProposal(id)} Copy link`);
		expect(buttonsOf(html)).toEqual(["Accept", "Return to author", "Decline"]);
		expect(tenant.written).toEqual([]);
		expect(await pressOn(html, "Accept")).toEqual({ done: "Accepted. The tenant has the changes." });
		expect(tenant.elements(a)).toEqual({ portrait: true, resident_city: true });
		const after = await openProposal(id, "support");
		expect(after.text).toMatch(/What was accepted.*Accepted by support,/);
		expect(after.text).toContain("Changed.");
		expect(buttonsOf(after.html)).toEqual([]);
	});

	test("is asked again where the tenant was changed since the page was opened", async () => {
		const id = await proposeAs("editor", a, requesting("resident_city"));
		const { html } = await openProposal(id, "support");
		changeBeneath(tenant, a, { elements: { portrait: true, nationality: true } });
		expect(await pressOn(html, "Accept")).toMatchObject({ problem: { title: "Changed since you opened it" } });
		expect(tenant.written).toEqual([]);
		const again = await openProposal(id);
		expect(again.text).toMatch(/Adds City.*Changed at the tenant since it was proposed; this stays: Adds Nationality/);
		expect(await pressOn(again.html, "Accept")).toHaveProperty("done");
		expect(tenant.elements(a)).toEqual({ portrait: true, nationality: true, resident_city: true });
	});

	test("is told what no longer applies", async () => {
		const b = tenant.add({ name: "B", elements: { portrait: true } });
		const c = tenant.add({ name: "C", elements: { portrait: true } });
		signInAs("editor");
		const add = requesting("resident_city");
		const id = await proposeTemplates([await itemOf(a, add), await itemOf(b, add), await itemOf(c, add)]);
		tenant.stored.delete(b);
		changeBeneath(tenant, c, { elements: { portrait: true, resident_city: true } });
		const { html, text, heading } = await openProposal(id, "support");
		expect(heading).toBe("3 templates");
		expect(text).toContain("The template was deleted since. Its change no longer applies, and is left out.");
		expect(text).toContain("The tenant has this already: nothing of it is left to change.");
		expect(await pressOn(html, "Accept")).toHaveProperty("done");
		expect(tenant.written).toHaveLength(1);
	});

	test("returns a conflict to its author, who chooses, and it is accepted then", async () => {
		const rename = (name: string) => (now: { name: string }) => ({ ...now, name }) as never;
		const id = await proposeAs("editor", a, rename("Mine"));
		changeBeneath(tenant, a, { name: "Theirs" });
		const opened = await openProposal(id, "support");
		expect(buttonsOf(opened.html)).toEqual(["Return to author", "Decline"]);
		expect(opened.text).toMatch(/When it was proposed.*Age check.*At the tenant now.*Theirs.*Proposed.*Mine/);
		expect(opened.text).toContain("return it to its author, who is to choose first");
		await pressOn(opened.html, "Return to author", { reason: "Which name?" });
		const own = await openProposal(id, "editor");
		expect(own.text).toMatch(/Returned to its author by support,.*Which name\?/);
		expect(buttonsOf(own.html)).toEqual(["Propose again", "Withdraw"]);
		const unchosen = await reviseProposalAction({}, formDataOf(own.html, "Propose again"));
		expect(unchosen.problem?.title).toBe("Choose for each part");
		const chosen = formDataOf(own.html, "Propose again", { "keep 0:name": ["mine"] });
		await expect(reviseProposalAction({}, chosen)).rejects.toThrow("NEXT_REDIRECT");
		const again = await openProposal(id, "support");
		expect(again.text).toMatch(/Renames it to .Mine. \(was .Theirs.\)/);
		await pressOn(again.html, "Accept");
		expect(tenant.stored.get(a)?.name).toBe("Mine");
	});

	test("declines with a reason alone", async () => {
		const id = await proposeAs("editor", a, requesting("resident_city"));
		const { html } = await openProposal(id, "support");
		expect(await pressOn(html, "Decline")).toMatchObject({ problem: { about: "reason" } });
		expect(await pressOn(html, "Decline", { reason: "Not needed." })).toEqual({ done: "Declined." });
		const { text } = await openProposal(id, "editor");
		expect(text).toMatch(/Declined by support,.*Not needed\./);
	});

	test("accepts nothing while the tenant does not answer", async () => {
		const id = await proposeAs("editor", a, requesting("resident_city"));
		const { html } = await openProposal(id, "support");
		tenant.service.handle = (_, response) => response.writeHead(503).end();
		expect(await pressOn(html, "Accept")).toMatchObject({ problem: { title: expect.stringContaining("503") } });
		expect((await stored(id)).state).toBe("open");
	});

	test("sees it as it was proposed where the tenant does not answer, and can't decide", async () => {
		const id = await proposeAs("editor", a, requesting("resident_city"));
		tenant.service.handle = (_, response) => response.writeHead(503).end();
		const { html, text } = await openProposal(id, "support");
		expect(text).toMatch(/answered with an error \(503\).*As it was proposed\..*Adds City/);
		expect(buttonsOf(html)).toEqual(["Return to author", "Decline"]);
		expect(await pressOn(html, "Decline", { reason: "No." })).toHaveProperty("problem");
		expect((await stored(id)).state).toBe("open");
	});
});

test("saving that was interrupted is resumed by another editor than the author", async () => {
	const id = await proposeAs("editor", a, requesting("resident_city"));
	signInAs("support");
	const proposal = await stored(id);
	await acceptProposal(proposal, resultHash(await mergedWithPresent(proposal)));
	expect((await openProposal(id)).text).toContain("It is accepted, and being saved now.");
	// The process that accepted it is gone.
	const database = await dashboardDatabase();
	await database.updateTable("proposals").set({ lease_until: "" }).where("id", "=", id).execute();
	const own = await openProposal(id, "editor");
	expect(own.text).toContain("Another editor than its author can resume it.");
	expect(buttonsOf(own.html)).toEqual([]);
	const { html: page, text } = await openProposal(id, "support");
	expect(text).toContain("No result yet. Resume looks whether the tenant has it");
	expect(await pressOn(page, "Resume")).toEqual({ done: "Accepted. The tenant has the changes." });
	expect(tenant.elements(a)).toHaveProperty("resident_city");
});

test("what was finished meanwhile is not said to be saved now where it is resumed again", async () => {
	const id = await proposeAs("editor", a, requesting("resident_city"));
	signInAs("support");
	const proposal = await stored(id);
	await acceptProposal(proposal, resultHash(await mergedWithPresent(proposal)));
	const database = await dashboardDatabase();
	await database.updateTable("proposals").set({ lease_until: "" }).where("id", "=", id).execute();
	const { html } = await openProposal(id, "support");
	expect(await pressOn(html, "Resume")).toHaveProperty("done");
	expect(await pressOn(html, "Resume")).toMatchObject({
		problem: { title: "Nothing was changed", message: "It is finished already: see each template." },
	});
});

test("a deletion says what it deletes and what stops working, on a button of its own", async () => {
	const id = await proposeAs("editor", a, () => null);
	const { html, text } = await openProposal(id, "support");
	expect(text).toMatch(/It deletes 1 template\. Applications that start verifications with its ID stop working\./);
	expect(await pressOn(html, "Accept and delete")).toHaveProperty("done");
	expect(tenant.stored.has(a)).toBe(false);
});

test("of a conflict the decider sees what else is proposed too", async () => {
	const id = await proposeAs("editor", a, (now) => ({ ...requesting("resident_city", "sex")(now), name: "Mine" }));
	changeBeneath(tenant, a, { name: "Theirs" });
	for (const who of ["support", "editor"] as const) {
		const { text } = await openProposal(id, who);
		expect(text).toMatch(/Proposed .Mine..*Also proposed: Adds City Adds Sex/);
		expect(text).not.toMatch(/Also proposed:.*Renames/);
	}
});

test("who changed or deleted it since is said, where that was here", async () => {
	const [c, d] = ["C", "D"].map((name) => tenant.add({ name, elements: { portrait: true } }));
	signInAs("editor");
	const add = requesting("resident_city");
	const items = await Promise.all([a, c ?? "", d ?? ""].map((one) => itemOf(one, add)));
	const id = await proposeTemplates(items);
	heldConfig.set({ ...dashboardConfig(), secondEditor: { kinds: [], attributes: [] } });
	signInAs("support");
	await runWithin(30_000, () => updateTemplate(a, { name: "Renamed" }));
	await runWithin(30_000, () => deleteTemplate(c ?? "", "C"));
	changeBeneath(tenant, d ?? "", { name: "Elsewhere" });
	const { text } = await openProposal(id, "viewer");
	expect(text).toMatch(
		/was deleted since.*Deleted by support.*Renames it to .Renamed. .*Last changed by support, just now/,
	);
	expect(text.match(/ by support/g)).toHaveLength(2);
});

test("of a new certificate authority the decider sees whose it is", async () => {
	signInAs("editor");
	const { baseline } = await itemOf(a, (now) => now);
	const after = { ...(baseline ?? expect.fail()), name: "New", certificateAuthority: ROOT };
	const id = await proposeTemplates([{ action: "create", name: "New", id: null, baseline: null, after }]);
	expect((await openProposal(id, "support")).text).toContain("CN=Example IACA Root");
});

test("a name that another template has by now leads to that one, and what is restored is named", async () => {
	signInAs("editor");
	const { baseline } = await itemOf(a, (now) => now);
	const after = { ...(baseline ?? expect.fail()), name: "N" };
	const item = { action: "create" as const, name: "N", id: null, baseline: null, after, restores: "vct_gone000000000" };
	const id = await proposeTemplates([item]);
	expect((await openProposal(id, "support")).text).toContain("Restores the deleted template vct_gone000000000");
	const holder = tenant.add({ name: "N", elements: { birth_date: true } });
	const { html, text } = await openProposal(id, "support");
	expect(text).toContain("Another template has this name now");
	expect(html).toContain(`href="/templates/${holder}"`);
	expect(buttonsOf(html)).not.toContain("Accept");
});

test("a name's directions do not turn the author's question around", async () => {
	const b = tenant.add({ name: "T\u202eU", elements: { portrait: true } });
	signInAs("editor");
	const rename = (now: { name: string }) => ({ ...now, name: `${now.name} 2` }) as never;
	const id = await proposeTemplates([await itemOf(a, rename), await itemOf(b, rename)]);
	changeBeneath(tenant, b, { name: "T\u202eX" });
	const { html } = await openProposal(id, "editor");
	expect(html).toMatch(/<legend[^>]*>[^<]*Keep which\?/);
	expect(/<legend[^>]*>([^<]*)/.exec(html)?.[1]).not.toContain("\u202e");
});

test("what was returned once is said to be so once it is proposed again, and where it expires", async () => {
	const id = await proposeAs("editor", a, requesting("resident_city"));
	signInAs("support");
	await returnProposal({ id, revision: 1 }, "Which law?");
	const own = await openProposal(id, "editor");
	await expect(reviseProposalAction({}, formDataOf(own.html, "Propose again"))).rejects.toThrow("NEXT_REDIRECT");
	expect((await openProposal(id, "support")).text).toMatch(/Returned to its author by support, .*Which law\?/);
	const database = await dashboardDatabase();
	await database.updateTable("proposals").set({ expires_at: "2020-01-01T00:00:00.000Z" }).execute();
	const { text } = await openProposal(id, "support");
	expect(text).toMatch(/What it would have changed.*Returned to its author by support,.*Expired .* years ago/);
	expect(text).toContain("It has expired.");
	expect(text).not.toMatch(/Expired by/);
});

test("what could not be saved is said beside its template, and proposed by its author alone", async () => {
	const id = await proposeAs("editor", a, requesting("resident_city"));
	const { html } = await openProposal(id, "support");
	const { handle } = tenant.service;
	tenant.service.handle = (request, response) =>
		request.method === "PATCH"
			? response.writeHead(400, { "content-type": "application/json" }).end('{"statusCode":400,"message":"No more."}')
			: handle(request, response);
	expect(await pressOn(html, "Accept")).toMatchObject({ done: expect.stringContaining("not all of it") });
	for (const other of ["support", "viewer"] as const)
		expect(buttonsOf((await openProposal(id, other)).html)).toEqual([]);
	const { html: partly, text } = await openProposal(id, "editor");
	expect(text).toMatch(/Accepted, not all saved.*Not done.*No more\./);
	expect(text).toContain("1 template was not saved as accepted, as far as is known.");
	tenant.service.handle = handle;
	changeBeneath(tenant, a, { elements: { portrait: true, nationality: true } });
	await expect(proposeRestAction({}, formDataOf(partly, "Propose the rest"))).rejects.toThrow("NEXT_REDIRECT");
	const [rest] = await listProposals("open", null, 10);
	const { html: again, text: words } = await openProposal(rest?.id ?? "", "support");
	expect(words).toMatch(/Proposed by editor .*Reason none stated/);
	expect(words).toMatch(/Adds City.*this stays: Adds Nationality/);
	await pressOn(again, "Accept");
	expect(tenant.elements(a)).toEqual({ portrait: true, nationality: true, resident_city: true });
});

describe("the author", () => {
	test("can't accept, and withdraws", async () => {
		const id = await proposeAs("editor", a, requesting("resident_city"));
		const { html, text } = await openProposal(id);
		expect(buttonsOf(html)).toEqual(["Withdraw"]);
		expect(text).toContain("You proposed this, so another editor decides it: you can't, with any account of yours.");
		await expect(withdrawProposalAction({}, formDataOf(html, "Withdraw"))).rejects.toThrow("NEXT_REDIRECT");
		expect((await openProposal(id, "support")).text).toMatch(/Withdrawn by editor/);
	});

	test("reads that a press came too late, also where it was decided meanwhile", async () => {
		const id = await proposeAs("editor", a, requesting("resident_city"));
		const { html } = await openProposal(id);
		await pressOn((await openProposal(id, "support")).html, "Accept");
		signInAs("editor");
		const late = await withdrawProposalAction({}, formDataOf(html, "Withdraw"));
		expect(late).toMatchObject({ problem: { message: "It was accepted already." } });
		expect((await openProposal(id, "editor")).text).toContain("Decision It was accepted.");
	});

	test("is told why it can't be accepted, and that no choice mends that", async () => {
		const id = await proposeAs("editor", a, (now) => ({ ...now, elements: { resident_city: true } }));
		changeBeneath(tenant, a, { elements: {} });
		const empty = await proposeAs(
			"editor",
			tenant.add({ name: "B", elements: { portrait: true, sex: true } }),
			(now) => ({
				...now,
				elements: { sex: true },
			}),
		);
		changeBeneath(tenant, [...tenant.stored.keys()].at(-1) ?? "", { elements: { portrait: true } });
		const { html, text } = await openProposal(empty, "editor");
		expect(text).toContain("It can't be accepted as it is now. See its template: no choice here mends that");
		expect(text).toContain("the template would request nothing");
		expect(buttonsOf(html)).toEqual(["Withdraw"]);
		expect((await openProposal(empty, "support")).text).toContain("return it to its author, or decline it");
		expect((await openProposal(id, "editor")).text).toContain("To change what it proposes, withdraw it");
	});

	test("who may propose no more is told so, and withdraws", async () => {
		heldConfig.set({ ...dashboardConfig(), proposers: ["viewer"] });
		const id = await proposeAs("viewer", a, requesting("resident_city"));
		expect((await openProposal(id, "viewer")).text).toContain("You proposed this, so an editor decides it");
		signInAs("support");
		await returnProposal({ id, revision: 1 }, "");
		heldConfig.set({ ...dashboardConfig(), proposers: [] });
		const { html, text } = await openProposal(id, "viewer");
		expect(text).toContain("You may not propose any more; you can withdraw it.");
		expect(buttonsOf(html)).toEqual(["Withdraw"]);
	});

	test("is known by accounts that are linked too", async () => {
		const id = await proposeAs("editor", a, requesting("resident_city"));
		const { handle } = tenant.service;
		tenant.service.handle = (request, response) => {
			if (!request.url.includes("/users/")) return handle(request, response);
			const identities = [{ provider: "auth0", user_id: "1", connection: "c", isSocial: false }];
			return json(response, 200, { user_id: "support", identities });
		};
		const { html, text } = await openProposal(id, "support");
		expect(text).toContain("proposed with another account of yours");
		expect(buttonsOf(html)).toEqual([]);
	});

	test("of a program's proposal is who created its token", async () => {
		signInAs("editor");
		const author = { subject: "support", name: "support", email: null, token: { id: "t", name: "Nightly" } };
		const id = await addProposal(author, "SUP-1", [await itemOf(a, requesting("resident_city"))]);
		const { text } = await openProposal(id, "support");
		expect(text).toContain("Token Nightly, created by support");
		expect(text).toContain("Your token Nightly proposed this");
		expect(buttonsOf((await openProposal(id, "support")).html)).toEqual(["Withdraw"]);
		expect(buttonsOf((await openProposal(id, "editor")).html)).toContain("Accept");
	});
});

test("a viewer who may propose reads and comments; one who may not reads", async () => {
	const id = await proposeAs("editor", a, requesting("resident_city"));
	const { html, text } = await openProposal(id, "viewer");
	expect(buttonsOf(html)).toEqual([]);
	expect(text).toContain("Deciding a proposal needs the editor role.");
	const comment = (words: string) => commentOnProposalAction({}, formDataOf(html, "Add comment", { comment: words }));
	expect(await comment("Why \u202eCity?")).toEqual({ done: "Comment added." });
	expect(await comment(" ")).toMatchObject({ problem: { title: "Nothing was added" }, comment: " " });
	expect((await openProposal(id)).text).toMatch(/viewer .*Why .*City\?/);
	heldConfig.set({ ...dashboardConfig(), proposers: [] });
	expect((await openProposal(id)).text).not.toContain("Add comment");
	expect(await comment("again")).toMatchObject({ problem: { title: "Not allowed" } });
});

describe("forged forms", () => {
	const accept = (id: string, fields: Record<string, string>) => {
		const form = new FormData();
		for (const [name, value] of Object.entries({ proposalId: id, intent: "accept", ...fields })) form.set(name, value);
		return decideProposalAction({}, form);
	};

	test.each([
		["a viewer", "viewer", {}, "Not allowed"],
		["the author", "editor", {}, "Nothing was changed"],
		["without what was seen", "support", { result: "" }, "Changed since you opened it"],
		["of another result", "support", { result: "x" }, "Changed since you opened it"],
		["of another revision", "support", { revision: "2" }, "Changed since you opened it"],
		["without a revision", "support", { revision: "" }, "Changed since you opened it"],
		["of no proposal", "support", { proposalId: "none" }, "Nothing was changed"],
		["with an unknown button", "support", { intent: "x" }, "Nothing was decided"],
		["that resume what was not accepted", "support", { intent: "resume" }, "Nothing was changed"],
	] as const)("%s: nothing is sent", async (_, who, fields, title) => {
		const id = await proposeAs("editor", a, requesting("resident_city"));
		const { html } = await openProposal(id, "support");
		const result = String(formDataOf(html, "Accept").get("result"));
		signInAs(who);
		expect(await accept(id, { revision: "1", result, ...fields })).toMatchObject({ problem: { title } });
		expect(tenant.written).toEqual([]);
		expect((await stored(id)).state).toBe("open");
	});

	test("two who accept at once: one saves", async () => {
		heldConfig.set({ ...dashboardConfig(), editors: ["editor", "support", "viewer"] });
		const id = await proposeAs("editor", a, requesting("resident_city"));
		const { html } = await openProposal(id, "support");
		const results = await Promise.all([pressOn(html, "Accept"), pressOn(html, "Accept")]);
		expect(results.filter(({ done }) => done)).toHaveLength(1);
		expect(results.filter(({ problem }) => problem?.title === "Nothing was changed")).toHaveLength(1);
		expect(tenant.written).toHaveLength(1);
	});
});

test("an unknown ID is said to be none", async () => {
	expect((await openProposal("none", "viewer")).text).toContain("No proposal with this ID");
});

test("an expired one can't be accepted", async () => {
	const id = await proposeAs("editor", a, requesting("resident_city"));
	const { html } = await openProposal(id, "support");
	const database = await dashboardDatabase();
	await database.updateTable("proposals").set({ expires_at: "2020-01-01T00:00:00.000Z" }).execute();
	expect(await pressOn(html, "Accept")).toMatchObject({ problem: { message: "It has expired." } });
	const { text, html: after } = await openProposal(id);
	expect(text).toMatch(/Expired .* years ago/);
	expect(buttonsOf(after)).toEqual([]);
});

describe("the list", () => {
	test("tells no one to propose who can't", async () => {
		heldConfig.set({ ...dashboardConfig(), proposers: [] });
		expect((await openList({}, "viewer")).text).not.toContain("press “Propose”");
		expect((await openList({}, "editor")).text).toContain("press “Propose”");
	});

	test("explains itself where it is empty", async () => {
		expect((await openList({}, "viewer")).text).toMatch(/Nothing waits for a decision.*press “Propose”/);
		expect((await openList({ list: "decided" })).text).toContain("No proposal is closed yet");
		expect((await openList()).text).toContain("A second editor is needed here for every change of a template");
		heldConfig.set({ ...dashboardConfig(), secondEditor: { kinds: [], attributes: [] } });
		expect((await openList()).text).not.toContain("A second editor is needed");
	});

	test("has the open ones or the decided ones, newest first, with what they change", async () => {
		const first = await proposeAs("editor", a, requesting("resident_city"));
		await proposeAs("support", a, () => null);
		const { text, html } = await openList({}, "editor");
		expect(text).toMatch(/Age check .*Deletes it .*support .*Open .*Age check .*Adds City .*editor .*Yours .*Open/);
		expect(html).toContain(`href="${pathOfProposal(first)}"`);
		signInAs("support");
		await declineProposal({ id: first, revision: 1 }, "No.");
		expect((await openList()).text).not.toContain("Adds City");
		expect((await openList({ list: "decided" })).text).toMatch(/Adds City .*Declined .*by support/);
		expect((await openList({ list: "mine" }, "viewer")).text).toContain("You have proposed nothing");
		expect((await openList({ list: "mine" }, "editor")).text).toMatch(
			/Your proposals.*Adds City .*Declined .*by support/,
		);
	});

	test("of 1,000 is shown in pages", async () => {
		const item = await itemOf(a, requesting("resident_city"));
		const author = { subject: "support", name: "support", email: null };
		await addProposal(author, null, [item]);
		const database = await dashboardDatabase();
		const [row] = await database.selectFrom("proposals").selectAll().execute();
		const rows = Array.from({ length: 999 }, (_, index) => ({
			...row,
			id: `2026-01-01T00:00:00.000Z ${1000 + index}`,
		}));
		for (let start = 0; start < rows.length; start += 100)
			await database
				.insertInto("proposals")
				.values(rows.slice(start, start + 100) as never)
				.execute();
		const { html } = await openList();
		expect(html.match(/scope="row"/g)).toHaveLength(50);
		const [, before = ""] = /before=([^"&]*)"/.exec(html) ?? [];
		const next = await openList({ before: decodeURIComponent(before.replaceAll("+", " ")) });
		expect(next.text).toMatch(/Newest proposals.*Older proposals/);
	});
});

test("the overview says how many wait, and for whom", async () => {
	const overview = async (who: Role) => {
		signInAs(who);
		return (await renderPage({ route: "/", Page: OverviewPage, needs: [], uses: [] } as never, {} as never)).text;
	};
	expect(await overview("editor")).not.toContain("See proposals");
	await proposeAs("editor", a, requesting("resident_city"));
	const id = await proposeAs("viewer", a, requesting("nationality"));
	expect(await overview("support")).toContain("2 changes of templates wait for a decision");
	expect(await overview("viewer")).not.toContain("See proposals");
	signInAs("support");
	await returnProposal({ id, revision: 1 }, "");
	expect(await overview("viewer")).toContain("1 change of templates was returned to you: propose it again");
	expect(await overview("editor")).not.toContain("See proposals");
	const database = await dashboardDatabase();
	await database.updateTable("proposals").set({ state: "applying", lease_until: "" }).where("id", "=", id).execute();
	expect(await overview("editor")).toMatch(
		/not finished 1 change .*was accepted and is not all saved: resume or stop it/,
	);
	expect(await overview("viewer")).not.toMatch(/See (proposals|yours)/);
});

test("comments are listed, oldest first", async () => {
	const id = await proposeAs("editor", a, requesting("resident_city"));
	await commentOn(id, "First\nline");
	signInAs("support");
	await commentOn(id, "Second");
	await returnProposal({ id, revision: 1 }, "");
	expect((await openProposal(id)).text).toMatch(/First line .*Second/);
});
