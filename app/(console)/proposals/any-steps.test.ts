import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startTemplateTenant, type TemplateTenant } from "@/app/_testing/template-tenant";
import { dashboardConfig, heldConfig } from "@/lib/dashboard/config";
import { applyApproved, isInterrupted, resumeProposal } from "@/lib/dashboard/proposals/apply-approved";
import {
	acceptProposal,
	declineProposal,
	mergedWithPresent,
	returnProposal,
	withdrawProposal,
} from "@/lib/dashboard/proposals/decide";
import { choiceOf, resultHash } from "@/lib/dashboard/proposals/merge-proposal";
import type { MergedItem, ProposalHead, ProposedItem } from "@/lib/dashboard/proposals/proposal";
import { findProposal, listProposals } from "@/lib/dashboard/proposals/proposals";
import { proposeTemplates } from "@/lib/dashboard/proposals/propose";
import { reviseProposal } from "@/lib/dashboard/proposals/revise";
import { stopProposal } from "@/lib/dashboard/proposals/stop-proposal";
import { dashboardDatabase } from "@/lib/dashboard/store/dashboard-database";
import type { ApplyPorts } from "@/lib/dashboard/templates/apply-templates";
import type * as templateAccess from "@/lib/dashboard/templates/template-access";
import { readTemplatesOf } from "@/lib/dashboard/templates/template-access";
import { createRequest, sorted, updateRequest } from "@/lib/dashboard/templates/whole-template";
import { templateNamed } from "@/lib/dashboard/templates/whole-template.test-data";
import { signInAs } from "@/lib/dashboard/testing/dashboard-state";

/** After how many calls of an apply its process ends. */
const applying = vi.hoisted(() => ({ callsLeft: Number.POSITIVE_INFINITY }));
class Killed extends Error {}

vi.mock("@/lib/dashboard/templates/template-access", async (original) => {
	const real = await original<typeof templateAccess>();
	const killable = (ports: ApplyPorts) =>
		Object.fromEntries(
			Object.entries(ports).map(([name, port]) => [
				name,
				async (...given: Parameters<typeof port>) => {
					if (applying.callsLeft === 0) throw new Killed();
					const result = await (port as (...all: unknown[]) => Promise<unknown>)(...given);
					applying.callsLeft -= 1;
					if (applying.callsLeft === 0) throw new Killed();
					return result;
				},
			]),
		) as ApplyPorts;
	return {
		...real,
		templatePorts: (...given: Parameters<typeof real.templatePorts>) => killable(real.templatePorts(...given)),
	};
});

let tenant: TemplateTenant;
const ADMINS = ["editor", "support", "viewer"] as const;
const ATTRIBUTES = ["portrait", "resident_city", "nationality"] as const;
const ACTIONS = ["change", "change", "rename", "remove", "recreate", "create"] as const;

const admin = fc.constantFrom(...ADMINS);
const at = fc.nat(7);
const attribute = fc.constantFrom(...ATTRIBUTES);
const killedAfter = fc.option(fc.nat(5), { nil: Number.POSITIVE_INFINITY, freq: 2 });
const acts = fc.uniqueArray(fc.record({ at: fc.nat(2), attribute, action: fc.constantFrom(...ACTIONS) }), {
	minLength: 1,
	maxLength: 3,
	selector: (act) => act.at,
});
const of = <Kind extends string, Model extends Record<string, fc.Arbitrary<unknown>>>(kind: Kind, model: Model) =>
	fc.record({ kind: fc.constant(kind), ...model }) as fc.Arbitrary<
		{ kind: Kind } & { [Name in keyof Model]: Model[Name] extends fc.Arbitrary<infer Value> ? Value : never }
	>;
const step = fc.oneof(
	{ weight: 4, arbitrary: of("propose", { admin, acts }) },
	/** By another client of the tenant. */
	{ weight: 2, arbitrary: of("beneath", { at, attribute }) },
	of("delete beneath", { at }),
	/** A proposal is opened; what it showed then is accepted, or chosen from, later. */
	{ weight: 6, arbitrary: of("look", { at }) },
	{ weight: 7, arbitrary: of("accept", { admin, at, killedAfter, isTwice: fc.boolean() }) },
	of("decline", { admin, at }),
	{ weight: 2, arbitrary: of("return", { admin, at }) },
	{ weight: 3, arbitrary: of("revise", { admin, at, keepsMine: fc.boolean() }) },
	of("withdraw", { admin, at }),
	of("expire", { at }),
	{ weight: 2, arbitrary: of("resume", { admin, at, killedAfter }) },
);
type Step = typeof step extends fc.Arbitrary<infer Of> ? Of : never;

