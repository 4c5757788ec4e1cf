import type { KoaContextWithOIDC } from "oidc-provider";
import { databaseErrorCode, storeFailureOf } from "@/lib/database/error-codes";
import type { ProviderProblem } from "../../pages/provider-problem";

type FailureAnswer = {
	status: number;
	/** Code and sentence in the shape of RFC 6749 section 5.2. */
	error: string;
	description: string;
	/** What a person reads instead. */
	words: string;
};

/**
 * What a caller is told when something broke: never the cause, but for a store that can't be used, so that whoever runs
 * it hears of it. 503 then, so that the caller may try again.
 */
export function failureAnswer(error: unknown): FailureAnswer {
	if (databaseErrorCode(error) === null) {
		return {
			status: 500,
			error: "server_error",
			description: "An internal server error occurred",
			words: "Something went wrong in the service. Try again in a moment.",
		};
	}
	const description = "The service cannot use its store at the moment.";
	const fault = storeFailureOf(error);
	const words = fault
		? `The service's store ${fault}. Nobody can sign in until that is mended.`
		: "The service cannot use its store. Try again in a moment.";
	return { status: 503, error: "temporarily_unavailable", description, words };
}

/** What the page for a sign-in or sign-out that cannot go on says. @param out the library's answer to programs */
export function failurePage(out: { error: string; error_description?: string }, error: unknown): ProviderProblem {
	if (out.error === "server_error") {
		const answer = failureAnswer(error);
		return { error: answer.error, description: answer.words, kind: "failed" };
	}
	return { error: out.error, description: out.error_description ?? out.error, kind: kindOf(out, error) };
}

function kindOf(out: { error_description?: string }, error: unknown): ProviderProblem["kind"] {
	if (error instanceof Error && error.name === "SessionNotFound") return "expired";
	return out.error_description === "post_logout_redirect_uri not registered" ? "no-way-back" : "refused";
}

/** One line with the kind of the error and where it arose. Its message may quote what the caller sent: left out. */
export function logFailure(path: string, error: unknown): void {
	const kind = error instanceof Error ? error.name : typeof error;
	const place =
		error instanceof Error
			? error.stack
					?.split("\n")
					.find((line) => /^\s+at /.test(line))
					?.trim()
			: "";
	const code = databaseErrorCode(error) ?? "";
	process.stderr.write(`identity-service: ${path} failed: ${kind} ${code} ${place ?? ""}\n`);
}

/** Gives the library's own "server error" the same words and status. */
export function shapeFailure(ctx: KoaContextWithOIDC, error: unknown): void {
	logFailure(ctx.oidc.route, error);
	const answer = failureAnswer(error);
	ctx.body = { error: answer.error, error_description: answer.description };
	ctx.status = answer.status;
}
