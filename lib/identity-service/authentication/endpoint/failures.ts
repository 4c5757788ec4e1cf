import type { KoaContextWithOIDC } from "oidc-provider";
import { storeFaultOf } from "@/lib/database/store-fault";
import { storeFailureCode } from "../../http/store-failure";

type FailureAnswer = {
	status: number;
	/** Code and sentence in the shape of RFC 6749 section 5.2. */
	error: string;
	description: string;
	/** What a person reads instead, where there is more to say. */
	words?: string;
};

/**
 * What a caller is told when something broke: never the cause, but for a store that can't be used, so that whoever runs
 * it hears of it. 503 then, so that the caller may try again.
 */
export function failureAnswer(error: unknown): FailureAnswer {
	if (storeFailureCode(error) === null) {
		return { status: 500, error: "server_error", description: "An internal server error occurred" };
	}
	const description = "The service cannot use its store at the moment.";
	const fault = storeFaultOf(error);
	const words = fault ? { words: `The service's store ${fault}. Nobody can sign in until that is mended.` } : {};
	return { status: 503, error: "temporarily_unavailable", description, ...words };
}

/** What the library's page for a failed sign-in says. */
export function failurePage(out: { error: string; error_description?: string }, error: unknown) {
	if (out.error !== "server_error") return out;
	const answer = failureAnswer(error);
	return { error: answer.error, error_description: answer.words ?? answer.description };
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
	const code = storeFailureCode(error) ?? "";
	process.stderr.write(`identity-service: ${path} failed: ${kind} ${code} ${place ?? ""}\n`);
}

/** Gives the library's own "server error" the same words and status. */
export function shapeFailure(ctx: KoaContextWithOIDC, error: unknown): void {
	logFailure(ctx.oidc.route, error);
	const answer = failureAnswer(error);
	ctx.body = { error: answer.error, error_description: answer.description };
	ctx.status = answer.status;
}
