import { isolated } from "@/lib/contract/name-or-id";
import "server-only";
import type { Names } from "@/app/_editor/kinds/words";
import { changeLines as linesOf, pastChanges, changesInShort as shortOf } from "@/app/_history/history";
import type { ChangeLine, PastChange } from "@/app/_history/history-list";
import type { DescribingEditor } from "@/app/_history/trail";
import { metadataEditor } from "@/app/(console)/_metadata/metadata-editor";
import { applicationEditors } from "@/app/(console)/applications/_edit/application-save";
import { connectionEditor } from "@/app/(console)/connections/_edit/connection-editor";
import { webhookEditor } from "@/app/(console)/log-stream/log-stream-editors";
import { templateEditor } from "@/app/(console)/templates/_edit/template-editor";
import type { AuditEntry } from "@/lib/dashboard/audit/audit-entry";
import { inSentence } from "@/lib/dashboard/change-in-words";
import { ownedName } from "@/lib/dashboard/management/seen";
import { type EditedResource, type MetadataResource, resourceTitle } from "@/lib/dashboard/resources/resources";
import { writeEntry } from "@/lib/dashboard/resources/writes";

/** The editors of each resource that has any. */
export const editors: Record<EditedResource | MetadataResource, readonly DescribingEditor[]> = {
	template: [templateEditor],
	application: applicationEditors,
	"identity provider": [connectionEditor],
	webhook: [webhookEditor],
	"refresh token": [metadataEditor],
	session: [metadataEditor],
};

function editorsOf({ operation }: AuditEntry): readonly DescribingEditor[] {
	const all: Partial<Record<string, readonly DescribingEditor[]>> = editors;
	return all[writeEntry(operation)?.resource ?? ""] ?? [];
}

/** What a write to any resource did, a line per change. @param names by identifier */
export function changeLines(entry: AuditEntry, names: Names): ChangeLine[] {
	return linesOf(editorsOf(entry), entry, names);
}

/** The same in a few words for the end of a sentence; empty where the sentence is complete. */
export function changesInShort(entry: AuditEntry, names: Names): string {
	return shortOf(editorsOf(entry), entry, names);
}

/** What was done to a user, and to sessions and refresh tokens of theirs, by the writes of the audit trail. */
export async function historyOfUser(writes: readonly AuditEntry[]): Promise<PastChange[]> {
	return pastChanges(
		async () => writes,
		(entry, names) => {
			const kind = writeEntry(entry.operation)?.resource ?? "user";
			const lines = changeLines(entry, names);
			if (kind === "user") return lines;
			const which = `${resourceTitle(kind)} ${isolated(nameApart(entry))}`;
			return lines.map(({ what, whole }) => ({
				what: `${which}: ${inSentence(what)}`,
				...(whole && { whole: `${which}: ${inSentence(whole)}` }),
			}));
		},
	);
}

/** The name of a session or token without its user's, as far as the row tells them apart; else the identifier. */
function nameApart({ name, target, userLabel }: AuditEntry): string {
	const end = userLabel === null ? "" : ownedName("", userLabel);
	return name?.endsWith(end) ? name.slice(0, name.length - end.length) : (name ?? target);
}