type Look = { hash: string; revision: number; merged: MergedItem[] };
/** What each proposal showed last, and the writes of what was accepted, each of which may be made once. */
type State = { seen: Map<string, Look>; allowed: string[] };

beforeEach(async () => {
	tenant = await startTemplateTenant();
	const { handle } = tenant.service;
	tenant.service.handle = (request, response) => {
		const { method, url, body } = request;
		const id = /vct_\w+$/.exec(url)?.[0] ?? null;
		if (method !== "GET") sent.push({ method, id, body: body === "" ? null : JSON.parse(body) });
		return handle(request, response);
	};
	heldConfig.set({ ...dashboardConfig(), secondEditor: { kinds: ["all"], attributes: [] }, editors: [...ADMINS] });
});
afterEach(async () => {
	vi.restoreAllMocks();
	await tenant.stop();
});

test("whatever is proposed, decided, chosen and changed beneath, in whatever order and with kills: what is saved was accepted by another, once, or it is not saved", async () => {
	const ended = new Map<string, number>();
	await fc.assert(
		fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 40, size: "max" }), async (steps) => {
			await (await dashboardDatabase()).deleteFrom("proposals").execute();
			tenant.stored.clear();
			for (const name of ["T0", "T1", "T2"]) tenant.add({ name, elements: { portrait: true, issue_date: true } });
			tenant.written.length = 0;
			sent.length = 0;
			const state: State = { seen: new Map(), allowed: [] };
			for (const one of steps) await take(one, state);
			await resumeAll();
			for (const request of sent.map(textOf)) {
				const index = state.allowed.indexOf(request);
				expect(index, `${request} was accepted`).toBeGreaterThanOrEqual(0);
				state.allowed.splice(index, 1);
			}
			for (const { state } of await listed()) ended.set(state, (ended.get(state) ?? 0) + 1);
		}),
		{ numRuns: process.env.LONG ? 1_000 : 30, endOnFailure: true },
	);
	expect(ended.get("done"), "some are accepted and saved").toBeGreaterThan(10);
	expect(ended.has("applying"), "none is left half way").toBe(false);
});

type Sent = { method: string; id: string | null; body: unknown };
/** The write requests, with the template that each was sent to. */
const sent: Sent[] = [];
const textOf = ({ method, id, body }: Sent) => JSON.stringify(sorted(JSON.parse(JSON.stringify([method, id, body]))));

/** What saving this may send. */
function writesOf({ state, item: { action, id, before, after } }: MergedItem): string[] {
	if (state !== "applies") return [];
	const remove = textOf({ method: "DELETE", id, body: null });
	if (!after) return [remove];
	if (action === "change" && before) return [textOf({ method: "PATCH", id, body: updateRequest(before, after) })];
	const create = textOf({ method: "POST", id: null, body: createRequest(after) });
	return [...(action === "recreate" ? [remove] : []), create];
}

const listed = async (): Promise<ProposalHead[]> => [
	...(await listProposals("open", null, 50)),
	...(await listProposals("decided", null, 50)),
];

/** Another editor than each author ends what was interrupted: by the look-ups, or as it is where it is too old. */
async function resumeAll(): Promise<void> {
	applying.callsLeft = Number.POSITIVE_INFINITY;
	for (const { id, author } of await listProposals("open", null, 50)) {
		const proposal = await findProposal(id);
		if (!proposal || !isInterrupted(proposal)) continue;
		signInAs(author.subject === "editor" ? "support" : "editor");
		if (proposal.expiresAt <= new Date().toISOString()) {
			await stopProposal(proposal, "Too old.");
			continue;
		}
		const lease = await resumeProposal(id);
		if (lease !== null) await applyApproved(id, lease, { isResumed: true });
	}
}

/** The result, or null where it is refused in words. */
async function unlessRefused<Result>(work: Promise<Result>): Promise<Result | null> {
	try {
		return await work;
	} catch (error) {
		expect(error).toHaveProperty("name", "WriteRefused");
		return null;
	}
}

async function apply(id: string, lease: string, killedAfter: number, isResumed: boolean): Promise<void> {
	applying.callsLeft = killedAfter;
	await applyApproved(id, lease, { isResumed }).catch((error: unknown) => {
		if (!(error instanceof Killed)) throw error;
	});
	applying.callsLeft = Number.POSITIVE_INFINITY;
}

