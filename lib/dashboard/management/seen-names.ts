import "server-only";
import { processWide } from "@/lib/process/process-wide";
import { requirePermission } from "../session/session";
import { lastLabel } from "./seen";

const seen = processWide("seen-names", () => new Map<string, string>());
/** More than the applications that are listed: their names would take the place of all others. */
const SEEN_MAX = 20_000;

/** Names by identifier, of all resources, from recent responses to any admin; sends no request. @throws SessionError */
export async function seenNames(): Promise<ReadonlyMap<string, string>> {
	await requirePermission("look");
	return seen.get();
}

export function nameSeen(id: string): string | null {
	return seen.get().get(id) ?? null;
}

/** Notes nothing where the name or the user's is not known: an identifier is no name. */
export function noteOwnedName(id: string, name: string | null | undefined, userId: string): void {
	const user = lastLabel(userId);
	if (name && user !== null) noteName(id, ownedName(name, user));
}

/** "Member portal of jose@example.org": a token by its application, a session by its device. */
export function ownedName(name: string, user: string): string {
	return `${name} of ${user}`;
}

/** Stores a name for pages that have only the identifier; beyond the maximum in place of the oldest. */
export function noteName(id: string, name: string | null | undefined): void {
	if (!name) return;
	const names = seen.get();
	names.delete(id);
	names.set(id, name);
	const [oldest] = names.keys();
	if (names.size > SEEN_MAX && oldest !== undefined) names.delete(oldest);
}
