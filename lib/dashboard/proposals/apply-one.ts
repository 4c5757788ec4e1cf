import "server-only";
import { ManagementError, WriteRefused } from "../management/call/errors";
import { oneSaveAtATime } from "../management/safe-writes";
import type { CommandLine } from "../session/command-line";
import {
	type ApplyPorts,
	applyItem,
	concernsAll,
	failureInWords,
	type ItemResult,
	PartlyWritten,
} from "../templates/apply-templates";
import { noteRestored } from "../templates/history/read-history";
import type { PlanItem } from "../templates/template-plan";
import { Approval, withApproval } from "./approval";
import { authorInWords, type MergedItem, type Proposal, type ProposedItem } from "./proposal";
import { resumeItem, settled, WORDS } from "./resume-item";

/** Notes as what a deleted template was restored, for links from the old one. */
export async function linkRestored(proposed: ProposedItem | undefined, { id, outcome }: ItemResult): Promise<void> {
	if (proposed?.restores && id && outcome !== "conflict") await noteRestored(proposed.restores, id);
}

/** Of what no longer applies, one that writes nothing. */
export function planItemOf({ state, item }: MergedItem): PlanItem {
	const action = state === "applies" ? item.action : "unchanged";
	return { ...item, action, file: null, changes: [], theirs: [], contested: [], faults: [], notes: [], ofFile: null };
}

/** @param isResumed an attempt before may have been interrupted after something was sent */
type Attempt = { ports: ApplyPorts; actor: CommandLine | undefined; isResumed: boolean };

/** Saves one template of an accepted proposal. @throws as `applyApproved`: it is tried again then */
export async function applyOne(
	{ id, author }: Pick<Proposal, "id" | "author">,
	merged: MergedItem,
	attempt: Attempt,
): Promise<ItemResult> {
	const approval = new Approval({ id, by: authorInWords({ author }) }, [merged]);
	const { id: templateId, name } = merged.item;
	const apply = () => applyMerged(merged, id, { ...attempt, ports: untilSettled(attempt) });
	try {
		return await withApproval(approval, () => oneSaveAtATime(templateId ?? `template ${name}`, apply));
	} catch (error) {
		if (error instanceof Open) throw error.cause;
		// As where a reason is required by now: it would be refused each time.
		if (error instanceof WriteRefused) return settled("failed", templateId, error.message);
		throw error;
	}
}

/** What was sent is not settled: the template is looked at again. The cause is what the page says. */
class Open extends Error {}

/**
 * The ports, whose failures leave a template to another attempt where that may do better: what concerns all templates, and at
 * the first attempt also what came half way, was not carried out, or has an outcome that is not known.
 */
function untilSettled({ ports, isResumed }: Attempt): ApplyPorts {
	const guarded = <Result>(write: Promise<Result>) =>
		write.catch((error: unknown) => {
			if (error instanceof PartlyWritten && !isResumed) throw new Open("", { cause: error.cause });
			if (!(error instanceof ManagementError)) throw error;
			const isUnclear = error.outcomeUnknown || error.lookedUp;
			if (concernsAll(error) || (isUnclear && !isResumed)) throw new Open("", { cause: error });
			throw error;
		});
	return {
		...ports,
		create: (template) => guarded(ports.create(template)),
		change: (id, before, after) => guarded(ports.change(id, before, after)),
		remove: (id, before) => guarded(ports.remove(id, before)),
	};
}

async function applyMerged(
	merged: MergedItem,
	proposalId: string,
	{ ports, isResumed, actor }: Attempt,
): Promise<ItemResult> {
	const { state, item } = merged;
	if (state === "already") return settled("already", item.after && item.id);
	if (state === "gone") return settled("failed", null, "The template was deleted before the proposal was accepted.");
	if (!item.after && !item.before && item.id !== null) return removeUnknown(item.id, merged, ports);
	const planned = planItemOf(merged);
	return isResumed ? resumeItem(planned, proposalId, { ports, actor }) : applyItem(planned, ports, WORDS);
}

/** A template whose form is not known here can be deleted all the same, where the tenant says of it what the decider saw. */
async function removeUnknown(id: string, { item: { name }, form }: MergedItem, ports: ApplyPorts): Promise<ItemResult> {
	const found = await ports.read(id);
	if (!found) return settled("already", null);
	if (found.form !== form) return settled("conflict", id, `It has changed since ${WORDS.since}.`);
	try {
		await ports.remove(id, { name });
		return settled("done", null);
	} catch (error) {
		if (!(error instanceof ManagementError)) throw error;
		return settled("failed", id, failureInWords(error));
	}
}
