import "server-only";
import { processWide } from "@/lib/process/process-wide";

const lastPlace = processWide("ordered-id", () => ({ at: "", count: 0 }));

/**
 * An identifier that sorts by time; those of one millisecond in the order in which this process made them.
 * @param at ISO 8601 UTC, now
 * @param end makes it unique
 */
export function orderedId(at: string, end: string): string {
	const last = lastPlace.get();
	const count = last.at === at ? last.count + 1 : 0;
	lastPlace.set({ at, count });
	return `${at}-${String(count).padStart(3, "0")}-${end}`;
}
