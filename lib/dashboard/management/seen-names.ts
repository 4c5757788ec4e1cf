import "server-only";
import { processWide } from "@/lib/process/process-wide";
import { requireRole } from "../session/session";

/** Names by identifier. */
export type SeenNames = ReadonlyMap<string, string>;

const seen = processWide("seen-names", () => new Map<string, string>());
const SEEN_MAX = 2_000;

/**
 * Names of templates, refresh tokens, applications and identity providers that were seen lately, whoever asked for them:
 * nothing is asked for here. @throws SessionError
 */
export async function seenNames(): Promise<SeenNames> {
	await requireRole("viewer");
	return seen.get();
}

/** What was seen lately under this identifier; null where nothing was. */
export function nameSeen(id: string): string | null {
	return seen.get().get(id) ?? null;
}

/** What a refresh token is called where no more is known of it than its application and its user. */
export function noteTokenName(id: string, application: string, user: string): void {
	noteName(id, tokenNameOf(application, user));
}

/** "Member portal of jose@example.org". */
export function tokenNameOf(application: string, user: string): string {
	return `${application} of ${user}`;
}

/** For what tells of a thing by its identifier without asking for its name. */
export function noteName(id: string, name: string | null | undefined): void {
	const names = seen.get();
	if (names.size >= SEEN_MAX) names.clear();
	if (name) names.set(id, name);
}
