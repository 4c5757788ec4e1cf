import type { NextRequest } from "next/server";
import { json, respondFor } from "@/app/_forms/json-response";
import { keysInUse } from "@/app/(console)/_metadata/rows/keys-in-use";
import { listUserRefreshTokens } from "@/lib/dashboard/management/refresh-tokens";
import { outcomeOf } from "@/lib/dashboard/problem/problem-of";
import { requirePermission } from "@/lib/dashboard/session/session";

/**
 * The metadata keys on the first page of a user's other tokens. They are only suggestions: where the service fails to list
 * the tokens there are none, without an error.
 */
export function GET({ nextUrl }: NextRequest): Promise<Response> {
	return respondFor(requirePermission("look"), "user", async () => {
		const userId = nextUrl.searchParams.get("user") ?? "";
		const tokenId = nextUrl.searchParams.get("token") ?? "";
		const tokens = await outcomeOf(listUserRefreshTokens(userId), "user");
		return json({ keys: tokens.problem ? [] : keysInUse(tokens.value.tokens, tokenId) });
	});
}
