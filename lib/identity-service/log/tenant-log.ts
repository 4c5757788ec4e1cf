import type { IdentityService, TenantLog } from "../context/identity-service";
import { logFailure } from "../http/failure";
import type { IdentityServiceDatabase, LogEntryRow } from "../store/schema";
import { logEntryRow, type NewLogEntry } from "./log-entry";

const WRITTEN_WITHIN_MILLISECONDS = 1_000;

type ServiceParts = Pick<IdentityService, "config" | "database" | "now">;

/** The tenant's log, as the requests of this instance write it. */
export class StoredLog implements TenantLog {
	readonly #service: ServiceParts;
	#waiting: LogEntryRow[] = [];
	#timer: NodeJS.Timeout | null = null;

	constructor(service: ServiceParts) {
		this.#service = service;
	}

	async record(transaction: IdentityServiceDatabase, entry: NewLogEntry): Promise<void> {
		const row = logEntryRow(this.#service.config, entry, this.#service.now());
		await transaction.insertInto("log_entries").values(row).execute();
	}

	add(entry: NewLogEntry): void {
		this.#waiting.push(logEntryRow(this.#service.config, entry, this.#service.now()));
		this.#timer ??= setTimeout(() => {
			this.flush().catch((error: unknown) => logFailure("writing the log", error));
		}, WRITTEN_WITHIN_MILLISECONDS).unref();
	}

	async flush(): Promise<void> {
		if (this.#timer) clearTimeout(this.#timer);
		this.#timer = null;
		const rows = this.#waiting;
		this.#waiting = [];
		if (rows.length > 0) await this.#service.database.insertInto("log_entries").values(rows).execute();
	}
}
