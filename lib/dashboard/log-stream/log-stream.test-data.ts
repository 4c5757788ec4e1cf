import { auditEntry, insertAuditEntry } from "../audit/audit-entry.test-data";
import { dashboardDatabase } from "../store/dashboard-database";
import { type EventKind, eventKinds } from "./event-types";
import { addWebhook } from "./webhook-writes";

/** Writes rows of the audit trail, one millisecond apart, whose targets are the numbers from `first` on. */
export async function writeTrail(first: number, count: number, given: Parameters<typeof auditEntry>[0] = {}) {
	for (let index = first; index < first + count; index += 1) {
		const at = new Date(Date.parse("2026-01-01T00:00:00Z") + index).toISOString();
		await insertAuditEntry(auditEntry({ id: `${at}-${index}`, at, target: `vct_${index}`, ...given }));
	}
}

/** @returns its identifier and its secret */
export async function newWebhook(
	url: string,
	kinds: readonly EventKind[] = eventKinds.filter((kind) => kind !== "stream"),
) {
	return addWebhook({ name: "Receiver", url, kinds });
}

export async function storedEvents() {
	const database = await dashboardDatabase();
	const rows = await database.selectFrom("log_events").selectAll().orderBy("sequence").execute();
	return rows.map(({ body, ...row }) => ({ ...row, event: JSON.parse(body) }));
}
