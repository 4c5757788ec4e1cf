import { databaseErrorCode, isDatabaseError, storeFailureOf } from "@/lib/database/error-codes";
import { Refusal } from "./refusal";

/** What an operation does after its commit has failed. The change itself is saved. */
class FailureAfterCommit extends Error {
	override name = "FailureAfterCommit";
	readonly code: string | null;
	constructor(cause: unknown) {
		super("A step after the commit failed.", { cause });
		this.code = databaseErrorCode(cause);
		if (cause instanceof Error && cause.stack) this.stack = cause.stack;
	}
}

/** For what an operation does after its commit: its failure is not reported as "Nothing was saved". */
export async function afterCommit<Result>(work: () => Promise<Result>): Promise<Result> {
	try {
		return await work();
	} catch (error) {
		throw new FailureAfterCommit(error);
	}
}

/**
 * The refusal for an unexpected error: fixed sentences, never the cause, except for a store that can't be used, so that
 * its operator learns of it. 503 then, so that the caller may try again.
 */
export function failureRefusal(cause: unknown): Refusal {
	if (databaseErrorCode(cause) === null) {
		const text = "Something went wrong in the service. Try again in a moment.";
		return new Refusal(500, "server_error", "An internal server error occurred", { cause, page: { text } });
	}
	const failure = storeFailureOf(cause);
	const text = failure
		? `The service's store ${failure}. No one can sign in until that is fixed.`
		: "The service cannot use its store. Try again in a moment.";
	const message = "The service cannot use its store at the moment.";
	return new Refusal(503, "temporarily_unavailable", message, { cause, page: { text } });
}

/**
 * The same for the management interface, which states whether a change was saved: after a refused write it was not;
 * after a lost connection or a failed sync or commit that is unknown.
 */
export function managementFailure(cause: unknown): Refusal {
	if (databaseErrorCode(cause) === null) return new Refusal(500, null, "An internal server error occurred", { cause });
	const message =
		isDatabaseError(cause, "notWritten") && !(cause instanceof FailureAfterCommit)
			? "The service cannot use its store at the moment. Nothing was saved."
			: "The service lost its store while working. Check whether the change was saved.";
	return new Refusal(503, null, message, { cause });
}

/** Logs the kind of the error and where it arose. Its message is left out: it may quote what the caller sent. */
export function logFailure(endpoint: string, error: unknown): void {
	const kind = error instanceof Error ? error.name : typeof error;
	const stack = error instanceof Error ? (error.stack ?? "") : "";
	const place = stack.split("\n").find((line) => /^\s+at /.test(line)) ?? "";
	const code = databaseErrorCode(error) ?? "";
	process.stderr.write(`identity-service: ${endpoint} failed: ${kind} ${code} ${place.trim()}\n`);
}

/** Logs for the operator why a message between parties was refused. */
export function logRefusal(endpoint: string, { message, details: { facts = [] } }: Refusal): void {
	const more = facts.map(
		({ label, values }) => ` ${label}: ${values.map((value) => JSON.stringify(value)).join(", ")}.`,
	);
	process.stderr.write(`identity-service: ${endpoint} refused: ${message}${more.join("")}\n`);
}