async function take(one: Step, state: State): Promise<void> {
	const present = [...tenant.stored.keys()];
	switch (one.kind) {
		case "beneath": {
			const stored = tenant.stored.get(present[one.at % Math.max(1, present.length)] ?? "");
			if (stored && one.at > 5) stored.name = `By others ${tenant.written.length}`;
			else if (stored)
				stored.elements = { ...stored.elements, [one.attribute]: stored.elements[one.attribute] !== true };
			return;
		}
		case "delete beneath":
			return void (present.length > 2 && tenant.stored.delete(present[one.at % present.length] ?? ""));
		case "propose":
			return propose(one, present);
	}
	// Mostly one that is open, and what was looked at last.
	const open = await listProposals("open", null, 50);
	const all = one.at > 0 && open.length > 0 ? open : await listed();
	const looked = [...state.seen.keys()].reverse();
	const wanted = one.kind === "look" ? undefined : looked[Math.floor(one.at / 2)];
	const head = all.find(({ id }) => id === wanted) ?? all[one.at % Math.max(1, all.length)];
	if (head) await decide(one, head, state);
}

async function propose({ admin, acts }: Extract<Step, { kind: "propose" }>, present: string[]): Promise<void> {
	signInAs(admin);
	const read = await readTemplatesOf(present);
	const items = acts.flatMap(({ at, attribute, action }): ProposedItem[] => {
		if (action === "create") {
			const name = `New ${attribute} ${tenant.written.length}`;
			return [
				{ action, name, id: null, baseline: null, after: templateNamed(name, { elements: { [attribute]: true } }) },
			];
		}
		const id = present[at % present.length] ?? "";
		const baseline = read.get(id)?.template;
		if (!baseline) return [];
		const { name } = baseline;
		if (action === "remove") return [{ action, name, id, baseline, after: null }];
		if (action === "rename") return [{ action: "change", name, id, baseline, after: { ...baseline, name: attribute } }];
		const elements = { ...baseline.elements, [attribute]: baseline.elements[attribute] !== true };
		const certificateAuthority = action === "recreate" ? `CA ${attribute}` : baseline.certificateAuthority;
		return [{ action, name, id, baseline, after: { ...baseline, elements, certificateAuthority } }];
	});
	const byId = new Map(items.map((item) => [item.id ?? item.name, item])).values();
	// No name is given twice.
	const unique = [...new Map([...byId].map((item) => [item.after?.name ?? item.id, item])).values()];
	if (unique.length > 0) await proposeTemplates(unique);
}

type Decision = Exclude<Step, { kind: "propose" | "beneath" | "delete beneath" }>;

async function decide(one: Decision, head: ProposalHead, { seen, allowed }: State): Promise<void> {
	const id = head.id;
	if (one.kind === "look" || (one.at > 3 && !seen.has(id))) {
		const proposal = await findProposal(id);
		if (!proposal) return;
		const merged = await mergedWithPresent(proposal);
		seen.delete(id);
		seen.set(id, { hash: resultHash(merged), revision: proposal.revision, merged });
	}
	if (one.kind === "look") return;
	const look = seen.get(id);
	if (one.kind === "expire") {
		const change = { expires_at: "2026-01-01T00:00:00.000Z" };
		return void (await (await dashboardDatabase()).updateTable("proposals").set(change).where("id", "=", id).execute());
	}
	signInAs(one.admin);
	const isOwn = head.author.subject === one.admin;
	switch (one.kind) {
		case "decline":
			return void (await unlessRefused(declineProposal(head, "No.")));
		case "return":
			return void (await unlessRefused(returnProposal(head, "Choose.")));
		case "withdraw":
			return void (await unlessRefused(withdrawProposal(head)));
		case "resume": {
			const lease = await unlessRefused(resumeProposal(id));
			if (lease) await apply(id, lease, one.killedAfter, true);
			return;
		}
	}
	if (!look) return;
	const { hash, revision, merged } = look;
	if (one.kind === "revise") {
		const contested = merged.flatMap(({ contested }, index) => contested.map(({ part }) => choiceOf(index, part)));
		const revised = await unlessRefused(
			reviseProposal({ id, revision }, hash, new Set(one.keepsMine ? contested : [])),
		);
		if (revised?.kind !== "revised") return;
		expect(isOwn).toBe(true);
		const again = await findProposal(id);
		expect(again && (await mergedWithPresent(again)).every(({ contested }) => contested.length === 0)).toBe(true);
		return;
	}
	const attempts = Array.from({ length: one.isTwice ? 2 : 1 }, () =>
		unlessRefused(acceptProposal({ id, revision }, hash)),
	);
	const accepted = (await Promise.all(attempts)).flatMap((found) => (found?.kind === "accepted" ? [found] : []));
	expect(accepted.length).toBeLessThanOrEqual(1);
	const [acceptance] = accepted;
	if (!acceptance) return;
	expect(isOwn).toBe(false);
	allowed.push(...merged.flatMap(writesOf));
	await apply(id, acceptance.lease, one.killedAfter, false);
}
