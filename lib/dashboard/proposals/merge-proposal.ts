import { createHash } from "node:crypto";
import { someSentences } from "../in-short";
import type { StoredTemplate } from "../templates/plan-templates";
import type { ContestedPart, PlanItem } from "../templates/template-plan";
import { inCatalogueOrder, partInWords, partLabel, templateChange, templateChanges } from "../templates/template-words";
import {
	isSameTemplate,
	partsOfTemplate,
	sorted,
	templateOfParts,
	type WholeTemplate,
} from "../templates/whole-template";
import { mergeThreeWay } from "../three-way-merge";
import type { ProposedItem } from "./proposal";

/**
 * What a proposed change is today. `already`: the tenant has it. `gone`: the template was deleted. `unknown`: the template has
 * a form that this console does not know. `empty`: together with the changes since nothing would be requested.
 */
export const MERGED_STATES = ["applies", "already", "gone", "unknown", "contested", "empty"] as const;
export type MergedState = (typeof MERGED_STATES)[number];

/** A proposed change on top of what happened since. */
export type MergedItem = {
	state: MergedState;
	/** The change over the present template: what accepting it does. */
	item: Pick<PlanItem, "action" | "name" | "id" | "before" | "after">;
	/** What it changes in the present template, in words. */
	changes: string[];
	/** What others changed since it was proposed, in words. */
	theirs: string[];
	/** The parts that both changed. */
	contested: (ContestedPart & { part: string })[];
};

const BLOCKING: readonly MergedState[] = ["unknown", "contested", "empty"];

/** @param present the templates of the tenant, by id; null: there is none */
export function mergeProposal(
	items: readonly ProposedItem[],
	present: (id: string) => StoredTemplate | null,
): MergedItem[] {
	return items.map((item) => mergeItem(item, item.id === null ? null : present(item.id)));
}

/** Whether it can be accepted: something of it applies, and nothing of it has to be resolved first. */
export function isAcceptable(merged: readonly MergedItem[]): boolean {
	return !merged.some(needsResolution) && merged.some(({ state }) => state === "applies");
}

/** Whether it keeps the whole proposal from being accepted. */
export function needsResolution({ state }: Pick<MergedItem, "state">): boolean {
	return BLOCKING.includes(state);
}

/** The SHA-256 of all that accepting does: what a decider has seen is accepted, and nothing else. */
export function resultHash(merged: readonly MergedItem[]): string {
	const results = merged.map(({ state, item: { action, id, before, after } }) => [state, action, id, before, after]);
	return createHash("sha256")
		.update(JSON.stringify(sorted(results)))
		.digest("base64url");
}

/**
 * The proposal on top of the present templates, with its conflicts resolved: what the author is to propose again. Without what
 * no longer applies.
 * @param keepMine the contested parts that stay as the author has them, each as by `choiceOf`; the others stay as the tenant has
 * them
 */
export function resolvedItems(
	items: readonly ProposedItem[],
	present: (id: string) => StoredTemplate | null,
	keepMine: ReadonlySet<string>,
): ProposedItem[] {
	return items.flatMap((proposed, index): ProposedItem[] => {
		const { id, baseline, after, action } = proposed;
		if (id === null) return [proposed];
		const found = present(id);
		if (!found) return [];
		const [name, now] = [found.label, found.template];
		if (!after) return [{ ...proposed, name, baseline: now }];
		if (!now || !baseline) return [];
		const { merged, contested } = mergeThreeWay(sidesOf(baseline, now, after));
		const parts = new Map(merged);
		for (const { part, theirs } of contested) {
			if (keepMine.has(choiceOf(index, part))) continue;
			if (theirs === null) parts.delete(part);
			else parts.set(part, theirs);
		}
		const result = templateOfParts(parts, action === "recreate" ? after : now);
		return isSameTemplate(now, result) ? [] : [{ ...proposed, name, baseline: now, after: result }];
	});
}

/** One contested part, as a form names it. @param index of the template in the proposal */
export function choiceOf(index: number, part: string): string {
	return `${index}:${part}`;
}

function sidesOf(baseline: WholeTemplate, now: WholeTemplate, after: WholeTemplate) {
	return { baseline: partsOfTemplate(baseline), theirs: partsOfTemplate(now), yours: partsOfTemplate(after) };
}

function mergeItem(proposed: ProposedItem, found: StoredTemplate | null): MergedItem {
	const { action, id, name, baseline, after } = proposed;
	const item = { action, id, name: found?.label ?? name, before: found?.template ?? null, after };
	const merged = (state: MergedState, more: Partial<MergedItem> = {}): MergedItem => ({
		state,
		item,
		changes: [],
		theirs: [],
		contested: [],
		...more,
	});
	if (action === "create" && after) return merged("applies", { item: { ...item, name: after.name } });
	if (!found) return merged(after ? "gone" : "already");
	const now = found.template;
	const theirs = baseline && now ? changesOf(baseline, now) : [];
	// What its form says is not needed to delete it.
	if (!after) return merged("applies", { theirs });
	if (!now || !baseline) return merged("unknown");
	return mergeChange(merged, { baseline, now, after, isRecreated: action === "recreate" });
}

type Change = { baseline: WholeTemplate; now: WholeTemplate; after: WholeTemplate; isRecreated: boolean };

function mergeChange(
	merged: (state: MergedState, more: Partial<MergedItem>) => MergedItem,
	{ baseline, now, after, isRecreated }: Change,
): MergedItem {
	const merge = mergeThreeWay(sidesOf(baseline, now, after));
	const result = templateOfParts(merge.merged, isRecreated ? after : now);
	const { item } = merged("applies", {});
	const found = {
		item: { ...item, after: result },
		changes: changesOf(now, result),
		theirs: someSentences(inCatalogueOrder(merge.theirs).map(templateChange)),
		contested: inCatalogueOrder(merge.contested).map(({ part, ...values }) => ({
			part,
			label: partLabel(part),
			baseline: partInWords(part, values.baseline),
			theirs: partInWords(part, values.theirs),
			yours: partInWords(part, values.yours),
		})),
	};
	if (found.contested.length > 0) return merged("contested", found);
	if (isSameTemplate(now, result)) return merged("already", found);
	if (Object.keys(result.elements).length === 0) return merged("empty", found);
	return merged("applies", found);
}

function changesOf(before: WholeTemplate, after: WholeTemplate): string[] {
	return someSentences(templateChanges(partsOfTemplate(before), partsOfTemplate(after)));
}
