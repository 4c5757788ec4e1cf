import { inTransaction } from "@/lib/database/in-transaction";
import { outsideRequests } from "@/lib/process/process-wide";
import type { IdentityService, TenantLog } from "../context/identity-service";
import type { NewLogEntry } from "../context/new-log-entry";
import { isShared } from "../context/service-request";
import { logFailure } from "../http/failure";
import type { IdentityServiceDatabase } from "../store/schema";
import { storeEntries, type WaitingEntry } from "./counted-failures";
import { logEntryRow } from "./log-entry";

const WRITTEN_WITHIN_MILLISECONDS = 1_000;
const ENTRIES_A_WRITE = 500;
/** What is added while so many wait, since the store accepts none, is counted alone. */
const WAITING_MAX = 10_000;

type ServiceParts = Pick<IdentityService, "config" | "database" | "secrets" | "now">;

/** The tenant's log, as the requests of this instance write it. */
export class StoredLog implements TenantLog {
	readonly #service: ServiceParts;
	readonly #waiting: WaitingEntry[] = [];
	#notRecorded = 0;
	/** The writes so far, one after the other. It never fails. */
	#written: Promise<void> = Promise.resolve();
	#timer: NodeJS.Timeout | null = null;
	#isFailing = false;

	constructor(service: ServiceParts) {
		this.#service = service;
	}

	async record(transaction: IdentityServiceDatabase, entry: NewLogEntry): Promise<void> {
		await storeEntries(transaction, this.#service.secrets, [this.#waitingEntry(entry)]);
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
		return {
			row: logEntryRow(this.#service.config, entry, this.#service.now()),
			address: address === null || isShared(address) ? null : address,
		};
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
			for (let left = this.#waiting.length; left > 0; left -= ENTRIES_A_WRITE) await this.#writeSome();
			this.#isFailing = false;
		} catch (error) {
			if (!this.#isFailing) logFailure("writing the log", error);
			this.#isFailing = true;
			outsideRequests(() => this.#writeIn(WRITTEN_WITHIN_MILLISECONDS, { again: false }));
		}
	}

	async #writeSome(): Promise<void> {
		const { database, secrets } = this.#service;
		const entries = this.#waiting.slice(0, ENTRIES_A_WRITE);
		await inTransaction(database, (transaction) => storeEntries(transaction, secrets, entries));
		this.#waiting.splice(0, entries.length);
		if (this.#notRecorded === 0) return;
		const count = this.#notRecorded;
		this.#notRecorded = 0;
		const description = `${count} ${count === 1 ? "entry was" : "entries were"} not recorded`;
		this.add({ type: "w", request: null, description, details: { count } });
	}
}
