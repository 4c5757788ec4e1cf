import { inTransaction, isClosed } from "@/lib/database/in-transaction";
import { outsideRequests } from "@/lib/process/process-wide";
import type { IdentityService, TenantLog } from "../context/identity-service";
import type { NewLogEntry } from "../context/new-log-entry";
import { isShared } from "../context/service-request";
import { logFailure } from "../http/failure";
import { areStored, removeUsersOfDeletedConnections } from "../store/log-entries";
import { newLogId } from "../store/log-id";
import type { IdentityServiceDatabase } from "../store/schema";
import { SuccessCounts, storeEntries, type WaitingEntry } from "./counted-entries";
import { logEntryRow } from "./log-entry";

const WRITTEN_WITHIN_MILLISECONDS = 1_000;
const ENTRIES_A_WRITE = 500;
/** What has waited longer has the time of its write, and its own in the details: a reader by checkpoint may be beyond that. */
const LATE_MILLISECONDS = 5_000;
/** What is added while so many wait, since the store accepts none, is counted alone. */
const WAITING_MAX = 10_000;

type ServiceParts = Pick<IdentityService, "config" | "database" | "secrets" | "now">;

/** The tenant's log, as the requests of this instance write it. */
export class StoredLog implements TenantLog {
	readonly #service: ServiceParts;
	readonly #waiting: WaitingEntry[] = [];
	readonly #successes = new SuccessCounts();
	/** What the last write had, if that failed: it may have been committed without a response. */
	#failed: readonly WaitingEntry[] | null = null;
	#notRecorded = 0;
	/** The writes so far, one after the other. It never fails. */
	#written: Promise<void> = Promise.resolve();
	#timer: NodeJS.Timeout | null = null;
	#isFailing = false;

	constructor(service: ServiceParts) {
		this.#service = service;
	}

	async record(transaction: IdentityServiceDatabase, entries: NewLogEntry | readonly NewLogEntry[]): Promise<void> {
		const waiting = [entries].flat().map((entry) => this.#waitingEntry(entry));
		await storeEntries(transaction, this.#service.secrets, waiting);
	}

	add(entry: NewLogEntry): void {
		if (this.#waiting.length >= WAITING_MAX) this.#notRecorded += 1;
		else this.#waiting.push(this.#waitingEntry(entry));
		const isSoon = this.#waiting.length === ENTRIES_A_WRITE && !this.#isFailing;
		// Neither a part of the request that adds nor of its transaction.
		outsideRequests(() => this.#writeIn(isSoon ? 0 : WRITTEN_WITHIN_MILLISECONDS, { again: isSoon }));
	}

	flush(): Promise<void> {
		this.#written = outsideRequests(() => this.#written.then(() => this.#writeAll()));
		return this.#written;
	}

	#waitingEntry(entry: NewLogEntry): WaitingEntry {
		const address = entry.request?.user.address ?? null;
		const row = logEntryRow(this.#service.config, entry, this.#service.now());
		const counted = address === null || isShared(address) ? null : address;
		const waiting = { row, address: counted, isCounted: entry.isCounted ?? false };
		return { ...waiting, isCounted: waiting.isCounted || this.#successes.isExcess(waiting) };
	}

	/** @param again in place of what was to happen later */
	#writeIn(milliseconds: number, { again }: { again: boolean }): void {
		if (this.#timer && !again) return;
		if (this.#timer) clearTimeout(this.#timer);
		this.#timer = setTimeout(() => void this.flush(), milliseconds).unref();
	}

	/** What fails waits, and is written by the next one. A failure is logged until a write succeeds, once. */
	async #writeAll(): Promise<void> {
		if (this.#timer) clearTimeout(this.#timer);
		this.#timer = null;
		try {
			// What is added meanwhile has a timer of its own.
			for (let left = this.#waiting.length; left > 0; ) left -= await this.#writeSome();
			this.#isFailing = false;
		} catch (error) {
			// The process has written what it had before it closed its database.
			if (isClosed(this.#service.database)) return;
			if (!this.#isFailing) logFailure("writing the log", error);
			this.#isFailing = true;
			outsideRequests(() => this.#writeIn(WRITTEN_WITHIN_MILLISECONDS, { again: false }));
		}
	}

	/** @returns how many entries */
	async #writeSome(): Promise<number> {
		const { database, secrets } = this.#service;
		const failed = this.#failed;
		const entries = failed ?? this.#waiting.slice(0, ENTRIES_A_WRITE);
		this.#failed = entries;
		await inTransaction(database, async (transaction) => {
			const rows = entries.map(({ row }) => row);
			if (failed && (await areStored(transaction, rows))) return;
			this.#moveLate(entries);
			await removeUsersOfDeletedConnections(transaction, rows);
			await storeEntries(transaction, secrets, entries);
		});
		this.#failed = null;
		this.#waiting.splice(0, entries.length);
		this.#countNotRecorded();
		return entries.length;
	}

	#moveLate(entries: readonly WaitingEntry[]): void {
		const now = this.#service.now();
		for (const { row } of entries) {
			if (now.getTime() - Date.parse(row.date) <= LATE_MILLISECONDS) continue;
			const { details, ...rest } = JSON.parse(row.rest ?? "{}");
			row.rest = JSON.stringify({ ...rest, details: { occurred_at: row.date, ...details } });
			row.log_id = newLogId(now);
			row.date = now.toISOString();
		}
	}

	#countNotRecorded(): void {
		if (this.#notRecorded === 0) return;
		const count = this.#notRecorded;
		this.#notRecorded = 0;
		const description = `${count} ${count === 1 ? "entry was" : "entries were"} not recorded`;
		this.add({ type: "w", request: null, description, details: { count } });
	}
}
