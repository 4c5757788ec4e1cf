import "server-only";
import { databaseErrorCode } from "@/lib/database/error-codes";
import { ManagementError, StoreError, WriteRefused } from "../management/call/errors";
import { problemOfRead } from "../problem/problem-of";
import { SessionError } from "../session/session";
import { type Asked, admitToken, refused } from "./admit-token";
import type { TokenRow } from "./console-tokens";

const TRY_AGAIN_SECONDS = 5;

/**
 * Responds to a program with a read token that works and has the rights. Whatever fails is said as JSON: 503 with
 * `Retry-After` where a later request may succeed, as where the console's store does not answer.
 */
export async function respondToProgram(
	headers: Headers,
	asked: Asked,
	respond: (token: TokenRow) => Promise<Response>,
): Promise<Response> {
	try {
		const { token, refusal } = await admitToken(headers, asked);
		return refusal ?? (await respond(token));
	} catch (error) {
		const { status, message, headers: others } = failureInWords(error);
		return refused(status, message, others);
	}
}

type Failure = { status: number; message: string; headers?: Record<string, string> };

/** The status and the words of an error, without its details, which go to the log. The tenant is read for templates alone. */
export function failureInWords(error: unknown): Failure {
	const { title, message, reference } = problemOfRead(error, "template");
	const words = [`${title}.`, message, ...(reference ? [`(${reference})`] : [])].filter(Boolean).join(" ");
	const later = (seconds: number) => ({
		status: 503,
		message: words,
		headers: { "retry-after": String(Math.ceil(seconds)) },
	});
	if (error instanceof ManagementError && error.kind === "rate-limited") return later(error.retryAfterSeconds ?? 1);
	if (error instanceof ManagementError || error instanceof WriteRefused) return { status: 502, message: words };
	if (error instanceof SessionError) return { status: 403, message: words };
	if (error instanceof StoreError || databaseErrorCode(error)) return later(TRY_AGAIN_SECONDS);
	return { status: 500, message: words };
}
