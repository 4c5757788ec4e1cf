import { databaseErrorCode, isDatabaseError } from "@/lib/database/error-codes";
import { Refusal } from "./refusal";

/** What an operation does after its commit has failed. The change itself is saved. */
class FailureAfterCommit extends Error {
	override name = "FailureAfterCommit";
	readonly code: string | null;
	constructor(cause: unknown) {
		super("What follows the commit failed.", { cause });
		this.code = databaseErrorCode(cause);
		if (cause instanceof Error && cause.stack) this.stack = cause.stack;
	}
}

/** For what an operation does after its commit: its failure is not answered as "Nothing was saved". */
export async function afterCommit<Result>(work: () => Promise<Result>): Promise<Result> {
	try {
		return await work();
	} catch (error) {
		throw new FailureAfterCommit(error);
	}
}

/**
 * What the caller is told when something broke: fixed sentences, never the cause. After a refused write nothing is
 * saved; after a lost connection, a failed sync or a commit that cannot be known.
 */
export function internalRefusal(error: unknown): Refusal {
	const code = databaseErrorCode(error);
	if (code === null) return new Refusal(500, "An internal server error occurred");
	return isDatabaseError(error, "notWritten") && !(error instanceof FailureAfterCommit)
		? new Refusal(503, "The service cannot use its store at the moment. Nothing was saved.")
		: new Refusal(503, "The service lost its store while it worked. Look up whether the change was saved.");
}
