import type { NextRequest } from "next/server";
import { json, respondFor } from "@/app/_forms/json-response";
import { readWatched, type Watched } from "@/app/(console)/_end/watched";
import { metadataAccess } from "@/lib/dashboard/management/metadata-holders";
import { outcomeOf } from "@/lib/dashboard/problem/problem-of";
import { requirePermission } from "@/lib/dashboard/session/session";

/** Whether a token or session, or any of a user, still exists: polled after the end was requested. */
export function GET({ nextUrl }: NextRequest): Promise<Response> {
	return respondFor(requirePermission("look"), "session", async () => {
		const watched = readWatched(nextUrl.searchParams);
		if (!watched) return json({ problem: { title: "Nothing to look for", message: "No identifier was sent." } }, 400);
		const { value: isPresent, problem } = await outcomeOf(look(watched), watched.resource);
		if (!problem) return json({ state: isPresent ? "present" : "gone" });
		return problem.about === "missing" ? json({ state: "gone" }) : json({ problem }, 502);
	});
}

async function look(watched: Watched): Promise<boolean> {
	const { read, listOfUser } = metadataAccess[watched.resource];
	if ("allOf" in watched) return (await listOfUser(watched.allOf)).holders.length > 0;
	await read(watched.id);
	return true;
}
