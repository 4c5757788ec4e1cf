import { TEMPLATE_TYPE_DEFAULT } from "@/lib/contract/limits";
import { isolated } from "@/lib/contract/name-or-id";
import { inShort, NAMES_MAX, SENTENCE_LENGTH_MAX, SENTENCES_MAX, someOf, someSentences } from "../in-short";
import { mergeThreeWay } from "../three-way-merge";
import { LABELS_MAX } from "./attribute-facts";
import type { LineFault } from "./json-lines";
import { withoutNameConflicts } from "./plan-order";
import { noPurpose } from "./purpose";
import type { Baseline, BaselineEntry, Baselines } from "./template-baseline";
import { type ReadTemplate, templateFileName } from "./template-file";
import type { PlanBasis, PlanItem, PlanMode, TemplatePlan } from "./template-plan";
import {
	elementPart,
	inCatalogueOrder,
	partInWords,
	partLabel,
	templateChange,
	templateChanges,
} from "./template-words";
import { isSameTemplate, partsOfTemplate, sorted, templateOfParts, type WholeTemplate } from "./whole-template";

/** A file of the folder as it was read. */
export type FolderFile = { file: string; read: ReadTemplate | { faults: LineFault[] } };

/**
 * `template` is null where its shape is not known here. `label`: its name, else its id. `form`: of one whose shape is not known,
 * the SHA-256 of what the tenant says of it.
 */
export type StoredTemplate = { id: string; label: string; template: WholeTemplate | null; form?: string };

export type PlanInput = {
	tenant: string;
	files: readonly FolderFile[];
	baselines: Baselines;
	stored: readonly StoredTemplate[];
	mode: PlanMode;
};

type ValidFile = { file: string } & ReadTemplate;
type Linked = { file: ValidFile; stored: StoredTemplate | undefined; entry: BaselineEntry | undefined };

/**
 * Compares the files of a folder with a tenant: three-way where the folder was exported from this tenant or applied to it.
 * The one plan of the command and of the console's import. Pure.
 */
export function planTemplates({ tenant, files, baselines, stored, mode }: PlanInput): TemplatePlan {
	const baseline = baselines.get(tenant);
	const basis: PlanBasis = baseline ? { kind: "export" } : otherBasis(baselines);
	const { valid, items } = readable(files);
	const linked = linkFiles(valid, stored, baseline ?? new Map());
	const isLinked = new Set(linked.map((one) => one.stored?.id));
	// A file with a fault still describes its template, which must not look as if its file was removed.
	const [faultyFiles, faultyNames] = [new Set(items.map(({ file }) => file)), new Set(items.map(({ name }) => name))];
	const isDescribed = ({ id, label }: StoredTemplate) =>
		[baseline?.get(id)?.file ?? null, templateFileName(label)].some((file) => file !== null && faultyFiles.has(file)) ||
		faultyNames.has(label);
	const unlinked = stored.filter((one) => !isLinked.has(one.id) && !isDescribed(one));
	const planned = withoutNameConflicts([
		...items,
		...repeatedNames(stored).map(repeatedName),
		...linked.map((one) => planFile(one, mode)),
		...unlinked.map((one) => planWithoutFile(one, baseline, mode)),
	]);
	return { version: 1, tenant, basis, mode, items: planned.map(inBoundedWords).toSorted(byName) };
}

function otherBasis(baselines: Baselines): PlanBasis {
	const [tenant] = baselines.keys();
	return tenant === undefined ? { kind: "none" } : { kind: "other-tenant", tenant: inShort(tenant) };
}

function byName(one: PlanItem, other: PlanItem): number {
	const [a, b] = [one, other].map(({ name, file, id }) => `${name}\n${file ?? ""}\n${id ?? ""}`);
	return (a ?? "") < (b ?? "") ? -1 : 1;
}

function inBoundedWords(item: PlanItem): PlanItem {
	const { changes, theirs, contested, faults, notes } = item;
	const open = contested.length - SENTENCES_MAX;
	return {
		...item,
		changes: someSentences(changes),
		theirs: someSentences(theirs),
		contested: contested.slice(0, SENTENCES_MAX).map(({ label, baseline, theirs, yours }) => ({
			label: inShort(label),
			baseline: inShort(baseline),
			theirs: inShort(theirs),
			yours: inShort(yours),
		})),
		faults: faults.map(({ line, message }) => ({ line, message: inShort(message, SENTENCE_LENGTH_MAX) })),
		notes: open > 0 ? [...notes, `Both changed ${open.toLocaleString("en")} more parts.`] : notes,
	};
}

const nothing: PlanItem = {
	action: "unchanged",
	name: "",
	file: null,
	id: null,
	before: null,
	after: null,
	ofFile: null,
	changes: [],
	theirs: [],
	contested: [],
	faults: [],
	notes: [],
};

