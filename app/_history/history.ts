import { isolated } from "@/lib/contract/name-or-id";
import "server-only";
import type { Names } from "@/app/_editor/kinds/words";
import { type AuditEntry, isOfUser, personName } from "@/lib/dashboard/audit/audit-entry";
import { auditOfTarget } from "@/lib/dashboard/audit/audit-trail";
import { reasonLinks } from "@/lib/dashboard/audit/reason-links";
import { actOnPage, isRenamed } from "@/lib/dashboard/audit/sentence";
import { type Act, act, actInWords } from "@/lib/dashboard/change-in-words";
import { listed, someOf } from "@/lib/dashboard/in-short";
import { seenNames } from "@/lib/dashboard/management/seen";
import type { Write } from "@/lib/dashboard/resources/describe-resource";
import { pageOf, type ResourceName } from "@/lib/dashboard/resources/resources";
import { writeEntry, writesOfResource } from "@/lib/dashboard/resources/writes";
import { requirePermission } from "@/lib/dashboard/session/session";
import { CHANGES_SHOWN, type ChangeLine, type PastChange } from "./history-list";
import { type DescribedChange, type DescribingEditor, describedChanges, isSigned } from "./trail";

/**
 * The changes of one resource through this console, newest first: as many as are listed and one more, which shows that there
 * are more.
 * @param editors all of the resource
 * @throws SessionError
 */
export async function historyOf(
	editors: readonly DescribingEditor[],
	resource: ResourceName,
	id: string,
): Promise<PastChange[]> {
	const read = () => auditOfTarget(writesOfResource(resource), id, CHANGES_SHOWN + 1);
	return pastChanges(read, (entry, names) => changeLines(editors, entry, names));
}

/** The writes that are read, as a history lists them. @throws SessionError */
export async function pastChanges(
	read: () => Promise<readonly AuditEntry[]>,
	lines: (entry: AuditEntry, names: Names) => ChangeLine[],
): Promise<PastChange[]> {
	const { subject } = await requirePermission("look");
	const names = await seenNames();
	return (await read()).map((entry) => ({
		id: entry.id,
		at: entry.at,
		person: personName(entry),
		account: entry.person,
		authorPage: isOfUser(entry) ? pageOf("user", entry.subject) : null,
		outcome: entry.outcome,
		lines: lines(entry, names),
		reason: reasonLinks(entry.reason),
		...(entry.proposal && { proposal: entry.proposal }),
		...(entry.isEmergency && { isEmergency: entry.isEmergency }),
		isOwn: entry.subject === subject,
		isEdit: isEdit(entry) && (entry.outcome === "done" || entry.outcome === "unknown"),
	}));
}

/** Whether it writes what an editor edits. */
function isEdit({ operation }: AuditEntry): boolean {
	return operation.startsWith("patch_") || ["set_template_purpose", "change_webhook"].includes(operation);
}

/** The lines of one write; the others are shown when the last is expanded. */
const LINES_MAX = 20;

/** What a write did or tried to do, a line per change, as the preview said it: "Adds City", "Renames it to “B” (was “A”)". */
export function changeLines(editors: readonly DescribingEditor[], entry: AuditEntry, names: Names): ChangeLine[] {
	const { operation, changes, moreChanges, outcome } = entry;
	const write = writeEntry(operation);
	const isDone = outcome === "done";
	const described = describedChanges(editors, entry, names);
	const after = (act: Act) => actInWords(act, isDone);
	const listedParts = (parts: readonly DescribedChange[]) => {
		const words = parts.map(({ what }) => what);
		return listed(words, moreChanges);
	};
	if (write && (write.isCreate || write.byChange || (changes.length === 0 && (write.parts || !isEdit(entry))))) {
		const what = actOnPage(write, entry);
		const [createdWith] = editors.flatMap(({ trail }) => trail.createdWith ?? []);
		const members = write.isCreate ? described.filter(({ isMember }) => isMember) : [];
		return [{ what: createdWith && members.length > 0 ? `${what}, ${createdWith} ${listedParts(members)}` : what }];
	}
	if (changes.length === 0) return [{ what: after(act("save", "it without a change")) }];
	if (!write?.parts && !isSigned(entry)) return [{ what: after(act("save", `it with ${listedParts(described)}`)) }];
	const acts: Pick<DescribedChange, "act" | "whole">[] = write?.parts ? actsOfParts(write.parts, entry) : described;
	const lines = acts.map(({ act, whole }): ChangeLine => ({ what: after(act), whole: whole && after(whole) }));
	const others = lines.splice(LINES_MAX).map(({ what }) => what);
	const count = others.length + moreChanges;
	if (count === 0) return lines;
	return [...lines, { what: `${count.toLocaleString("en")} more changes`, whole: others.join("\n") || undefined }];
}

/** Of a write with its own words for its parts: "Allows it read:users, read:clients". */
function actsOfParts({ added, removed }: NonNullable<Write["parts"]>, entry: AuditEntry): { act: Act }[] {
	const names = isSigned(entry) ? entry.changes : entry.changes.map((name) => `+${name}`);
	return [["+", added] as const, ["-", removed] as const].flatMap(([sign, { verb, rest }]) => {
		const those = names.filter((name) => name.startsWith(sign)).map((name) => name.slice(1));
		return those.length > 0 ? [{ act: { verb, rest: `${rest} ${those.map(isolated).join(", ")}` } }] : [];
	});
}

const CHIPS_MAX = 3;
const CHIPS_LENGTH_MAX = 160;

/** The changes in a few words for the end of a sentence: "+ City, − Photo"; empty where the sentence is complete. */
export function changesInShort(editors: readonly DescribingEditor[], entry: AuditEntry, names: Names): string {
	const write = writeEntry(entry.operation);
	if (!write || write.isCreate || entry.outcome !== "done" || entry.changes.length === 0 || !isSigned(entry)) return "";
	// The sentence says it already.
	if (isRenamed(entry) || write.byChange?.[entry.changes.join()]) return "";
	// No line ends with a sign.
	const chips = describedChanges(editors, entry, names).map(({ chip }) => chip.replace(/^([+−]) /, "$1\u00a0"));
	const count = chips.length + entry.moreChanges;
	const text = someOf(chips, { max: count - CHIPS_MAX > 1 ? CHIPS_MAX : count, count });
	return text.length > CHIPS_LENGTH_MAX && count > 1 ? `${count.toLocaleString("en")} changes` : text;
}
