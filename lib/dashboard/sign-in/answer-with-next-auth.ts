import "server-only";
import type { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { nextAuthOptions } from "./next-auth-options";
import { secretOfSignIn } from "./secret-of-sign-in";

/**
 * next-auth's route handler; what it refuses is told on the sign-in page.
 * @param step path after `/api/auth/`, for example `["callback", "identity-service"]`
 */
export async function answerWithNextAuth(request: NextRequest, step: string[]): Promise<Response> {
	const answer: Response = await NextAuth(
		request,
		{ params: { nextauth: step } },
		nextAuthOptions(await secretOfSignIn(request)),
	);
	if (answer.status < 400) return answer;
	return new Response(null, { status: 303, headers: { location: "/sign-in?error=Configuration" } });
}
