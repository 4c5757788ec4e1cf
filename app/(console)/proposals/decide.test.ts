import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { startTemplateTenant, type TemplateTenant } from "@/app/_testing/template-tenant";
import { everything } from "@/lib/dashboard/audit/audit-entry";
import { listAuditEntries } from "@/lib/dashboard/audit/audit-trail";
import { dashboardConfig, heldConfig } from "@/lib/dashboard/config";
import { deleteTemplate, updateTemplate } from "@/lib/dashboard/management/templates";
import { applyApproved, isInterrupted, resumeProposal } from "@/lib/dashboard/proposals/apply-approved";
import { commentOn, listComments } from "@/lib/dashboard/proposals/comments";
import {
	acceptProposal,
	declineProposal,
	mergedWithPresent,
	returnProposal,
	withdrawProposal,
} from "@/lib/dashboard/proposals/decide";
import { giveBack } from "@/lib/dashboard/proposals/lease";
import { isAcceptable, resultHash } from "@/lib/dashboard/proposals/merge-proposal";
import type { Proposal, ProposedItem } from "@/lib/dashboard/proposals/proposal";
import { findProposal } from "@/lib/dashboard/proposals/proposals";
import { proposeRest, proposeTemplates } from "@/lib/dashboard/proposals/propose";
import { SecondEditorNeeded } from "@/lib/dashboard/proposals/require-second-editor";
import { reviseProposal } from "@/lib/dashboard/proposals/revise";
import { stopProposal } from "@/lib/dashboard/proposals/stop-proposal";
import { reasonOfRequest } from "@/lib/dashboard/session/reason";
import { dashboardDatabase } from "@/lib/dashboard/store/dashboard-database";
import { readPurpose } from "@/lib/dashboard/store/template-purposes";
import { newestVersions } from "@/lib/dashboard/store/template-versions";
import { noPurpose } from "@/lib/dashboard/templates/purpose";
import { readTemplatesOf } from "@/lib/dashboard/templates/template-access";
import type { WholeTemplate } from "@/lib/dashboard/templates/whole-template";
import { templateNamed } from "@/lib/dashboard/templates/whole-template.test-data";
import { forgetService, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { json } from "@/lib/dashboard/testing/fault-server";
import { heldLocks } from "@/lib/dashboard/testing/held-locks";
import { runWithin } from "@/lib/dashboard/testing/run-within";

let tenant: TemplateTenant;
let a: string;
const rule = { secondEditor: { kinds: ["all"] as const, attributes: [] }, editors: ["editor", "support"] };
beforeEach(async () => {
	tenant = await startTemplateTenant();
	a = tenant.add({ name: "A", elements: { portrait: true } });
	heldConfig.set({ ...dashboardConfig(), ...rule });
});
afterEach(async () => {
	vi.useRealTimers();
	vi.restoreAllMocks();
	await tenant.stop();
});

const stored = async (id: string) => (await readTemplatesOf([id])).get(id)?.template as WholeTemplate;
const found = async (id: string) => (await findProposal(id)) as Proposal;

/** By the editor: adds the city to A. */
async function proposed(more: Partial<WholeTemplate> = {}, others: readonly ProposedItem[] = []): Promise<Proposal> {
	signInAs("editor");
	const baseline = await stored(a);
	const after = { ...baseline, elements: { portrait: true, resident_city: true }, ...more };
	return found(await proposeTemplates([{ action: "change", name: "A", id: a, baseline, after }, ...others]));
}

/** By another editor, who has seen it as it is. */
async function accept(proposal: Proposal): Promise<string> {
	signInAs("support");
	const accepted = await acceptProposal(proposal, resultHash(await mergedWithPresent(proposal)));
	if (accepted.kind !== "accepted") throw new Error("It was changed.");
	return accepted.lease;
}

async function resume(id: string): Promise<Proposal> {
	signInAs("support");
	const lease = await resumeProposal(id);
	await applyApproved(id, lease ?? expect.fail("it is being saved"), { isResumed: true });
	return found(id);
}

const rows = async () => (await listAuditEntries(everything, null, 20)).toReversed();

test("what another editor accepts is saved, and the trail names both", async () => {
	const proposal = await proposed();
	expect(await applyApproved(proposal.id, await accept(proposal))).toEqual({ left: 0 });
	expect(await found(proposal.id)).toMatchObject({ state: "done", results: [{ outcome: "done" }] });
	expect(tenant.elements(a)).toEqual({ portrait: true, resident_city: true });
	expect((await rows()).map(({ operation, personName, proposal: by }) => [operation, personName, by?.by])).toEqual([
		["propose_templates", "editor", undefined],
		["accept_proposal", "support", "editor"],
		["patch_vc_templates_by_id", "support", "editor"],
	]);
	await expect(updateTemplate(a, { name: "B" })).rejects.toThrow(SecondEditorNeeded);
});

test("what the tenant was changed to after the decider has looked is shown and accepted anew", async () => {
	const proposal = await proposed();
	signInAs("support");
	const hash = resultHash(await mergedWithPresent(proposal));
	tenant.stored.set(a, { name: "A", type: "mdl", elements: { portrait: true, birth_date: true } });
	expect(await acceptProposal(proposal, hash)).toEqual({ kind: "changed" });
	expect([tenant.written, (await found(proposal.id)).state]).toEqual([[], "open"]);
	await applyApproved(proposal.id, await accept(proposal));
	expect(tenant.elements(a)).toEqual({ portrait: true, birth_date: true, resident_city: true });
});

describe("what the tenant was changed to between acceptance and save", () => {
	test("stays, is said, and the others are saved", async () => {
		const b = tenant.add({ name: "B", elements: { portrait: true } });
		const item: ProposedItem = { action: "remove", name: "B", id: b, baseline: await stored(b), after: null };
		const proposal = await proposed({}, [item]);
		const lease = await accept(proposal);
		tenant.stored.set(a, { name: "A2", type: "mdl", elements: { portrait: true } });
		await applyApproved(proposal.id, lease);
		expect(await found(proposal.id)).toMatchObject({
			state: "partly",
			results: [
				{
					outcome: "conflict",
					message: "It has changed since it was accepted.",
					since: [expect.stringContaining("A2")],
				},
				{ outcome: "done", id: null },
			],
		});
		expect(tenant.written).toEqual([{ method: "DELETE", body: { id: b } }]);
	});

	test("and what is gone is not created again", async () => {
		const proposal = await proposed();
		const lease = await accept(proposal);
		tenant.stored.delete(a);
		await applyApproved(proposal.id, lease);
		expect(await found(proposal.id)).toMatchObject({ state: "partly", results: [{ outcome: "conflict", id: null }] });
		expect(tenant.written).toEqual([]);
	});
});

test("a write that the rate limit refuses is made once there is room", async () => {
	const proposal = await proposed();
	const lease = await accept(proposal);
	const { handle } = tenant.service;
	let refusals = 0;
	tenant.service.handle = (request, response) => {
		if (request.method === "GET" || refusals === 1) return handle(request, response);
		refusals += 1;
		const reset = String(Math.ceil(Date.now() / 1000) + 1);
		json(response, 429, { message: "later" }, { "x-ratelimit-reset": reset, "x-ratelimit-remaining": "0" });
	};
	await runWithin(30_000, () => applyApproved(proposal.id, lease));
	expect([refusals, (await found(proposal.id)).state]).toEqual([1, "done"]);
	const outcomes = (await listAuditEntries({ ...everything, target: proposal.id }, null, 9)).map(
		({ operation, outcome }) => [operation, outcome],
	);
	expect(outcomes).toEqual([
		["patch_vc_templates_by_id", "done"],
		["patch_vc_templates_by_id", "not-done"],
		["accept_proposal", "done"],
		["propose_templates", "done"],
	]);
});

describe("a save whose response is lost", () => {
	/** Carries the next writes out or not, and answers none of them, nor the look-ups after them. */
	function loseResponses(isCarriedOut: boolean): () => void {
		const { handle } = tenant.service;
		let isLost = false;
		tenant.service.handle = (request, response) => {
			isLost ||= request.method !== "GET";
			if (!isLost) return handle(request, response);
			if (isCarriedOut && request.method !== "GET") {
				const discarded = { writeHead: () => discarded, end: () => discarded };
				handle(request, discarded as unknown as typeof response);
			}
			response.destroy();
		};
		return () => Object.assign(tenant.service, { handle });
	}

	test.each([true, false])(
		"is looked up by whoever goes on with it, and sent once (carried out: %s)",
		async (isDone) => {
			const proposal = await proposed();
			const lease = await accept(proposal);
			const answerAgain = loseResponses(isDone);
			await expect(applyApproved(proposal.id, lease)).rejects.toMatchObject({ outcomeUnknown: true });
			answerAgain();
			expect(isInterrupted(await found(proposal.id))).toBe(true);
			expect(await resume(proposal.id)).toMatchObject({
				state: "done",
				results: [{ outcome: isDone ? "already" : "done" }],
			});
			expect(tenant.written).toHaveLength(1);
			expect(tenant.elements(a)).toEqual({ portrait: true, resident_city: true });
		},
	);

	test.each([true, false])("of a new template likewise (carried out: %s)", async (isDone) => {
		signInAs("editor");
		const after = templateNamed("New", { purpose: { ...noPurpose, purpose: "To rent" } });
		const item: ProposedItem = { action: "create", name: "New", id: null, baseline: null, after };
		const proposal = await found(await proposeTemplates([item]));
		const lease = await accept(proposal);
		const answerAgain = loseResponses(isDone);
		await expect(applyApproved(proposal.id, lease)).rejects.toMatchObject({ outcomeUnknown: true });
		answerAgain();
		const { state, results } = await resume(proposal.id);
		expect([state, results]).toMatchObject(["done", [{ outcome: "done" }]]);
		expect(await readPurpose(results[0]?.id ?? "")).toMatchObject({ purpose: "To rent" });
		expect([...tenant.stored.values()].map(({ name }) => name)).toEqual(["A", "New"]);
		expect(tenant.written).toHaveLength(1);
	});

	test("is told as not known where it is lost again", async () => {
		const proposal = await proposed();
		const lease = await accept(proposal);
		const answerAgain = loseResponses(false);
		await applyApproved(proposal.id, lease).catch(() => {});
		answerAgain();
		loseResponses(false);
		expect(await resume(proposal.id)).toMatchObject({
			state: "partly",
			results: [{ outcome: "failed", message: expect.stringContaining("it is not known whether it was carried out") }],
		});
	});
});

test("what is undone after an interrupted save was made is not saved again", async () => {
	const proposal = await proposed();
	await applyApproved(proposal.id, await accept(proposal));
	// As a process leaves it that ends before it keeps the result.
	const left = { state: "applying", results: "[]", lease_until: "" };
	await (await dashboardDatabase()).updateTable("proposals").set(left).execute();
	tenant.stored.set(a, { name: "A", type: "mdl", elements: { portrait: true } });
	expect(await resume(proposal.id)).toMatchObject({ state: "done", results: [{ outcome: "done" }] });
	expect(tenant.written).toHaveLength(1);
});

async function recreation(): Promise<Proposal> {
	signInAs("editor");
	const baseline = await stored(a);
	const after = { ...baseline, certificateAuthority: "CA", purpose: { ...noPurpose, purpose: "To rent" } };
	const item: ProposedItem = { action: "recreate", name: "A", id: a, baseline, after };
	return found(await proposeTemplates([item]));
}

test("a template that is deleted to be created again is created by whoever goes on, where only the first was done", async () => {
	const proposal = await recreation();
	const lease = await accept(proposal);
	const { handle } = tenant.service;
	tenant.service.handle = (request, response) =>
		request.method === "POST"
			? json(response, 429, { message: "later" }, { "retry-after": "60" })
			: handle(request, response);
	await expect(runWithin(5_000, () => applyApproved(proposal.id, lease))).rejects.toMatchObject({
		kind: "rate-limited",
	});
	expect([...tenant.stored]).toEqual([]);
	tenant.service.handle = handle;
	forgetService();
	const done = await resume(proposal.id);
	expect(done).toMatchObject({ state: "done", results: [{ outcome: "done" }] });
	const [id = ""] = tenant.stored.keys();
	expect(done.results[0]?.id).toBe(id);
	expect(await readPurpose(id)).toMatchObject({ purpose: "To rent" });
	expect(tenant.written.map(({ method }) => method)).toEqual(["DELETE", "POST"]);
});

describe("what the tenant keeps refusing after it was accepted", () => {
	async function refused(): Promise<Proposal> {
		const b = tenant.add({ name: "B", elements: { portrait: true } });
		const item: ProposedItem = { action: "remove", name: "B", id: b, baseline: await stored(b), after: null };
		const proposal = await proposed({}, [item]);
		const lease = await accept(proposal);
		const { handle } = tenant.service;
		tenant.service.handle = (request, response) =>
			request.method === "PATCH" ? json(response, 403, { message: "no" }) : handle(request, response);
		await expect(applyApproved(proposal.id, lease)).rejects.toMatchObject({ kind: "forbidden" });
		return proposal;
	}

	test("is ended by another editor, with a reason; each template says what is known of it", async () => {
		const proposal = await refused();
		await expect(resume(proposal.id)).rejects.toMatchObject({ kind: "forbidden" });
		signInAs("editor");
		await expect(stopProposal(proposal, "No.")).rejects.toThrow("No one decides their own");
		signInAs("support");
		await expect(stopProposal(proposal, " ")).rejects.toMatchObject({ name: "ReasonRefused" });
		expect(isInterrupted(await found(proposal.id))).toBe(true);
		await stopProposal(proposal, "It may not.");
		const message = expect.stringMatching(/^It was not saved\. Stopped by .*support.*: It may not\.$/);
		const results = [
			{ outcome: "failed", id: a, message },
			{ outcome: "failed", message },
		];
		expect(await found(proposal.id)).toMatchObject({ state: "partly", decision: { by: "support" }, results });
		expect((await rows()).at(-1)).toMatchObject({ operation: "stop_proposal", proposal: { by: "editor" } });
		await expect(stopProposal(proposal, "Again.")).rejects.toThrow("It is not being saved");
		expect(await resumeProposal(proposal.id)).toBeNull();
	});

	test("is not ended while a process saves it, and says what was done, or may have been", async () => {
		const proposal = await refused();
		await (await dashboardDatabase()).updateTable("audit_trail").set({ outcome: "unknown" }).execute();
		signInAs("support");
		const lease = (await resumeProposal(proposal.id)) ?? expect.fail("it is being saved");
		await expect(stopProposal(proposal, "No.")).rejects.toThrow("It is being saved now");
		await giveBack(proposal.id, lease);
		await stopProposal(proposal, "No.");
		const [result] = (await found(proposal.id)).results;
		expect(result?.message).toContain("It was sent, and it is not known whether it was carried out. Stopped by");
	});

	test.each([
		["unknown", null, /^Its deletion was sent, and it is not known .* It was not created again\. Stopped/],
		["done", null, /^It was deleted, and not created again\. Stopped/],
		["not-done", "A", /^It was not saved\. Stopped/],
	])("of one whose deletion before its creation is %s is not lost", async (outcome, id, message) => {
		const proposal = await recreation();
		const lease = await accept(proposal);
		const { handle } = tenant.service;
		tenant.service.handle = (request, response) =>
			request.method === "DELETE" ? json(response, 403, { message: "no" }) : handle(request, response);
		await expect(applyApproved(proposal.id, lease)).rejects.toMatchObject({ kind: "forbidden" });
		tenant.service.handle = handle;
		const database = await dashboardDatabase();
		await database
			.updateTable("audit_trail")
			.set({ outcome })
			.where("operation", "=", "delete_vc_templates_by_id")
			.execute();
		await stopProposal(proposal, "No.");
		const { results } = await found(proposal.id);
		expect(results).toMatchObject([
			{ outcome: "failed", id: id && a, message: expect.stringMatching(message as RegExp) },
		]);
		signInAs("editor");
		const rest = await found(await proposeRest(proposal.id));
		expect(await mergedWithPresent(rest)).toMatchObject([{ state: "applies", item: { action: "recreate", id: a } }]);
		tenant.stored.delete(a);
		const merged = await mergedWithPresent(rest);
		if (id) return expect(merged).toMatchObject([{ state: "gone" }]);
		await applyApproved(rest.id, await accept(rest));
		expect((await found(rest.id)).state).toBe("done");
		expect([...tenant.stored.values()]).toMatchObject([{ name: "A", custom_certificate_authority: "CA" }]);
	});

	test("says that a purpose was stored, where it was the only change", async () => {
		const purpose = { ...noPurpose, purpose: "To rent" };
		const proposal = await proposed({ elements: { portrait: true }, purpose });
		await applyApproved(proposal.id, await accept(proposal));
		const left = { state: "applying", results: "[]", lease_until: "" };
		await (await dashboardDatabase()).updateTable("proposals").set(left).execute();
		await stopProposal(proposal, "No.");
		expect((await found(proposal.id)).results).toMatchObject([{ outcome: "done", id: a }]);
	});

	test("of a restore leads from the deleted template to the new one", async () => {
		await stored(a);
		heldConfig.set({ ...dashboardConfig(), secondEditor: { kinds: [], attributes: [] } });
		await deleteTemplate(a, "A");
		heldConfig.set({ ...dashboardConfig(), ...rule });
		signInAs("editor");
		const after = templateNamed("A", { purpose: { ...noPurpose, purpose: "To rent" } });
		const item: ProposedItem = { action: "create", name: "A", id: null, baseline: null, after, restores: a };
		const proposal = await found(await proposeTemplates([item]));
		const lease = await accept(proposal);
		const { handle } = tenant.service;
		const database = await dashboardDatabase();
		const rename = async (from: "template_purposes" | "hidden", to: string) =>
			database.schema.alterTable(from).renameTo(to).execute();
		tenant.service.handle = (request, response) => {
			const answer = () => handle(request, response);
			if (request.method !== "POST") return answer();
			void rename("template_purposes", "hidden").then(answer);
		};
		await expect(applyApproved(proposal.id, lease)).rejects.toThrow();
		await rename("hidden", "template_purposes");
		await stopProposal(proposal, "No.");
		const [id = ""] = tenant.stored.keys();
		expect((await found(proposal.id)).results).toMatchObject([{ outcome: "failed", id }]);
		expect((await newestVersions(database, [a])).get(a)).toMatchObject({ againId: id });
		signInAs("editor");
		const rest = await found(await proposeRest(proposal.id));
		await applyApproved(rest.id, await accept(rest));
		expect([(await found(rest.id)).state, await readPurpose(id)]).toMatchObject(["done", { purpose: "To rent" }]);
	});

	test("is proposed again by its author alone", async () => {
		const proposal = await refused();
		await stopProposal(proposal, "No.");
		for (const other of ["support", "viewer"] as const) {
			heldConfig.set({ ...dashboardConfig(), proposers: ["viewer"] });
			signInAs(other);
			await expect(proposeRest(proposal.id)).rejects.toThrow("Only its author can propose the rest of it.");
		}
		signInAs("editor");
		expect((await found(await proposeRest(proposal.id))).author).toMatchObject({ subject: "editor" });
	});

	test("is not tried any more once its acceptance is too old, and can be stopped then", async () => {
		const proposal = await refused();
		const old = { expires_at: new Date(Date.now() - 1).toISOString() };
		await (await dashboardDatabase()).updateTable("proposals").set(old).execute();
		await expect(resume(proposal.id)).rejects.toThrow("It was accepted too long ago");
		await stopProposal(proposal, "Too late.");
		expect((await found(proposal.id)).state).toBe("partly");
	});

	test("may be saved for as long after the acceptance as a proposal may be decided", async () => {
		const proposal = await proposed();
		const soon = { expires_at: new Date(Date.now() + 60_000).toISOString() };
		await (await dashboardDatabase()).updateTable("proposals").set(soon).execute();
		await accept(proposal);
		const days = (Date.parse((await found(proposal.id)).expiresAt) - Date.now()) / 86_400_000;
		expect(days).toBeGreaterThan(13);
	});
});

describe("a proposal's reason", () => {
	test("is that of the save, whatever the decider's request states", async () => {
		signInAs("editor");
		const proposal = await runWithin(10_000, async () => {
			reasonOfRequest.set("SUP-1 asked");
			return proposed();
		});
		await runWithin(10_000, async () => {
			const lease = await accept(proposal);
			await applyApproved(proposal.id, lease);
		});
		expect((await rows()).map(({ operation, reason }) => [operation, reason])).toEqual([
			["propose_templates", "SUP-1 asked"],
			["accept_proposal", null],
			["patch_vc_templates_by_id", "SUP-1 asked"],
		]);
	});

	test("is required of one that was proposed before the console asked for reasons; the author states it", async () => {
		const proposal = await proposed();
		heldConfig.set({ ...dashboardConfig(), reasonRequired: ["request-more"] });
		await expect(accept(proposal)).rejects.toMatchObject({ title: "A reason is needed" });
		signInAs("editor");
		const hash = resultHash(await mergedWithPresent(proposal));
		await expect(reviseProposal(proposal, hash, new Set())).rejects.toMatchObject({ name: "ReasonRefused" });
		await runWithin(10_000, async () => {
			reasonOfRequest.set("SUP-2");
			await reviseProposal(proposal, hash, new Set());
		});
		const again = await found(proposal.id);
		await runWithin(10_000, async () => void (await applyApproved(again.id, await accept(again))));
		expect((await rows()).at(-1)).toMatchObject({ operation: "patch_vc_templates_by_id", reason: "SUP-2" });
	});

	test("that the console asks for only after the acceptance is no reason to leave it half way", async () => {
		const proposal = await proposed();
		const lease = await accept(proposal);
		heldConfig.set({ ...dashboardConfig(), reasonRequired: ["request-more"] });
		await applyApproved(proposal.id, lease);
		expect(await found(proposal.id)).toMatchObject({
			state: "partly",
			results: [{ outcome: "failed", message: expect.stringContaining("needs a reason") }],
		});
		expect(tenant.written).toEqual([]);
	});
});

describe("a conflict", () => {
	async function conflict(): Promise<Proposal> {
		const proposal = await proposed({ name: "Mine" });
		tenant.stored.set(a, { name: "Theirs", type: "mdl", elements: { portrait: true, birth_date: true } });
		signInAs("support");
		await expect(accept(proposal)).rejects.toMatchObject({ name: "WriteRefused" });
		await returnProposal(proposal, "Which name?");
		return found(proposal.id);
	}

	test.each([
		["mine", ["0:name"], "Mine"],
		["theirs", [], "Theirs"],
	])("is resolved by its author, for %s, and decided anew", async (_, keepMine, name) => {
		const returned = await conflict();
		expect(returned).toMatchObject({ state: "returned", decision: { by: "support", reason: "Which name?" } });
		await expect(accept(returned)).rejects.toMatchObject({ name: "WriteRefused" });
		signInAs("editor");
		const hash = resultHash(await mergedWithPresent(returned));
		expect(await reviseProposal(returned, hash, new Set(keepMine))).toEqual({ kind: "revised" });
		const revised = await found(returned.id);
		expect(revised).toMatchObject({ state: "open", revision: 2 });
		expect(isAcceptable(await mergedWithPresent(revised))).toBe(true);
		// What was seen before is no longer what it is.
		signInAs("support");
		expect(await acceptProposal(returned, hash)).toEqual({ kind: "changed" });
		await applyApproved(revised.id, await accept(revised));
		expect(tenant.stored.get(a)).toMatchObject({
			name,
			elements: { portrait: true, birth_date: true, resident_city: true },
		});
	});

	test("is resolved by its author alone, and by what the author saw", async () => {
		const returned = await conflict();
		const hash = resultHash(await mergedWithPresent(returned));
		await expect(reviseProposal(returned, hash, new Set())).rejects.toMatchObject({ name: "WriteRefused" });
		signInAs("editor");
		tenant.stored.set(a, { name: "Theirs", type: "other", elements: { portrait: true } });
		expect(await reviseProposal(returned, hash, new Set())).toEqual({ kind: "changed" });
		expect(await found(returned.id)).toMatchObject({ state: "returned", revision: 1 });
	});

	test("leaves nothing to propose again where nothing is left of it", async () => {
		const returned = await conflict();
		tenant.stored.delete(a);
		signInAs("editor");
		const hash = resultHash(await mergedWithPresent(returned));
		await expect(reviseProposal(returned, hash, new Set())).rejects.toThrow("You can withdraw it");
	});
});

test("nobody decides what is over", async () => {
	vi.useFakeTimers({ toFake: ["Date"] });
	const proposal = await proposed();
	vi.setSystemTime(Date.now() + 14 * 24 * 3_600_000 + 1);
	const later = new Date(Date.now() + 3_600_000).toISOString();
	const session = { last_seen_at: new Date().toISOString(), expires_at: later };
	await (await dashboardDatabase()).updateTable("sessions").set(session).execute();
	expect((await found(proposal.id)).state).toBe("expired");
	await expect(accept(proposal)).rejects.toThrow("It has expired.");
	await expect(declineProposal(proposal, "No.")).rejects.toThrow("It has expired.");
	signInAs("editor");
	await expect(withdrawProposal(proposal)).rejects.toThrow("It has expired.");
});

test("comments are kept as they were written, by those who may propose", async () => {
	const { id } = await proposed();
	await commentOn(id, " One\r\ntwo ");
	const secret = `ghp_${"a1B2".repeat(9)}`;
	await expect(commentOn(id, `It is ${secret}`)).rejects.toMatchObject({ title: "This comment looks like a secret" });
	await expect(commentOn(id, " ")).rejects.toMatchObject({ name: "WriteRefused" });
	await expect(commentOn(id, "x".repeat(1_001))).rejects.toMatchObject({ name: "WriteRefused" });
	await expect(commentOn("none", "x")).rejects.toMatchObject({ name: "WriteRefused" });
	signInAs("viewer");
	await expect(commentOn(id, "x")).rejects.toMatchObject({ name: "SessionError" });
	expect(await listComments(id)).toMatchObject([{ person: "editor", text: "One\ntwo" }]);
});

test("a hundred templates are saved in several requests, each once", async () => {
	signInAs("editor");
	const items = Array.from({ length: 100 }, (_, index): ProposedItem => {
		const name = `N${index}`;
		return { action: "create", name, id: null, baseline: null, after: templateNamed(name) };
	});
	const proposal = await found(await proposeTemplates(items));
	let lease: string | null = await accept(proposal);
	let left = items.length;
	let requests = 0;
	// Each takes half a second.
	const start = performance.now();
	vi.spyOn(performance, "now").mockImplementation(() => start + tenant.written.length * 500);
	for (; left > 0; requests += 1) {
		const result = await applyApproved(proposal.id, lease ?? expect.fail("it is being saved"), {
			isResumed: requests > 0,
		});
		expect(result.left).toBeLessThan(left);
		left = result.left;
		if (left > 0) lease = await resumeProposal(proposal.id);
	}
	expect(requests).toBeGreaterThan(1);
	expect(await found(proposal.id)).toMatchObject({ state: "done" });
	expect(tenant.written).toHaveLength(100);
	expect(tenant.stored.size).toBe(101);
});

const server = process.env.TEST_DATABASE_URL;
const engines = [
	["SQLite", undefined],
	["PostgreSQL", server],
] as const;
describe.each(engines)("several at once, on %s", (engine, postgres) => {
	beforeEach(async ({ skip }) => {
		if (engine === "PostgreSQL" && !server) return skip("NOT TESTED, for want of TEST_DATABASE_URL");
		await tenant.stop();
		tenant = await startTemplateTenant(postgres);
		a = tenant.add({ name: "A", elements: { portrait: true } });
		heldConfig.set({ ...dashboardConfig(), ...rule });
	});

	test("of two who accept, one does", async () => {
		const proposal = await proposed();
		signInAs("support");
		const hash = resultHash(await mergedWithPresent(proposal));
		const both = await Promise.allSettled([acceptProposal(proposal, hash), acceptProposal(proposal, hash)]);
		expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
		expect(both.find(({ status }) => status === "rejected")).toMatchObject({ reason: { name: "WriteRefused" } });
	});

	test("a process that stood still, and the one that goes on in its place, save each template once", async () => {
		const names = ["N0", "N1", "N2", "N3"];
		const items = names.map((name): ProposedItem => {
			return { action: "create", name, id: null, baseline: null, after: templateNamed(name) };
		});
		const proposal = await proposed({}, items);
		const lease = await accept(proposal);
		const { handle } = tenant.service;
		const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>();
		const { promise: goesOn, resolve: goOn } = Promise.withResolvers<void>();
		tenant.service.handle = async (request, response) => {
			if (request.method !== "GET") hold();
			if (request.method !== "GET") await goesOn;
			handle(request, response);
		};
		const first = applyApproved(proposal.id, lease);
		await isHeld;
		await (await dashboardDatabase()).updateTable("proposals").set({ lease_until: "" }).execute();
		// The other one shares nothing with it but the store.
		if (postgres) forgetService();
		heldConfig.set({ ...dashboardConfig(), ...rule });
		const another = (await resumeProposal(proposal.id)) ?? expect.fail("the lease has ended");
		const second = applyApproved(proposal.id, another, { isResumed: true });
		// Long enough for it to send something, if it could.
		for (let turn = 0; postgres && turn < 50; turn += 1) await heldLocks();
		goOn();
		const [{ left }] = await Promise.all([first, second]);
		expect(left, "the first one leaves the rest to the second").toBeGreaterThan(0);
		expect(await found(proposal.id)).toMatchObject({ state: "done" });
		expect(tenant.written).toHaveLength(5);
		expect([...tenant.stored.values()].map(({ name }) => name).toSorted()).toEqual(["A", ...names]);
		if (postgres) expect(await heldLocks()).toEqual([]);
	});
});