/** The files that can be planned, and the faults of the others. */
function readable(files: readonly FolderFile[]): { valid: ValidFile[]; items: PlanItem[] } {
	const valid = files.flatMap(({ file, read }) => ("faults" in read ? [] : [{ file, ...read }]));
	const filesOfName = Map.groupBy(valid, ({ template }) => template.name);
	const isRepeated = ({ template }: ValidFile) => (filesOfName.get(template.name)?.length ?? 0) > 1;
	const items = files.flatMap(({ file, read }): PlanItem[] =>
		"faults" in read ? [{ ...nothing, action: "error", name: file, file, faults: read.faults }] : [],
	);
	const repeated = valid.filter(isRepeated).map(({ file, template, lines }): PlanItem => {
		const all = filesOfName.get(template.name) ?? [];
		const others = all.slice(0, NAMES_MAX + 1).flatMap((other) => (other.file === file ? [] : [other.file]));
		const named = someOf(others.map(isolated), { count: all.length - 1 });
		const message = `The name “${isolated(template.name)}” is also used in ${named}.`;
		return { ...nothing, action: "error", name: template.name, file, faults: [{ line: lines.name, message }] };
	});
	return { valid: valid.filter((file) => !isRepeated(file)), items: [...items, ...repeated] };
}

/** Names that exist twice in the tenant, with the templates: files can't tell them apart. */
export function repeatedNames(stored: readonly StoredTemplate[]): [name: string, those: StoredTemplate[]][] {
	const named = stored.filter(({ template }) => template !== null);
	return [...Map.groupBy(named, ({ label }) => label)].filter(([, those]) => those.length > 1);
}

function repeatedName([name, those]: [name: string, those: StoredTemplate[]]): PlanItem {
	const message = `The tenant has ${those.length} templates of this name: ${someOf(those.map(({ id }) => id))}.`;
	return { ...nothing, action: "error", name, faults: [{ line: 0, message: `${message} Rename them first.` }] };
}

/** Which stored template a file is about: the one of its last export, also under another name; else the one of its name. */
export function linkFiles(
	files: readonly ValidFile[],
	stored: readonly StoredTemplate[],
	baseline: Baseline,
): Linked[] {
	const byId = new Map(stored.map((one) => [one.id, one]));
	const byLabel = new Map(stored.map((one) => [one.label, one]));
	const idOfFile = new Map([...baseline].map(([id, { file }]) => [file, id]));
	const ofExport = new Map(files.map(({ file }) => [file, byId.get(idOfFile.get(file) ?? "")]));
	const taken = new Set([...ofExport.values()].map((one) => one?.id));
	return files.map((file) => {
		const named = byLabel.get(file.template.name);
		const found = ofExport.get(file.file) ?? (named && !taken.has(named.id) ? named : undefined);
		return { file, stored: found, entry: baseline.get(found?.id ?? "") ?? baseline.get(idOfFile.get(file.file) ?? "") };
	});
}

const NEW_ID = "It gets a new ID: change the applications that use the old one.";

function planFile({ file: { file, template: yours, lines }, stored, entry }: Linked, mode: PlanMode): PlanItem {
	const item = { ...nothing, name: yours.name, file, id: stored?.id ?? null, ofFile: yours };
	if (!stored) {
		const notes = entry ? [`It has been deleted from the tenant since the export. ${NEW_ID}`] : [];
		return { ...item, action: "create", changes: contentInWords(yours), after: yours, notes };
	}
	const before = stored.template;
	if (!before) {
		const message = "The tenant's template asks for something that this console does not know. It can't be compared.";
		return { ...item, action: "error", faults: [{ line: lines.name, message }] };
	}
	const { after, ...merged } = merge(entry?.template ?? before, before, yours, mode.keep);
	const changes = templateChanges(partsOfTemplate(before), partsOfTemplate(after));
	const compared = { ...item, ...merged, before, after, changes };
	if (merged.contested.length > 0 && mode.keep === null) return { ...compared, action: "contested" };
	if (Object.keys(after.elements).length === 0) {
		const message = "Your change and the others' together would leave nothing to request.";
		return { ...compared, action: "error", faults: [{ line: lines.name, message }] };
	}
	if (yours.certificateAuthority === before.certificateAuthority) {
		return { ...compared, action: changes.length > 0 ? "change" : "unchanged" };
	}
	const words = certificateChange(before, yours);
	if (!mode.recreates) {
		const message = `${words} A tenant can't change it. Recreating it (--recreate) deletes the template and creates it again, with a new ID.`;
		return { ...compared, action: "error", faults: [{ line: lines.certificateAuthority, message }] };
	}
	return {
		...compared,
		action: "recreate",
		after: { ...after, certificateAuthority: yours.certificateAuthority },
		changes: recreationInWords(before, yours, changes),
		notes: [NEW_ID],
	};
}

/** @param changes beside the certificate */
export function recreationInWords(before: WholeTemplate, after: WholeTemplate, changes: readonly string[]): string[] {
	return ["Deletes it, and creates it again", certificateChange(before, after), ...changes];
}

