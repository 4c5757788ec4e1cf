import type { NextRequest } from "next/server";
import { keysInUse } from "@/app/(console)/refresh-tokens/_metadata/rows/keys-in-use";
import { listUserRefreshTokens } from "@/lib/dashboard/management/refresh-tokens";
import { outcomeOf } from "@/lib/dashboard/problem/problem-of";
import { requireRole } from "@/lib/dashboard/session/session";

/**
 * The metadata keys on a user's tokens but one, as far as one page of them tells. They only help with typing: where the
 * service does not give the list there are none, and nothing is said.
 */
export async function GET({ nextUrl }: NextRequest): Promise<Response> {
	const session = await outcomeOf(requireRole("viewer"), "user");
	if (session.problem) return answer([], 401);
	const userId = nextUrl.searchParams.get("user") ?? "";
	const tokenId = nextUrl.searchParams.get("token") ?? "";
	const outcome = await outcomeOf(listUserRefreshTokens(userId), "user");
	return answer(outcome.problem ? [] : keysInUse(outcome.value.tokens, tokenId), 200);
}

function answer(keys: string[], status: number): Response {
	return Response.json({ keys }, { status, headers: { "cache-control": "private, no-store" } });
}
