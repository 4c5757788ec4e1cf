import type { KoaContextWithOIDC } from "oidc-provider";
import { storeFailureCode } from "../../http/store-failure";

/** What a caller is told when something broke: never the cause. 503 where the store refused, so that it may try again. */
export function failureAnswer(error: unknown): { status: number; error: string; description: string } {
	return storeFailureCode(error) === null
		? { status: 500, error: "server_error", description: "An internal server error occurred" }
		: {
				status: 503,
				error: "temporarily_unavailable",
				description: "The service cannot use its store at the moment.",
			};
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
