import { dashboardConfig } from "@/lib/dashboard/config";
import { flushExchanges, listOwnExchanges } from "@/lib/dashboard/exchanges/exchanges";
import { addWebhook } from "@/lib/dashboard/log-stream/webhook-writes";
import { inCall } from "@/lib/dashboard/management/call/call-context";
import { deadlineIn, sendForSignIn } from "@/lib/dashboard/management/call/send";
import type { BulkItemPlan, BulkPlan } from "@/lib/dashboard/store/bulk-edit";
import { createBulkEdit } from "@/lib/dashboard/store/bulk-edits";
import type { PlanItem } from "@/lib/dashboard/templates/template-plan";
import type { TenantSample } from "@/lib/dashboard/testing/tenant";

/** Identifiers of what the console itself stores. */
export type StoreSample = {
	templateBulkEdit: string;
	sessionBulkEdit: string;
	tokenBulkEdit: string;
	templateImport: string;
	webhook: string;
	apiCall: string;
};

/** Stores one of each for the admin who is signed in, an editor. */
export async function fillStore({ user, session, token, template }: TenantSample): Promise<StoreSample> {
	const ofUser = { user: { id: user, label: user }, operation: { kind: "set", key: "note", value: "x" } } as const;
	const plan = (bulkPlan: BulkPlan, id: string) => createBulkEdit("editor", bulkPlan, [item(id)]);
	await recordCall();
	const [call] = await listOwnExchanges(null);
	return {
		templateBulkEdit: await plan({ resource: "template", operation: { kind: "delete" } }, template),
		sessionBulkEdit: await plan({ resource: "session", ...ofUser }, session),
		tokenBulkEdit: await plan({ resource: "refresh token", ...ofUser }, token),
		templateImport: await createBulkEdit("editor", imported, [{ ...item(template), detail: "change", whole }]),
		webhook: (await addWebhook({ name: "Receiver", url: "https://receiver.example/hook", kinds: ["users"] })).id,
		apiCall: call?.id ?? "",
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
const whole = JSON.stringify({
	action: "change",
	name: "Age check",
	file: "age.json",
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

const item = (id: string): BulkItemPlan => ({
	id,
	name: id,
	detail: null,
	baseline: [],
	state: "planned",
	note: {},
});
