import type { NextRequest } from "next/server";
import { json, respondFor } from "@/app/_forms/json-response";
import type { TokenSearchResponse } from "@/app/(console)/refresh-tokens/client-results";
import { findTokens } from "@/app/(console)/refresh-tokens/find-tokens";
import { outcomeOf } from "@/lib/dashboard/problem/problem-of";
import { searchFault } from "@/lib/dashboard/search-text";
import { requirePermission } from "@/lib/dashboard/session/session";

/** The search as it is typed. A problem is a 200 response as well: the page shows it. */
export function GET({ nextUrl }: NextRequest): Promise<Response> {
	return respondFor(requirePermission("look"), "refresh token", async () => {
		const text = nextUrl.searchParams.get("q")?.trim() ?? "";
		const fault = searchFault(text);
		if (text === "" || fault) return json({ problem: { title: "Nothing to search for", message: fault ?? "" } }, 400);
		const found = await outcomeOf(findTokens(text), "refresh token");
		const response: TokenSearchResponse = found.problem ? { problem: found.problem } : { result: found.value };
		return json(response);
	});
}
