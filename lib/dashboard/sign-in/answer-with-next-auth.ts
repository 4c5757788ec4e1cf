import "server-only";
import type { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { waitForTenant } from "@/lib/process/request-context";
import { logInRequest } from "../request/request-id";
import { nextAuthOptions } from "./next-auth-options";
import { secretOfSignIn } from "./secret-of-sign-in";

/**
 * next-auth's route handler; what it refuses is told on the sign-in page.
 * @param step path after `/api/auth/`, for example `["callback", "identity-service"]`
 */
export async function answerWithNextAuth(request: NextRequest, step: string[]): Promise<Response> {
	const tooMany = new Error("Too many wait for the tenant.");
	const options = nextAuthOptions(await secretOfSignIn(request));
	const answer = await waitForTenant<Response>(
		() => NextAuth(request, { params: { nextauth: step } }, options),
		() => tooMany,
	).catch((error: unknown) => {
		if (error !== tooMany) throw error;
		logInRequest("warn", { reason: tooMany.message }, "sign-in failed");
		return notCompleted();
	});
	return answer.status < 400 ? answer : notCompleted();
}

function notCompleted(): Response {
	return new Response(null, { status: 303, headers: { location: "/sign-in?error=Configuration" } });
}
