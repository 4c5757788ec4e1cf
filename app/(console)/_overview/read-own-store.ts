import "server-only";
import { newestAuditEntries, unknownOutcomes } from "@/lib/dashboard/audit/audit-pages";
import { listOwnExchanges } from "@/lib/dashboard/exchanges/exchanges";
import { seenNames } from "@/lib/dashboard/management/seen-names";
import { listUnfinishedBulkEdits } from "@/lib/dashboard/store/bulk-edits";
import { lastConnectionCheck } from "@/lib/dashboard/store/connection-checks";
import { listOpenedTokens } from "@/lib/dashboard/store/opened-refresh-tokens";

const RECENT_CHANGES = 8;
/** What nobody has looked into by then has lost its point. */
const UNKNOWN_DAYS = 7;
const UNKNOWN_SHOWN = 5;

/** What the overview shows from the console's own store, and names that it has seen. @throws SessionError */
export async function readOwnStore(subject: string) {
	const [check, bulkEdits, unknown, failed, tokens, changes, seen] = await Promise.all([
		lastConnectionCheck(),
		listUnfinishedBulkEdits(subject),
		unknownOutcomes(UNKNOWN_DAYS, UNKNOWN_SHOWN),
		listOwnExchanges("failed"),
		listOpenedTokens(subject),
		newestAuditEntries(RECENT_CHANGES),
		seenNames(),
	]);
	return { check, bulkEdits, unknown, failedCalls: failed.length, tokens, changes, seen };
}
