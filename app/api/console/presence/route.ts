import type { NextRequest } from "next/server";
import { json, respondFor } from "@/app/_forms/json-response";
import { metadataAccess } from "@/lib/dashboard/management/metadata-holders";
import { outcomeOf } from "@/lib/dashboard/problem/problem-of";
import { requirePermission } from "@/lib/dashboard/session/session";

/** Whether a token or session still exists: polled after its end was requested. */
export function GET({ nextUrl }: NextRequest): Promise<Response> {
	const resource = nextUrl.searchParams.get("resource") === "session" ? "session" : "refresh token";
	return respondFor(requirePermission("look"), resource, async () => {
		const { problem } = await outcomeOf(metadataAccess[resource].read(nextUrl.searchParams.get("id") ?? ""), resource);
		if (!problem) return json({ state: "present" });
		return problem.about === "missing" ? json({ state: "gone" }) : json({ problem }, 502);
	});
}
