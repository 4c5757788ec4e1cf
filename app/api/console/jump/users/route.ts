import type { NextRequest } from "next/server";
import { json, respondFor } from "@/app/_forms/json-response";
import type { JumpUsersResponse } from "@/app/_frame/jump-option";
import { findJumpUsers } from "@/app/_frame/read-jump";
import { outcomeOf } from "@/lib/dashboard/problem/problem-of";
import { searchFault } from "@/lib/dashboard/search-text";
import { requirePermission } from "@/lib/dashboard/session/session";

/** The users that match a text in the palette. A problem is a 200 response as well: the palette shows it. */
export function GET({ nextUrl }: NextRequest): Promise<Response> {
	return respondFor(requirePermission("look"), "user", async () => {
		const text = nextUrl.searchParams.get("q")?.trim() ?? "";
		const fault = searchFault(text);
		if (text === "" || fault) return json({ problem: { title: "Nothing to search for", message: fault ?? "" } }, 400);
		const found = await outcomeOf(findJumpUsers(text), "user");
		const response: JumpUsersResponse = found.problem ? { problem: found.problem } : found.value;
		return json(response);
	});
}
