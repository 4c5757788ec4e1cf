import "server-only";
import type { ChangeLine } from "@/app/_editor/change-line";
import { CHANGES_SHOWN, type PastChange } from "@/app/_editor/history-list";
import { type AuditEntry, isOfUser } from "@/lib/dashboard/audit/audit-entry";
import { auditOfTarget, auditOfUser } from "@/lib/dashboard/audit/audit-store";
import { ownedName, seenNames } from "@/lib/dashboard/management/seen-names";
import { pageOf, type ResourceName, resourceTitle } from "@/lib/dashboard/resources/resources";
import { writeEntry, writesOfResource } from "@/lib/dashboard/resources/writes";
import { requirePermission } from "@/lib/dashboard/session/session";
import { changeLines } from "./change-lines";
import { personName } from "./person";

/**
 * The changes of one resource through this console, newest first: as many as are listed and one more, which shows that there
 * are more. @throws SessionError
 */
export async function historyOf(resource: ResourceName, id: string): Promise<PastChange[]> {
	return pastChanges(() => auditOfTarget(writesOfResource(resource), id, CHANGES_SHOWN + 1), changeLines);
}

/**
 * The same of a user, with what was done to sessions and refresh tokens of theirs.
 * @param owned those that the tenant lists as the user's, by identifier: to find rows of versions that did not store users
 */
export async function historyOfUser(id: string, owned: readonly string[] = []): Promise<PastChange[]> {
	return pastChanges(
		() => auditOfUser(id, owned, CHANGES_SHOWN + 1),
		(entry, names) => {
			const kind = writeEntry(entry.operation)?.resource ?? "user";
			const lines = changeLines(entry, names);
			if (kind === "user") return lines;
			const which = `${resourceTitle(kind)} ${nameApart(entry)}`;
			return lines.map((line) => ({
				...line,
				what: `${which}: ${line.what.charAt(0).toLowerCase()}${line.what.slice(1)}`,
			}));
		},
	);
}

/** The name of a session or token without its user's, as far as the row tells them apart; else the identifier. */
function nameApart({ name, target, userLabel }: AuditEntry): string {
	const end = userLabel === null ? "" : ownedName("", userLabel);
	return name?.endsWith(end) ? name.slice(0, name.length - end.length) : (name ?? target);
}

function isEdit({ operation, outcome }: AuditEntry): boolean {
	return (
		(operation.startsWith("patch_") || ["set_template_purpose", "change_webhook"].includes(operation)) &&
		(outcome === "done" || outcome === "unknown")
	);
}

type Names = ReadonlyMap<string, string>;

async function pastChanges(
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
		isOwn: entry.subject === subject,
		isEdit: isEdit(entry),
	}));
}
