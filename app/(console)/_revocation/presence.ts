import "server-only";
import { lackedScopes } from "@/lib/dashboard/management/call/access-token";
import { ManagementError } from "@/lib/dashboard/management/call/errors";
import { getUserSession } from "@/lib/dashboard/management/sessions";

/** Whether a session still exists, which only a read by its identifier tells. */
export type Presence = "there" | "ended" | "unknown";

/** An optional part of a page: it is not waited for longer than this. */
export const OPTIONAL_PART_WITHIN_MS = 3_000;

/** With one request; with none where the console lacks the scope. @throws SessionError */
export async function presenceOf(id: string): Promise<Presence> {
	if (lackedScopes("get_sessions_by_id").length > 0) return "unknown";
	try {
		await getUserSession(id, OPTIONAL_PART_WITHIN_MS);
		return "there";
	} catch (error) {
		if (!(error instanceof ManagementError)) throw error;
		return error.kind === "not-found" ? "ended" : "unknown";
	}
}

/** Each is one request, so no more are made for one page: the others are not known. */
const ASKED_MAX = 10;

/** The same of several, by identifier. @throws SessionError */
export async function presenceOfEach(ids: Iterable<string>): Promise<ReadonlyMap<string, Presence>> {
	const asked = [...new Set(ids)].slice(0, ASKED_MAX);
	return new Map(await Promise.all(asked.map(async (id) => [id, await presenceOf(id)] as const)));
}
