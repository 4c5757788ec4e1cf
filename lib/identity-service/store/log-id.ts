import { randomInt } from "node:crypto";

/** The version of the identifiers; the time follows. */
export const LOG_ID_START = "900";

let last = { milliseconds: 0, count: 0 };

/**
 * An identifier by which the log is ordered: its version, the time to the millisecond, a counter within that, and a random end,
 * because another instance may count at the same moment. Decimal digits.
 */
export function newLogId(at: Date): string {
	const milliseconds = at.getTime();
	last = { milliseconds, count: milliseconds === last.milliseconds ? last.count + 1 : 0 };
	const random = String(randomInt(1_000_000)).padStart(6, "0");
	return `${logIdsFrom(at)}${String(last.count % 1_000_000).padStart(6, "0")}${random}`;
}

/** The beginning of the identifiers of that millisecond: those of earlier entries are less than it. */
export function logIdsFrom(at: Date): string {
	return `${LOG_ID_START}${at.toISOString().replaceAll(/\D/g, "")}`;
}
