import "server-only";
import { setImmediate as afterOthers } from "node:timers/promises";
import { type Kysely, type RawBuilder, sql } from "kysely";
import { repeatedWork } from "@/lib/process/repeated-work";
import { dashboardConfig } from "../config";
import { EXCHANGES_KEPT_HOURS } from "../exchanges/exchanges";
import { DELIVERIES_KEPT_DAYS } from "../log-stream/deliveries";
import { logger } from "../logger";
import { UNDECIDED } from "../proposals/proposal";
import { BULK_EDIT_KEPT_HOURS } from "./bulk-edits";
import { dashboardDatabase, fromNow } from "./dashboard-database";
import type { DashboardSchema } from "./schema";
import { GONE_TEMPLATES_KEPT_DAYS } from "./template-versions";

const HOUR_MS = 3600 * 1000;
/** Per statement, so that other writes wait for no more than these. */
const ROWS_MAX = 500;

/**
 * Removes expired rows, in the background. A table that fails does not keep the others from it.
 * @throws Error of the first table that failed, once all were tried
 */
export async function pruneStore(): Promise<void> {
	const database = await dashboardDatabase();
	const hoursAgo = (hours: number) => fromNow(-hours * HOUR_MS);
	const trail = hoursAgo(dashboardConfig().auditRetentionDays * 24);
	const deliveries = hoursAgo(Math.min(DELIVERIES_KEPT_DAYS, dashboardConfig().auditRetentionDays) * 24);
	const undecided = sql.join(UNDECIDED);
	const removals = [
		() => removeTrail(database, trail),
		() => removeBefore(database, "log_events", "sequence", "at", trail),
		() => removeBefore(database, "webhook_deliveries", "id", "at", deliveries),
		() => removeBefore(database, "console_tokens", "id", "expires_at", trail),
		() => removeBefore(database, "exchanges", "id", "at", hoursAgo(EXCHANGES_KEPT_HOURS)),
		() => removeBefore(database, "sessions", "id_hash", "expires_at", hoursAgo(0)),
		() => removeBefore(database, "claimed_roles", "subject", "signed_in_at", trail),
		() => removeBefore(database, "flash_messages", "id", "until", hoursAgo(0)),
		() => removeBefore(database, "unconfirmed_creates", "digest", "until", hoursAgo(0)),
		() => removeBefore(database, "application_creates", "digest", "until", hoursAgo(0)),
		() => removeBefore(database, "sign_in_tests", "id", "until", hoursAgo(0)),
		() => removeBefore(database, "wallet_requests", "id", "until", hoursAgo(0)),
		() => removeBefore(database, "bulk_edits", "id", "created_at", hoursAgo(BULK_EDIT_KEPT_HOURS)),
		() => removeBefore(database, "proposals", "id", "changed_at", trail, sql`and state not in (${undecided})`),
		() => pruneVersions(database, hoursAgo),
	];
	const failures: unknown[] = [];
	for (const remove of removals) await remove().catch((error: unknown) => failures.push(error));
	if (failures.length > 0) throw failures[0];
}

/**
 * Who reads the trail line by line is told where lines are missing: the number of the last one that was removed is kept. What an
 * accepted proposal has sent stays until it is finished: whoever goes on with it sends nothing of that again.
 */
async function removeTrail(database: Kysely<DashboardSchema>, before: string): Promise<void> {
	const only = sql`and not exists (select 1 from proposals where proposals.id = proposal and state = 'applying')`;
	const newest = sql`(select max(line) from audit_trail where at < ${before} ${only})`;
	await sql`update log_sequence set last = ${newest} where id = 'removed lines' and last < ${newest}`.execute(database);
	await removeBefore(database, "audit_trail", "id", "at", before, only);
}

/** The newest version of a template that exists is always kept, and for a while that of one that is gone. */
async function pruneVersions(database: Kysely<DashboardSchema>, hoursAgo: (hours: number) => string): Promise<void> {
	const retention = hoursAgo(dashboardConfig().auditRetentionDays * 24);
	const gone = hoursAgo(GONE_TEMPLATES_KEPT_DAYS * 24);
	await removeBefore(database, "template_writes", "audit_id", "at", gone);
	await removePurposes(database, gone);
	await removeBefore(database, "template_versions", "id", "at", retention, sql`and is_newest = 0`);
	const [both = gone] = [retention, gone].toSorted();
	await removeBefore(database, "template_versions", "id", "at", both, sql`and is_newest = 1 and is_gone = 1`);
}

/** Removes the purposes of templates that are gone since then. */
async function removePurposes(database: Kysely<DashboardSchema>, before: string): Promise<void> {
	const gone = sql`
		select template_purposes.template_id from template_versions
		join template_purposes on template_purposes.template_id = template_versions.template_id
		where is_newest = 1 and is_gone = 1 and at < ${before} limit ${ROWS_MAX}`;
	await repeated(database, sql`delete from template_purposes where template_id in (${gone})`);
}

async function removeBefore<Table extends keyof DashboardSchema>(
	database: Kysely<DashboardSchema>,
	table: Table,
	key: keyof DashboardSchema[Table] & string,
	time: keyof DashboardSchema[Table] & string,
	before: string,
	/** Only those rows: the rest of a condition. */
	only = sql``,
): Promise<void> {
	const old = sql`
		select ${sql.ref(key)} from ${sql.table(table)} where ${sql.ref(time)} < ${before} ${only} limit ${ROWS_MAX}`;
	await repeated(database, sql`delete from ${sql.table(table)} where ${sql.ref(key)} in (${old})`);
}

/** Runs a removal of at most `ROWS_MAX` rows until none are left. */
async function repeated(database: Kysely<DashboardSchema>, removal: RawBuilder<unknown>): Promise<void> {
	for (;;) {
		const { numAffectedRows = 0n } = await removal.execute(database);
		if (numAffectedRows < ROWS_MAX) return;
		await afterOthers();
	}
}

const FIRST_AFTER_MS = 60_000;
const AGAIN_AFTER_MS = 3600_000;

/** Prunes the store soon after the start and then every hour. */
export const pruning = repeatedWork("pruning", FIRST_AFTER_MS, async () => {
	await pruneStore().catch((error: unknown) => {
		logger.warn({ err: error }, "old rows could not be removed; it is tried again in an hour");
	});
	return AGAIN_AFTER_MS;
});
