import type { AuditEntry } from "@/lib/dashboard/audit/audit-entry";
import type { ResourceDescription } from "@/lib/dashboard/resources/describe-resource";
import { pageOf, resources } from "@/lib/dashboard/resources/resources";
import { type WriteEntry, writeEntry } from "@/lib/dashboard/resources/writes";

/** A write as a sentence, between the person and the changes. */
export type Sentence = {
	/** "renamed", "tried to delete template". */
	did: string;
	/** The resource: its name, or the identifier where no name is known. */
	target: string;
	isName: boolean;
	/** Its new name, after a rename. */
	to: string | null;
};

/** Edda "renamed" Age check 21+ to Age check B; "tried to delete" Car rental; "changed template" vct_…. */
export function sentenceOf(entry: AuditEntry, name: string | null = entry.name): Sentence {
	const write = writeEntry(entry.operation);
	const isDone = entry.outcome === "done";
	const target = { target: name ?? entry.target, isName: name !== null, to: null };
	if (!write) return { did: `${isDone ? "did" : "tried"} “${entry.operation}” on`, ...target };
	const isKindNamed = name === null || hasKindBesideName(write);
	if (!isRenamed(entry)) return { did: actInWords(write, entry, isKindNamed), ...target };
	const renaming = entry.values.find(({ part }) => part === write.namePart);
	const [before, after] = [renaming?.before, renaming?.after];
	const did = [isDone ? "renamed" : "tried to rename", hasKindBesideName(write) && write.resource]
		.filter(Boolean)
		.join(" ");
	if (typeof before !== "string" || typeof after !== "string") return { did, ...target };
	return { did, target: before, isName: true, to: after };
}

function hasKindBesideName({ resource, isDelete }: WriteEntry): boolean {
	const { kindBesideName }: ResourceDescription = resources[resource];
	return kindBesideName === "always" || (kindBesideName === "ended" && isDelete === true);
}

type Act = Pick<AuditEntry, "operation" | "changes" | "outcome">;

/** What was done or tried, before its target: "changed the metadata of", or with the kind "tried to delete template". */
export function actInWords(write: WriteEntry, { changes, outcome }: Act, isKindNamed: boolean): string {
	const { did, to } = write.byChange?.[changes.join()] ?? write;
	const act = outcome === "done" ? did : `tried to ${to}`;
	return [act, write.of, isKindNamed && write.resource].filter(Boolean).join(" ");
}

/** The same on the page of the target: "Rotated the secret", "Tried to delete it". */
export function actOnPage(write: WriteEntry, act: Act): string {
	const { words }: ResourceDescription = resources[write.resource];
	const sentence = actInWords({ ...write, of: undefined }, act, false);
	const it = write.of ? "" : (words.it ?? "it");
	return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)} ${it}`.trim();
}

/** Whether only the name was changed. */
export function isRenamed({ operation, changes }: Pick<AuditEntry, "operation" | "changes">): boolean {
	const namePart = writeEntry(operation)?.namePart;
	return namePart !== undefined && changes.join() === `~${namePart}`;
}

/** The page of the written resource; null where a create failed, and for a deleted one. */
export function targetPage({ operation, outcome, target }: AuditEntry): string | null {
	const entry = writeEntry(operation);
	if (!entry || (entry.isCreate && outcome !== "done")) return null;
	return entry.isDelete && outcome === "done" ? null : pageOf(entry.resource, target);
}
