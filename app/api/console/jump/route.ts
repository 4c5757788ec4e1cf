import type { NextRequest } from "next/server";
import { json, respondFor } from "@/app/_forms/json-response";
import { findJumpUsers, readJumpStart } from "@/app/_frame/read-jump";
import { outcomeOf } from "@/lib/dashboard/problem/problem-of";
import { searchFault } from "@/lib/dashboard/search-text";
import { requirePermission } from "@/lib/dashboard/session/session";

/**
 * What the palette searches in, and with `q` the users that match a text. A problem is a 200 response as well: the palette
 * shows it.
 */
export function GET({ nextUrl }: NextRequest): Promise<Response> {
	return respondFor(requirePermission("look"), "user", async ({ subject }) => {
		const text = nextUrl.searchParams.get("q")?.trim();
		if (text === undefined) return json(await readJumpStart(subject));
		const fault = searchFault(text);
		if (text === "" || fault) return json({ problem: { title: "Nothing to search for", message: fault ?? "" } }, 400);
		const { value, problem } = await outcomeOf(findJumpUsers(text), "user");
		return json(problem ? { problem } : value);
	});
}
