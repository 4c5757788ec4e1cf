import "server-only";
import type { AuditOutcome } from "../audit/audit-entry";
import { updateAuditEntry } from "../audit/audited-write";
import { findTemplateByName } from "../management/templates";
import type { WriteName } from "../resources/writes";
import type { CommandLine } from "../session/command-line";
import { dashboardDatabase } from "../store/dashboard-database";
import { type ApplyPorts, applyItem, type ItemResult } from "../templates/apply-templates";
import { isStated, purposeFieldNames } from "../templates/purpose";
import { readTemplatesOf } from "../templates/template-access";
import type { PlanItem } from "../templates/template-plan";
import { isSameTemplate, updateRequest, type WholeTemplate } from "../templates/whole-template";

/** Of results of a proposal. */
export const WORDS = { since: "it was accepted", again: "Propose it again" };

export function settled(outcome: ItemResult["outcome"], id: string | null, message: string | null = null): ItemResult {
	return { outcome, id, message, since: [], now: null };
}

type Attempt = { ports: ApplyPorts; actor: CommandLine | undefined };

/**
 * Applies what is left of an item whose attempt may have been interrupted after something was sent. The audit trail has a row of
 * each write from before it is sent: what is done is not sent again, also where others have undone it since; what is unknown is
 * looked up; without a row nothing was sent.
 */
export async function resumeItem(item: PlanItem, proposalId: string, attempt: Attempt): Promise<ItemResult> {
	const { action, id, before, after } = item;
	const sent = await sentOf(proposalId, item);
	const apply = (more: Partial<PlanItem> = {}) => applyItem({ ...item, ...more }, attempt.ports, WORDS);
	if (!after) return sent.done(REMOVE) ? settled("done", null) : apply();
	const isCreated = action !== "change";
	const written = sent.done(isCreated ? CREATE : CHANGE)?.target;
	if (written !== undefined) {
		const isPurposeLeft = isCreated ? isStated(after.purpose) : before !== null && hasOtherPurpose(before, after);
		if (!isPurposeLeft || sent.done(PURPOSE, written)) return settled("done", written);
		const now = (await attempt.ports.read(written))?.template;
		if (!now || !isSameButPurpose(now, after)) return settled("conflict", now ? written : null, CHANGED);
		return apply({ action: "change", id: written, before: now });
	}
	if (!isCreated && before && !updateRequest(before, after) && sent.done(PURPOSE)) return settled("done", id);
	const present = id === null ? null : await attempt.ports.read(id);
	if (!isCreated) {
		if (!present?.template || !isSameButPurpose(present.template, after)) return apply();
		await settle(sent.unknown(CHANGE));
		return apply({ before: present.template });
	}
	const unknown = sent.unknown(CREATE);
	if (unknown) {
		const found = await findCreated(after, attempt);
		if (found === undefined) return settled("failed", null, NOT_FOUND);
		if (found === null) return apply({ action: "create" });
		await settle(unknown, found.id);
		return apply({ action: "change", ...found });
	}
	if (sent.done(REMOVE)) return apply({ action: "create" });
	const removal = present ? undefined : sent.unknown(REMOVE);
	await settle(removal);
	return apply(removal ? { action: "create" } : {});
}

/** What is known of an item that is left as it is, by the rows of the audit trail. @param stopped why, in a sentence */
export async function leftOf(item: PlanItem, proposalId: string, stopped: string): Promise<ItemResult> {
	const { action, id, before, after } = item;
	const sent = await sentOf(proposalId, item);
	const isPurposeAlone = before !== null && after !== null && !updateRequest(before, after);
	const lastOfChange = isPurposeAlone ? PURPOSE : CHANGE;
	const last = !after ? REMOVE : action === "change" ? lastOfChange : CREATE;
	const isRecreated = action === "recreate";
	const written = sent.done(last)?.target;
	const failed = (words: string, present: string | null) => settled("failed", present, `${words} ${stopped}`);
	if (written !== undefined) {
		if (!after) return settled("done", null);
		const isPurposeLeft = before && action === "change" ? hasOtherPurpose(before, after) : isStated(after.purpose);
		if (!isPurposeLeft || sent.done(PURPOSE, written)) return settled("done", written);
		return failed("The template is written, its purpose was not stored.", written);
	}
	if (sent.unknown(last)) return failed(isRecreated ? CREATE_UNKNOWN : UNKNOWN, isRecreated ? null : id);
	if (isRecreated && sent.done(REMOVE)) return failed("It was deleted, and not created again.", null);
	if (isRecreated && sent.unknown(REMOVE)) return failed(REMOVE_UNKNOWN, null);
	return failed("It was not saved.", id);
}

const CREATE = "post_vc_templates";
const CHANGE = "patch_vc_templates_by_id";
const REMOVE = "delete_vc_templates_by_id";
const PURPOSE = "set_template_purpose";

const UNKNOWN = "It was sent, and it is not known whether it was carried out.";
const CREATE_UNKNOWN = "It was deleted. Its creation was sent, and it is not known whether it was carried out.";
const REMOVE_UNKNOWN =
	"Its deletion was sent, and it is not known whether it was carried out. It was not created again.";
const CHANGED = `It has changed since ${WORDS.since}, and its purpose could not be stored.`;
const NOT_FOUND =
	"The tenant did not answer, and has too many templates to look for it: whether it was created is not known.";

type Write = { id: string; target: string };

/** The writes of an item of a proposal that were carried out, or may have been. */
async function sentOf(proposalId: string, { id, after }: PlanItem) {
	const database = await dashboardDatabase();
	const rows = await database
		.selectFrom("audit_trail")
		.select(["id", "operation", "target", "name", "outcome"])
		.where("proposal", "=", proposalId)
		.where("outcome", "in", ["done", "unknown"])
		.execute();
	const find =
		(outcome: AuditOutcome) =>
		(operation: WriteName, target: string | null = id) =>
			rows.find((row): boolean => {
				const isOfItem = operation === CREATE ? row.name === after?.name : row.target === target;
				return row.outcome === outcome && row.operation === operation && isOfItem;
			});
	return { done: find("done"), unknown: find("unknown") };
}

/** Notes that a write was carried out after all. */
async function settle(write: Write | undefined, target?: string): Promise<void> {
	if (write) await updateAuditEntry(write.id, { outcome: "done", target });
}

/** What a create has left, by its name. Null: nothing; undefined: there are too many templates to tell. */
async function findCreated(
	after: WholeTemplate,
	{ actor }: Attempt,
): Promise<{ id: string; before: WholeTemplate } | null | undefined> {
	const made = await findTemplateByName(after.name, actor);
	if (!made) return made;
	const found = (await readTemplatesOf([made.id], actor)).get(made.id)?.template;
	return found && isSameButPurpose(found, after) ? { id: made.id, before: found } : null;
}

/** The tenant stores a template before the console stores its purpose. */
function isSameButPurpose(template: WholeTemplate, after: WholeTemplate): boolean {
	return isSameTemplate({ ...template, purpose: after.purpose }, after);
}

function hasOtherPurpose(before: WholeTemplate, after: WholeTemplate): boolean {
	return purposeFieldNames.some((name) => before.purpose[name] !== after.purpose[name]);
}
