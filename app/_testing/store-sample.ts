import { presentationOf } from "@/lib/contract/template/mdl-elements";
import { dashboardConfig } from "@/lib/dashboard/config";
import { flushExchanges, listOwnExchanges } from "@/lib/dashboard/exchanges/exchanges";
import { addWebhook } from "@/lib/dashboard/log-stream/webhook-writes";
import { inCall } from "@/lib/dashboard/management/call/call-context";
import { deadlineIn, sendForSignIn } from "@/lib/dashboard/management/call/send";
import { addProposal, changeProposal } from "@/lib/dashboard/proposals/change-proposals";
import { addComment } from "@/lib/dashboard/proposals/comments";
import type { ProposedItem } from "@/lib/dashboard/proposals/proposal";
import type { BulkItemPlan, BulkPlan } from "@/lib/dashboard/store/bulk-edit";
import { createBulkEdit } from "@/lib/dashboard/store/bulk-edits";
import type { PlanItem } from "@/lib/dashboard/templates/template-plan";
import { wholeTemplate } from "@/lib/dashboard/templates/whole-template";
import type { TenantSample } from "@/lib/dashboard/testing/tenant";

/** Identifiers of what the console itself stores. */
export type StoreSample = {
	templateBulkEdit: string;
	sessionBulkEdit: string;
	tokenBulkEdit: string;
	templateImport: string;
	userList: string;
	incident: string;
	webhook: string;
	/** Of another editor. */
	proposal: string;
	/** Returned to the editor. */
	ownProposal: string;
	apiCall: string;
};

/**
 * Stores one of each for the admin who is signed in, an editor.
 * @param name of whatever others have named; else what is usual there
 */
export async function fillStore({ user, session, token, template }: TenantSample, name?: string): Promise<StoreSample> {
	const item = (id: string): BulkItemPlan => ({
		id,
		name: name ?? id,
		detail: name ?? null,
		baseline: [],
		state: "planned",
		note: {},
	});
	const ofUser = {
		user: { id: user, label: name ?? user },
		operation: { kind: "set", key: "note", value: "x" },
	} as const;
	const plan = (bulkPlan: BulkPlan, id: string) => createBulkEdit("editor", bulkPlan, [item(id)]);
	await recordCall();
	const [call] = await listOwnExchanges(null);
	return {
		templateBulkEdit: await plan({ resource: "template", operation: { kind: "delete" } }, template),
		sessionBulkEdit: await plan({ resource: "session", ...ofUser }, session),
		tokenBulkEdit: await plan({ resource: "refresh token", ...ofUser }, token),
		templateImport: await createBulkEdit("editor", imported, [
			{ ...item(template), detail: "change", whole: wholeOf(name) },
		]),
		...(await incidentOf(user, name)),
		...(await proposalsOf(template, name)),
		webhook: (await addWebhook({ name: "Receiver", url: "https://receiver.example/hook", kinds: ["users"] })).id,
		apiCall: call?.id ?? "",
	};
}

/** A change of a template that another proposes, and one that was returned. */
async function proposalsOf(id: string, name = "Age check"): Promise<Pick<StoreSample, "proposal" | "ownProposal">> {
	const baseline = wholeTemplate({ id, name, presentation: presentationOf({}) });
	const after = baseline && { ...baseline, elements: { resident_postal_code: true } };
	const items: ProposedItem[] = [{ action: "change", name, id, baseline, after }];
	const proposal = await addProposal({ subject: "other", name, email: null }, name, items);
	const ownProposal = await addProposal({ subject: "editor", name: "editor", email: null }, null, items);
	await addComment(proposal, { subject: "other", name }, name);
	const returned = {
		state: "returned",
		decided_subject: "other",
		decided_by: name,
		decided_at: new Date().toISOString(),
	};
	await changeProposal({ id: ownProposal, revision: 1, state: "open" }, { ...returned, decision_reason: name });
	return { proposal, ownProposal };
}

/** A list that is looked up, and an incident. */
async function incidentOf(user: string, name = user): Promise<Pick<StoreSample, "userList" | "incident">> {
	const count = { count: 1, isAtLeast: false };
	const facts = { emailVerified: null, blocked: null, role: null, sessions: count, tokens: null };
	const listed = { id: user, label: name, name, email: null, ...facts };
	const item: BulkItemPlan = {
		id: user,
		name,
		detail: null,
		baseline: null,
		listing: { kind: "id", text: user, lines: [1] },
		state: "done",
		note: { users: [listed] },
	};
	const faults = [{ line: 2, text: name }];
	const done: BulkItemPlan = { ...item, listed, note: { did: ["end"] } };
	return {
		userList: await createBulkEdit(
			"editor",
			{ resource: "user list", faults, repeated: 1, heading: "E-mail" },
			[item],
			{
				run: "running",
			},
		),
		incident: await createBulkEdit(
			"editor",
			{ resource: "incident", acts: ["end"], faults },
			[done, { ...done, state: "planned", note: {} }],
			{ run: "running", reason: "SUP-1" },
		),
	};
}

/** A request that needs no scope. */
async function recordCall(): Promise<void> {
	const url = `${dashboardConfig().authentication.baseUrl}/.well-known/openid-configuration`;
	const call = { subject: "editor", reference: "reference", requestId: "request" };
	await inCall(call, () => sendForSignIn("discovery", { method: "GET", url }, deadlineIn(10_000)));
	await flushExchanges();
}

const imported: BulkPlan = {
	resource: "template import",
	basis: { kind: "export" },
	unchanged: 1,
	ignored: [],
	mode: { deletes: false, recreates: false, keep: null },
};
const wholeOf = (name: string | undefined) =>
	JSON.stringify({
		action: "change",
		name: name ?? "Age check",
		file: name === undefined ? "age.json" : `${name}.json`,
		id: null,
		changes: ["Name"],
		theirs: [],
		contested: [],
		faults: [],
		notes: [],
		before: null,
		after: null,
		ofFile: null,
	} satisfies PlanItem);
