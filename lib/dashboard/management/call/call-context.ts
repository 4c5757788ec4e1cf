import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";

/** One call of the dashboard to the service, in one or more exchanges (a token, a refusal, a retry). */
export type CallContext = {
	/** For whom the call is made: an admin, the command line or the console itself. */
	subject: string;
	/** Identifies the call in error messages, the log and the list of exchanges. */
	reference: string;
	/** The request of the browser that the call belongs to; null outside of any. */
	requestId: string | null;
};

const context = new AsyncLocalStorage<CallContext>();

/** Eight hexadecimal digits. */
export function newReference(): string {
	return randomBytes(4).toString("hex");
}

export function inCall<Result>(call: CallContext, run: () => Promise<Result>): Promise<Result> {
	return context.run(call, run);
}

export function currentCall(): CallContext | undefined {
	return context.getStore();
}

/** Of the current call, or a new one. */
export function referenceOfCall(): string {
	return context.getStore()?.reference ?? newReference();
}
