import { someSentences } from "../in-short";
import { digestOf } from "../templates/digest";
import type { StoredTemplate } from "../templates/plan-templates";
import { inCatalogueOrder, partInWords, partLabel, templateChange, templateChanges } from "../templates/template-words";
import { isSameTemplate, partsOfTemplate, templateOfParts, type WholeTemplate } from "../templates/whole-template";
import { mergeThreeWay } from "../three-way-merge";
import type { MergedItem, MergedState, ProposedItem } from "./proposal";

const BLOCKING: readonly MergedState[] = ["unknown", "contested", "empty", "name-taken"];

/** What the tenant has beside the templates that are changed. Null: none. */
export type Others = {
	/** The template of a name that is given to another one. */
	named: (name: string) => StoredTemplate | null;
	/** The one that a deleted template, by its ID, was restored as. */
	restoredAs: (goneId: string) => StoredTemplate | null;
};

const NO_OTHERS: Others = { named: () => null, restoredAs: () => null };

/** @param present the templates of the tenant, by id; null: there is none @param others absent: none are known */
export function mergeProposal(
	items: readonly ProposedItem[],
	present: (id: string) => StoredTemplate | null,
	others: Others = NO_OTHERS,
): MergedItem[] {
	const merged = items.map((item) => {
		const found = item.id === null ? null : present(item.id);
		const restored = item.restores === undefined ? null : others.restoredAs(item.restores);
		return restored ? asAlready(mergeItem(item, found), restored) : mergeItem(item, found);
	});
	return merged.map((one) => ofPresentName(one, merged, others));
}

/** The names that a proposal gives, each of which another template may have by now. */
export function namesGiven(items: readonly ProposedItem[]): string[] {
	return items.flatMap(({ baseline, after, mayBeGone }) =>
		after && (mayBeGone || after.name !== baseline?.name) ? [after.name] : [],
	);
}

/** A name that another template has: it has all of what is created, or the name has to be given up. */
function ofPresentName(one: MergedItem, all: readonly MergedItem[], { named }: Others): MergedItem {
	const { before, after, id, action } = one.item;
	if (one.state !== "applies" || !after || after.name === before?.name) return one;
	const holder = named(after.name);
	const isFreed = all.some(
		({ state, item }) => state === "applies" && item.id === holder?.id && item.after?.name !== after.name,
	);
	if (!holder || holder.id === id || isFreed) return one;
	if (action === "create" && holder.template && isSameTemplate(holder.template, after)) return asAlready(one, holder);
	return { ...one, state: "name-taken", holder: holder.id };
}

function asAlready(one: MergedItem, { id, template }: StoredTemplate): MergedItem {
	return { ...one, state: "already", item: { ...one.item, id, before: template } };
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
	const results = merged.map(({ state, item: { action, id, before, after }, form = null, restores = null }) => [
		...[state, action, id, before, after, form, restores],
	]);
	return digestOf(results);
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
	others: Others = NO_OTHERS,
): ProposedItem[] {
	return items.flatMap((proposed, index): ProposedItem[] => {
		const { id, baseline, after, action } = proposed;
		const found = id === null ? null : present(id);
		if (id === null || (!found && proposed.mayBeGone)) {
			const [now] = mergeProposal([proposed], present, others);
			return now?.state === "already" ? [] : [proposed];
		}
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
		...(proposed.restores !== undefined && { restores: proposed.restores }),
		...more,
	});
	const isCreated = action === "create" || (proposed.mayBeGone && !found);
	if (isCreated && after) return merged("applies", { item: { ...item, action: "create", id: null, name: after.name } });
	if (!found) return merged(after ? "gone" : "already");
	const now = found.template;
	const theirs = baseline && now ? changesOf(baseline, now) : [];
	// What its form says is not needed to delete it.
	if (!after) return merged("applies", { theirs, ...(found.form !== undefined && { form: found.form }) });
	// On top of what, it can't be said.
	if (!now || !baseline) return merged("unknown", { changes: baseline ? changesOf(baseline, after) : [] });
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
