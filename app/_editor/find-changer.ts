import "server-only";
import type { OperationName } from "@/lib/contract/operations";
import type { AuditEntry } from "@/lib/dashboard/audit/audit-entry";
import { auditOfTarget } from "@/lib/dashboard/audit/audit-pages";
import { getSession } from "@/lib/dashboard/session/session";
import type { ChangedBy } from "./changed-by";

const LOOKED_AT = 5;
/** The trail tells when a write began: what a page was opened before may have begun that long ago. */
const WRITE_MS_MAX = 10_000;

/**
 * Who changed a thing since it was opened.
 * @param writes the operations that may have
 * @param openedAt ISO 8601 UTC, by the console's clock
 * @returns undefined where the trail can't be read
 */
export async function findChanger(
	writes: readonly OperationName[],
	id: string,
	openedAt: string,
): Promise<ChangedBy | undefined> {
	if (Number.isNaN(Date.parse(openedAt))) return undefined;
	try {
		const session = await getSession();
		const began = new Date(Date.parse(openedAt) - WRITE_MS_MAX).toISOString();
		const isSince = ({ at, subject, outcome }: AuditEntry) =>
			(outcome === "done" || outcome === "unknown") && at > (subject === session?.subject ? openedAt : began);
		const found = (await auditOfTarget(writes, id, LOOKED_AT)).find(isSince);
		if (!found) return null;
		const { person, personName, subject, at } = found;
		return { person: personName || person, isOneself: subject === session?.subject, at };
	} catch {
		return undefined;
	}
}
