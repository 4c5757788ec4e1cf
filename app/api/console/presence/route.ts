import type { NextRequest } from "next/server";
import { json, respondFor } from "@/app/_forms/json-response";
import { readWatched, type Watched, wasThere } from "@/app/(console)/_revocation/watched";
import { ManagementError } from "@/lib/dashboard/management/call/errors";
import { metadataAccess } from "@/lib/dashboard/management/metadata-holders";
import { outcomeOf } from "@/lib/dashboard/problem/problem-of";
import { requirePermission, whileUnattended } from "@/lib/dashboard/session/session";

/**
 * Whether a token or session, or any of a user, still exists: pages request it on their own after the end was requested, so
 * it is no activity of the admin.
 */
export function GET({ nextUrl }: NextRequest): Promise<Response> {
	return whileUnattended(() =>
		respondFor(requirePermission("look"), "session", async () => {
			const watched = readWatched(nextUrl.searchParams);
			if (!watched) return json({ problem: { title: "Nothing to look for", message: "No identifier was sent." } }, 400);
			let status = 502;
			const looking = look(watched).catch((error: unknown) => {
				status = statusOf(error);
				throw error;
			});
			const { value: isPresent, problem } = await outcomeOf(looking, watched.resource);
			if (!problem) return json({ state: isPresent ? "present" : "gone" });
			return problem.about === "missing" ? json({ state: "gone" }) : json({ problem }, status);
		}),
	);
}

async function look(watched: Watched): Promise<boolean> {
	const { read, listOfUser } = metadataAccess[watched.resource];
	if (!("allOf" in watched)) {
		await read(watched.id);
		return true;
	}
	const { items, unreadable, next } = await listOfUser(watched.allOf);
	if (unreadable > 0 || (items.length > 0 && next !== null)) return true;
	return items.some(({ createdAt }) => wasThere(createdAt, watched.until));
}

/** 403: no later request will tell either. */
function statusOf(error: unknown): number {
	if (!(error instanceof ManagementError)) return 502;
	if (error.kind === "rate-limited") return 429;
	return ["scope", "forbidden", "credentials"].includes(error.kind) ? 403 : 502;
}