/** "Requests Over 18, City", and what else is not usual. */
export function contentInWords(template: WholeTemplate): string[] {
	const parts = Object.keys(template.elements).map((name) => ({ part: elementPart(name) }));
	const labels = inCatalogueOrder(parts).map(({ part }) => partLabel(part));
	const usual = { ...template, type: TEMPLATE_TYPE_DEFAULT, purpose: noPurpose };
	const more = templateChanges(partsOfTemplate(usual), partsOfTemplate(template));
	const certificate = template.certificateAuthority ? ["Adds a custom certificate authority."] : [];
	return [`Requests ${someOf(labels, { max: LABELS_MAX })}`, ...more, ...certificate];
}

function certificateChange(before: WholeTemplate, after: WholeTemplate): string {
	if (before.certificateAuthority === "") return "Adds a custom certificate authority.";
	if (after.certificateAuthority === "") return "Removes the custom certificate authority.";
	return "Changes the custom certificate authority.";
}

/** Their changes are kept, yours are made; where both changed a part, `keep` decides. */
function merge(baseline: WholeTemplate, theirs: WholeTemplate, yours: WholeTemplate, keep: PlanMode["keep"]) {
	const parts = { baseline: partsOfTemplate(baseline), theirs: partsOfTemplate(theirs), yours: partsOfTemplate(yours) };
	const merge = mergeThreeWay(parts);
	const merged = new Map(merge.merged);
	for (const { part, theirs: kept } of keep === "files" ? [] : merge.contested) {
		if (kept === null) merged.delete(part);
		else merged.set(part, kept);
	}
	const inWords = ({ part, baseline, theirs, yours }: (typeof merge.contested)[number]) => ({
		label: partLabel(part),
		baseline: partInWords(part, baseline),
		theirs: partInWords(part, theirs),
		yours: partInWords(part, yours),
	});
	return {
		after: templateOfParts(merged, theirs),
		theirs: inCatalogueOrder(merge.theirs).map(templateChange),
		contested: inCatalogueOrder(merge.contested).map(inWords),
	};
}

function planWithoutFile(
	{ id, label, template }: StoredTemplate,
	baseline: Baseline | undefined,
	mode: PlanMode,
): PlanItem {
	const item = { ...nothing, name: label, id, before: template };
	const left = (note: string): PlanItem => ({ ...item, action: "left", notes: [note] });
	const entry = baseline?.get(id);
	if (baseline && !entry) return left("Others created it since the export. An export takes it into the folder.");
	if (!mode.deletes)
		return left(
			entry?.file ? "Its file was removed. It stays unless deleting is allowed (--delete)." : "No file describes it.",
		);
	if (!template) return left("It asks for something that this console does not know, and is not deleted from here.");
	const theirs = entry ? templateChanges(partsOfTemplate(entry.template), partsOfTemplate(template)) : [];
	if (theirs.length === 0 || mode.keep === "files") return { ...item, action: "remove", theirs };
	if (mode.keep === "tenant")
		return { ...left("Its file was removed, but others changed it since the export."), theirs };
	const deleted = { label: "The template", baseline: "as exported", theirs: "changed", yours: "removed" };
	return { ...item, action: "contested", theirs, contested: [deleted] };
}

/** The part of a plan that must still hold when it is applied: what is done, to which version, and with which result. */
function essence({ action, file, id, before, after }: PlanItem): string {
	return JSON.stringify(sorted([action, file, id, before, after]));
}

/**
 * What a saved plan and the present one differ in, as the names of templates. What the saved plan has done since counts as
 * equal, so that an apply that was cut off goes on with the same plan.
 */
export function outdatedIn(saved: TemplatePlan, present: TemplatePlan): string[] {
	const [byFile, byId] = [firstBy(present.items, "file"), firstBy(present.items, "id")];
	const done = (item: PlanItem) => {
		const now = item.file ? byFile.get(item.file) : byId.get(item.id);
		if (item.action === "remove") return !byId.has(item.id);
		return Boolean(now?.before && item.after && isSameTemplate(now.before, item.after) && now.action === "unchanged");
	};
	const writes = ({ items }: TemplatePlan) => items.filter(({ action }) => action !== "unchanged" && action !== "left");
	const [was, is] = [saved, present].map((plan) => new Map(writes(plan).map((item) => [essence(item), item])));
	const gone = [...(was ?? [])].filter(([key, item]) => !is?.has(key) && !done(item));
	const added = [...(is ?? [])].filter(([key]) => !was?.has(key));
	return [...new Set([...gone, ...added].map(([, { name }]) => name))];
}

/** The first item of each file or id. */
function firstBy(items: readonly PlanItem[], key: "file" | "id"): Map<string | null, PlanItem> {
	return new Map(items.toReversed().map((item) => [item[key], item]));
}
