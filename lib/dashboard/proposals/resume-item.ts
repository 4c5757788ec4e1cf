import "server-only";
import { findTemplateByName } from "../management/templates";
import type { CommandLine } from "../session/command-line";
import { dashboardDatabase } from "../store/dashboard-database";
import { type ApplyPorts, applyItem, type ItemResult } from "../templates/apply-templates";
import { isStated, purposeFieldNames } from "../templates/purpose";
import { readTemplatesOf } from "../templates/template-access";
import type { PlanItem } from "../templates/template-plan";
import { isSameTemplate, type WholeTemplate } from "../templates/whole-template";

/** Of results of a proposal. */
export const WORDS = { since: "it was accepted", again: "Propose it again" };

export function settled(outcome: ItemResult["outcome"], id: string | null, message: string | null = null): ItemResult {
	return { outcome, id, message, since: [], now: null };
}

type Attempt = { ports: ApplyPorts; actor: CommandLine | undefined };

/**
 * Applies what is left of an item whose attempt may have been interrupted after something was sent. What the audit trail has as
 * done is not sent again, also where others have undone it since; what it has as unknown is looked up.
 */
export async function resumeItem(item: PlanItem, proposalId: string, attempt: Attempt): Promise<ItemResult> {
	const { action, id, before, after } = item;
	const done = await doneOf(proposalId);
	const isDone = (operation: string, target: string | null) =>
		done.some((write) => write.operation === operation && write.target === target);
	if (id !== null && after === null && isDone("delete_vc_templates_by_id", id)) return settled("done", null);
	const isCreated = action === "create" || action === "recreate";
	const made = done.find(({ operation, name }) => operation === "post_vc_templates" && name === after?.name);
	const written = isCreated ? (made?.target ?? null) : isDone("patch_vc_templates_by_id", id) ? id : null;
	if (written !== null && after) {
		const isPurposeLeft = isCreated ? isStated(after.purpose) : before !== null && hasOtherPurpose(before, after);
		if (!isPurposeLeft || isDone("set_template_purpose", written)) return settled("done", written);
		const now = (await attempt.ports.read(written))?.template;
		if (!now || !isSameButPurpose(now, after)) return settled("conflict", now ? written : null, CHANGED);
		return applyItem({ ...item, action: "change", id: written, before: now }, attempt.ports, WORDS);
	}
	return applyItem(after ? await asLeft(item, after, attempt) : item, attempt.ports, WORDS);
}

const CHANGED = `It has changed since ${WORDS.since}, and its purpose could not be stored.`;

type Done = { operation: string; target: string; name: string | null };

/** The writes of a proposal that were carried out, by the audit trail. */
async function doneOf(proposalId: string): Promise<Done[]> {
	const database = await dashboardDatabase();
	return database
		.selectFrom("audit_trail")
		.select(["operation", "target", "name"])
		.where("proposal", "=", proposalId)
		.where("outcome", "=", "done")
		.execute();
}

/** What is left by what the tenant has, where the trail does not say. */
async function asLeft(item: PlanItem, after: WholeTemplate, { ports, actor }: Attempt): Promise<PlanItem> {
	const { action, id } = item;
	const present = id === null ? null : await ports.read(id);
	const now = present?.template;
	if (action === "change" && now && isSameButPurpose(now, after)) return { ...item, before: now };
	if (action === "change" || present) return item;
	const made = await findTemplateByName(after.name, actor);
	const found = made ? (await readTemplatesOf([made.id], actor)).get(made.id)?.template : null;
	if (!made || !found || !isSameButPurpose(found, after)) return { ...item, action: "create" };
	return { ...item, action: "change", id: made.id, before: found };
}

/** The tenant stores a template before the console stores its purpose. */
function isSameButPurpose(template: WholeTemplate, after: WholeTemplate): boolean {
	return isSameTemplate({ ...template, purpose: after.purpose }, after);
}

function hasOtherPurpose(before: WholeTemplate, after: WholeTemplate): boolean {
	return purposeFieldNames.some((name) => before.purpose[name] !== after.purpose[name]);
}
