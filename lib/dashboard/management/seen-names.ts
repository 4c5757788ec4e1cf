import "server-only";
import { processWide } from "@/lib/process/process-wide";
import { requireRole } from "../session/session";

/** Names by identifier. */
export type SeenNames = ReadonlyMap<string, string>;

const seen = processWide("seen-names", () => new Map<string, string>());
const SEEN_MAX = 2_000;

/** Names of applications and connections that were seen lately, whoever asked for them: nothing is asked for here. @throws SessionError */
export async function seenNames(): Promise<SeenNames> {
	await requireRole("viewer");
	return seen.get();
}

/** For what tells of a thing by its identifier without asking for its name. */
export function noteName(id: string, name: string | null | undefined): void {
	const names = seen.get();
	if (names.size >= SEEN_MAX) names.clear();
	if (name) names.set(id, name);
}
