import { setImmediate as afterOthers } from "node:timers/promises";
import { repeatedWork } from "@/lib/process/repeated-work";
import { outboxStart } from "./clients/lifetimes";
import { epochSeconds } from "./context/clock";
import { logFailure } from "./http/failure";
import { deleteRetiredKeys } from "./keys/signing-keys";
import type { ServiceParts } from "./open-service-parts";
import { type ColumnOf, deleteSomeBefore, ROWS_A_STATEMENT, type SteppedTable } from "./store/delete-rows";
import { earliestOfLatest } from "./store/log-entries";
import { logIdsFrom } from "./store/log-id";
import { deleteExpiredRefreshTokens } from "./store/refresh-tokens";
import type { IdentityServiceSchema } from "./store/schema";
import { refillMilliseconds } from "./store/shared-rate-limiter";

type Parts = Pick<ServiceParts, "config" | "database" | "now">;

/** Deletes rows that have ended, at most `ROWS_A_STATEMENT`. @returns how many */
type Deletion = (service: Parts) => Promise<number>;

/** The moment in the unit of the column that it is compared with. */
type Moment = (service: Parts) => number | string;
const seconds = ({ now }: Parts) => epochSeconds(now());
const iso = ({ now }: Parts) => now().toISOString();
const startOfOutbox: Moment = ({ now }) => outboxStart(now());
/** Of the buckets that are full again. */
const lastFilled: Moment = ({ config, now }) => now().getTime() - refillMilliseconds(config.rateLimit);

function before<Table extends SteppedTable>(moment: Moment, table: Table, end: ColumnOf<Table>): Deletion {
	return (service) => deleteSomeBefore(service.database, table, end, moment(service));
}

/** Entries of the log are kept so long, and so many. */
const LOG_DAYS = 30;
const LOG_ENTRIES_MAX = 1_000_000;
/** The latest entries are counted so often: their number is known only by passing over them. */
const LOG_COUNTED_MILLISECONDS = 10 * 60_000;
const startsOfLog = new WeakMap<Parts["database"], { countedAt: number; start: string }>();

/** Deletes entries of the log that are too old, or too many. */
export async function deleteLogEntries(service: Parts, entriesMax = LOG_ENTRIES_MAX): Promise<number> {
	const { database, now } = service;
	const time = now().getTime();
	let counted = startsOfLog.get(database);
	if (!counted || Math.abs(time - counted.countedAt) >= LOG_COUNTED_MILLISECONDS) {
		counted = { countedAt: time, start: (await earliestOfLatest(database, entriesMax)) ?? "" };
		startsOfLog.set(database, counted);
	}
	const byAge = logIdsFrom(new Date(time - LOG_DAYS * 86_400_000));
	const start = [byAge, counted.start].toSorted().at(-1) ?? byAge;
	return deleteSomeBefore(database, "log_entries", "log_id", start);
}

/**
 * How the rows of each table end; null: only where what they stand for is deleted. Each end is part of the row, set when
 * that is written: `oidc_artifacts` has those of sessions, grants, codes, access tokens, open sign-in pages, and of what
 * is single use (DPoP proofs, assertions, messages), which end once they could not be accepted any more.
 *
 * A row may be found after its end: what reads it compares that with the time.
 */
const deletions: Record<keyof IdentityServiceSchema, Deletion | null> = {
	oidc_artifacts: before(seconds, "oidc_artifacts", "expires_at"),
	sessions: before(iso, "sessions", "idle_expires_at"),
	refresh_tokens: (service) => deleteExpiredRefreshTokens(service.database, iso(service), ROWS_A_STATEMENT),
	// An hour later: until then the log says that it has expired.
	login_codes: before((service) => seconds(service) - 3_600, "login_codes", "expires_at"),
	password_resets: before(seconds, "password_resets", "expires_at"),
	pending_sign_ups: before(seconds, "pending_sign_ups", "expires_at"),
	log_entries: (service) => deleteLogEntries(service),
	log_counts: before(seconds, "log_counts", "until"),
	login_failures: before(seconds, "login_failures", "until"),
	outbox_messages: before(startOfOutbox, "outbox_messages", "created_at"),
	// Without an index, which each counted request would have to write: the table has the callers of the last minutes.
	rate_buckets: before(lastFilled, "rate_buckets", "filled_at"),
	signing_keys: deleteRetiredKeys,
	users: null,
	user_phones: null,
	user_words: null,
	clients: null,
	connections: null,
	resource_servers: null,
	templates: null,
	kept_secrets: null,
	deleted_seeds: null,
	// Until the console has recorded it.
	console_grants: null,
};

/** Clocks of several machines differ: a replay must not be accepted because one of them has forgotten its first use. */
const DELAY_MILLISECONDS = 60_000;
/** Per table: a table with a backlog keeps the sweep from the others no longer. */
const STATEMENTS_A_SWEEP = 20;

/**
 * Deletes what has ended a minute ago, of each table at most `STATEMENTS_A_SWEEP` times `ROWS_A_STATEMENT` rows. Between the
 * statements the process does other work, and other statements run.
 * @param isStopped ends it after the statement in progress
 * @returns whether nothing is left
 * @throws the first error, after the other tables
 */
export async function sweepExpired(service: Parts, isStopped: () => boolean = () => false): Promise<boolean> {
	const failures: unknown[] = [];
	let isDone = true;
	const late = { ...service, now: () => new Date(service.now().getTime() - DELAY_MILLISECONDS) };
	for (const deleteSome of Object.values(deletions).filter((each) => each !== null)) {
		const isTableDone = await sweepTable(late, deleteSome, isStopped).catch((error: unknown) => {
			failures.push(error);
			return true;
		});
		isDone &&= isTableDone;
	}
	if (failures.length > 0) throw failures[0];
	return isDone;
}

async function sweepTable(service: Parts, deleteSome: Deletion, isStopped: () => boolean): Promise<boolean> {
	for (let statements = 0; statements < STATEMENTS_A_SWEEP; statements += 1) {
		if (isStopped()) return false;
		if ((await deleteSome(service)) < ROWS_A_STATEMENT) return true;
		await afterOthers();
	}
	return false;
}

const EVERY_MILLISECONDS = 60_000;
/** While there is a backlog. */
const BACKLOG_EVERY_MILLISECONDS = 1_000;

/** Sweeps a minute after the start and then every minute, on every instance. A failure is logged until one succeeds, once. */
export function expirySweep(service: Parts) {
	let isFailing = false;
	return repeatedWork("identity-service-expiry", EVERY_MILLISECONDS, async (isStopped) => {
		try {
			const isDone = await sweepExpired(service, isStopped);
			isFailing = false;
			return isDone ? EVERY_MILLISECONDS : BACKLOG_EVERY_MILLISECONDS;
		} catch (error) {
			if (!isFailing) logFailure("deletion of expired rows", error);
			isFailing = true;
			return EVERY_MILLISECONDS;
		}
	});
}
