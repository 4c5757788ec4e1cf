import type { AuditEntry } from "@/lib/dashboard/audit/audit-entry";
import { writeEntry } from "@/lib/dashboard/resources/writes";
import { blockingInWords } from "../users/_user/describe-user-change";

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
	const blocking = blockingInWords(entry);
	if (blocking) return { did: name === null ? `${blocking} user` : blocking, ...target };
	// A name needs no kind beside it. A token's or session's name is only that of what it belongs to, and one of the log
	// stream whatever an editor chose, so their kind stays.
	const isOwnName = !(write.isDelete && ["refresh token", "session"].includes(write.resource));
	const keepsKind = name === null || !isOwnName || write.permission === "setLogStream";
	const kind = keepsKind ? "" : ` ${write.resource}`;
	const words = (text: string) => text.replace(kind, "");
	if (!isRenamed(entry)) return { did: isDone ? words(write.done) : `tried to ${words(write.tried)}`, ...target };
	const renaming = entry.values.find(({ part }) => part === write.namePart);
	const [before, after] = [renaming?.before, renaming?.after];
	const did = isDone ? "renamed" : "tried to rename";
	if (typeof before !== "string" || typeof after !== "string") return { did, ...target };
	return { did, target: before, isName: true, to: after };
}

/** Whether only the name was changed. */
export function isRenamed({ operation, changes }: AuditEntry): boolean {
	const namePart = writeEntry(operation)?.namePart;
	return namePart !== undefined && changes.join() === `~${namePart}`;
}
