import type { NextRequest } from "next/server";
import { json, respondFor } from "@/app/_forms/json-response";
import type { TokenSearchResponse } from "@/app/(console)/refresh-tokens/_find/client-results";
import { findTokens } from "@/app/(console)/refresh-tokens/_find/find-tokens";
import { outcomeOf } from "@/lib/dashboard/problem/problem-of";
import { requirePermission } from "@/lib/dashboard/session/session";

const TEXT_LENGTH_MAX = 300;

/** The search as it is typed. A problem is a 200 response as well: the page shows it. */
export function GET({ nextUrl }: NextRequest): Promise<Response> {
	return respondFor(requirePermission("look"), "refresh token", async () => {
		const text = nextUrl.searchParams.get("q")?.trim() ?? "";
		if (text === "" || text.length > TEXT_LENGTH_MAX) {
			const problem = { title: "Nothing to search for", message: `Type up to ${TEXT_LENGTH_MAX} characters.` };
			return json({ problem }, 400);
		}
		const found = await outcomeOf(findTokens(text), "refresh token");
		const response: TokenSearchResponse = found.problem ? { problem: found.problem } : { result: found.value };
		return json(response);
	});
}
