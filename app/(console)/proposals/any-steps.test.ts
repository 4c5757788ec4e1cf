import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startTemplateTenant, type TemplateTenant } from "@/app/_testing/template-tenant";
import { dashboardConfig, heldConfig } from "@/lib/dashboard/config";
import { applyApproved, resumeProposal } from "@/lib/dashboard/proposals/apply-approved";
import {
	acceptProposal,
	declineProposal,
	mergedWithPresent,
	proposeTemplates,
	withdrawProposal,
} from "@/lib/dashboard/proposals/decide";
import { resultHash } from "@/lib/dashboard/proposals/merge-proposal";
import { findProposal, listProposals } from "@/lib/dashboard/proposals/proposals";
import type { SecondEditorRule } from "@/lib/dashboard/proposals/second-editor";
import { dashboardDatabase } from "@/lib/dashboard/store/dashboard-database";
import { readTemplatesOf } from "@/lib/dashboard/templates/template-access";
import { signInAs } from "@/lib/dashboard/testing/dashboard-state";

let tenant: TemplateTenant;
const ADMINS = ["editor", "support", "viewer"] as const;
const ATTRIBUTES = ["portrait", "resident_city", "nationality"] as const;

const admin = fc.constantFrom(...ADMINS);
const at = fc.nat(3);
const step = fc.oneof(
	{
		weight: 4,
		arbitrary: fc.record({
			kind: fc.constant("propose" as const),
			admin,
			at,
			attribute: fc.constantFrom(...ATTRIBUTES),
		}),
	},
	fc.record({ kind: fc.constant("delete" as const), admin, at }),
	/** By another client of the tenant. */
	fc.record({ kind: fc.constant("beneath" as const), at, attribute: fc.constantFrom(...ATTRIBUTES) }),
	/** A proposal is opened; what it showed then is accepted later. */
	{ weight: 6, arbitrary: fc.record({ kind: fc.constant("look" as const), at }) },
	{
		weight: 6,
		arbitrary: fc.record({ kind: fc.constant("accept" as const), admin, at, isKilled: fc.boolean() }),
	},
	fc.record({ kind: fc.constant("decline" as const), admin, at }),
	fc.record({ kind: fc.constant("withdraw" as const), admin, at }),
	{ weight: 2, arbitrary: fc.record({ kind: fc.constant("go on" as const), admin, at }) },
);
type Step = typeof step extends fc.Arbitrary<infer Of> ? Of : never;

beforeEach(async () => {
	tenant = await startTemplateTenant();
	const secondEditor: SecondEditorRule = { kinds: ["all"], attributes: [] };
	heldConfig.set({ ...dashboardConfig(), secondEditor, editors: [...ADMINS] });
});
afterEach(() => tenant.stop());

test("whatever is proposed, decided and changed beneath, in whatever order and with kills: what is saved was accepted by another, or it is not saved", async () => {
	let saved = 0;
	await fc.assert(
		fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40, size: "max" }), async (steps) => {
			await (await dashboardDatabase()).deleteFrom("proposals").execute();
			tenant.stored.clear();
			const ids = [0, 1].map((index) =>
				tenant.add({ name: `T${index}`, elements: { portrait: true, issue_date: true } }),
			);
			tenant.written.length = 0;
			const seen = new Map<string, { hash: string; revision: number; writes: string[] }>();
			/** What was accepted, as the requests that it may make. */
			const allowed: string[] = [];
			for (const one of steps) await take(one, ids, seen, allowed);
			saved += tenant.written.length;
			for (const { method, body } of tenant.written) {
				const key = requestOf(method, body);
				const index = allowed.indexOf(key);
				expect(index, `${key} was accepted`).toBeGreaterThanOrEqual(0);
				allowed.splice(index, 1);
			}
		}),
		{ numRuns: process.env.LONG ? 1_000 : 60 },
	);
	expect(saved, "some are accepted and saved").toBeGreaterThan(20);
});

const requestOf = (method: string, { presentation, id }: Record<string, unknown>) =>
	JSON.stringify([method, method === "DELETE" ? id : presentation]);

async function take(
	one: Step,
	ids: readonly string[],
	seen: Map<string, { hash: string; revision: number; writes: string[] }>,
	allowed: string[],
): Promise<void> {
	const id = ids[one.at % ids.length] ?? "";
	if (one.kind === "beneath") {
		const stored = tenant.stored.get(id);
		if (stored) stored.elements = { ...stored.elements, [one.attribute]: stored.elements[one.attribute] !== true };
		return;
	}
	const open = [...(await listProposals("open", null, 10)), ...(await listProposals("decided", null, 10))];
	if (one.kind === "propose" || one.kind === "delete") {
		signInAs(one.admin);
		const baseline = (await readTemplatesOf([id])).get(id)?.template;
		if (!baseline) return;
		const name = baseline.name;
		if (one.kind === "delete")
			return void (await proposeTemplates([{ action: "remove", name, id, baseline, after: null }]));
		const elements = { ...baseline.elements, [one.attribute]: baseline.elements[one.attribute] !== true };
		return void (await proposeTemplates([{ action: "change", name, id, baseline, after: { ...baseline, elements } }]));
	}
	// Mostly what was looked at last.
	const looked = [...seen.keys()].reverse();
	const wanted = one.kind === "accept" ? looked[Math.floor(one.at / 2)] : undefined;
	const head = open.find(({ id }) => id === wanted) ?? open[one.at % Math.max(1, open.length)];
	if (!head) return;
	if (one.kind === "look") {
		signInAs("viewer");
		const proposal = await findProposal(head.id);
		if (!proposal) return;
		const merged = await mergedWithPresent(proposal);
		const writes = merged.flatMap(({ state, item }) => {
			if (state !== "applies") return [];
			if (!item.after) return [JSON.stringify(["DELETE", item.id])];
			return [JSON.stringify(["PATCH", { "org.iso.18013.5.1.mDL": { "org.iso.18013.5.1": item.after.elements } }])];
		});
		seen.delete(head.id);
		seen.set(head.id, { hash: resultHash(merged), revision: proposal.revision, writes });
		return;
	}
	signInAs(one.admin);
	const isOwn = head.author.subject === one.admin;
	const quietly = (work: Promise<unknown>) =>
		work.then(
			(value) => value,
			(error: unknown) => {
				expect(error).toHaveProperty("name", "WriteRefused");
				return null;
			},
		);
	if (one.kind === "decline") return void (await quietly(declineProposal(head, "No.")));
	if (one.kind === "withdraw") return void (await quietly(withdrawProposal(head)));
	if (one.kind === "go on") {
		const lease = await quietly(resumeProposal(head.id));
		if (typeof lease === "string") await applyApproved(head.id, lease, { isResumed: true });
		return;
	}
	const look = seen.get(head.id);
	if (!look) return;
	const found = (await quietly(acceptProposal({ id: head.id, revision: look.revision }, look.hash))) as
		| { kind: "accepted"; lease: string }
		| { kind: "changed" }
		| null;
	if (found?.kind !== "accepted") return;
	expect(isOwn).toBe(false);
	allowed.push(...look.writes);
	if (one.isKilled) {
		// The process that accepted it is gone, and its lease is over.
		const database = await dashboardDatabase();
		await database.updateTable("proposals").set({ lease_until: "" }).where("id", "=", head.id).execute();
		return;
	}
	await applyApproved(head.id, found.lease);
}
