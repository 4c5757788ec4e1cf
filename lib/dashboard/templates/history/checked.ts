import "server-only";
import { processWide } from "@/lib/process/process-wide";

/** What a read showed, when the store was asked whether that is the newest version, and when a read last showed it. */
type Checked = { digest: string; at: number; seenFrom: number };

/** By template and the names of what was read: a list may omit properties. */
const checked = processWide("checked-templates", () => new Map<string, Map<string, Checked>>());
const TEMPLATES_MAX = 5_000;
/** Another instance may have noted another version since. */
const CHECKED_MS = 60_000;

/**
 * Whether this is known to be the newest version, so that the store need not be asked.
 * @param seenFrom when the read began
 */
export function isChecked(templateId: string, shape: string, digest: string, seenFrom: number): boolean {
	const found = checked.get().get(templateId)?.get(shape);
	if (!found || found.digest !== digest || found.at < seenFrom - CHECKED_MS) return false;
	found.seenFrom = Math.max(found.seenFrom, seenFrom);
	return true;
}

export function noteChecked(templateId: string, shape: string, digest: string, seenFrom: number): void {
	const all = checked.get();
	const shapes = all.get(templateId) ?? new Map<string, Checked>();
	shapes.set(shape, { digest, at: Date.now(), seenFrom });
	// The first of the map is the one that was noted longest ago.
	all.delete(templateId);
	all.set(templateId, shapes);
	const [oldest] = all.size > TEMPLATES_MAX ? all.keys() : [];
	if (oldest !== undefined) all.delete(oldest);
}

/** When a read last showed a state that was the newest version; null where this process does not know. */
export function lastSeenFrom(templateId: string): number | null {
	const times = [...(checked.get().get(templateId)?.values() ?? [])].map(({ seenFrom }) => seenFrom);
	return times.length > 0 ? Math.max(...times) : null;
}

/** Another version is the newest now. */
export function forgetChecked(templateId: string): void {
	checked.get().delete(templateId);
}
