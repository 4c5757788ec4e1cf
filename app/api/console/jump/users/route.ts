import type { NextRequest } from "next/server";
import { json, respondFor } from "@/app/_forms/json-response";
import { JUMP_TEXT_LENGTH_MAX, type JumpUsersResponse } from "@/app/_palette/jump-option";
import { findJumpUsers } from "@/app/_palette/read-jump";
import { outcomeOf } from "@/lib/dashboard/problem/problem-of";
import { requirePermission } from "@/lib/dashboard/session/session";

/** The users that match a text in the palette. A problem is a 200 response as well: the palette shows it. */
export function GET({ nextUrl }: NextRequest): Promise<Response> {
	return respondFor(requirePermission("look"), "user", async () => {
		const text = nextUrl.searchParams.get("q")?.trim() ?? "";
		if (text === "" || text.length > JUMP_TEXT_LENGTH_MAX) {
			const message = `Type up to ${JUMP_TEXT_LENGTH_MAX} characters.`;
			return json({ problem: { title: "Nothing to search for", message } }, 400);
		}
		const found = await outcomeOf(findJumpUsers(text), "user");
		const response: JumpUsersResponse = found.problem ? { problem: found.problem } : { users: found.value };
		return json(response);
	});
}
