import type { NextRequest } from "next/server";
import { json, respondFor } from "@/app/_forms/json-response";
import { readWatched, type Watched, wasThere } from "@/app/(console)/_revocation/watched";
import { ManagementError } from "@/lib/dashboard/management/call/errors";
import { metadataAccess } from "@/lib/dashboard/management/metadata-holders";
import { problemOfRead } from "@/lib/dashboard/problem/problem-of";
import { requirePermission, whileUnattended } from "@/lib/dashboard/session/session";

/**
 * Whether a token or session, or any of a user, still exists: pages request it on their own after the end was requested, so
 * it is no activity of the admin.
 */
export function GET({ nextUrl }: NextRequest): Promise<Response> {
	return whileUnattended(() =>
		respondFor(requirePermission("look"), "session", async () => {
			const watched = readWatched(nextUrl.searchParams);
			if (!watched) return json({ problem: { title: "Nothing to look for", message: "No ID was sent." } }, 400);
			try {
				return json({ state: (await isPresent(watched)) ? "present" : "gone" });
			} catch (error) {
				if (!(error instanceof ManagementError)) throw error;
				if (error.kind === "not-found") return json({ state: "gone" });
				return json({ problem: problemOfRead(error, watched.resource) }, statuses[error.kind] ?? 502);
			}
		}),
	);
}

/** 403: no later request will tell either. */
const statuses: Partial<Record<ManagementError["kind"], number>> = {
	"rate-limited": 429,
	scope: 403,
	forbidden: 403,
	credentials: 403,
};

async function isPresent(watched: Watched): Promise<boolean> {
	const { read, listOfUser } = metadataAccess[watched.resource];
	if ("id" in watched) return read(watched.id).then(() => true);
	const { items, unreadable, next } = await listOfUser(watched.allOf);
	if (unreadable > 0 || (items.length > 0 && next !== null)) return true;
	return items.some(({ createdAt }) => wasThere(createdAt, watched.until));
}
