import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";

/** One call of the dashboard to the service: it may take several exchanges (a token, a refusal, a repetition). */
export type CallContext = {
	/** The admin for whom the call is made. */
	subject: string;
	/** Names the call in error messages, the log and the list of exchanges. */
	reference: string;
	/** The request of the browser that the call belongs to. */
	requestId: string | null;
};

const context = new AsyncLocalStorage<CallContext>();

/** Eight hexadecimal digits, short enough to be read out. */
export function newReference(): string {
	return randomBytes(4).toString("hex");
}

/** Runs a call with its context; everything that it awaits sees the same one. */
export function inCall<Answer>(call: CallContext, run: () => Promise<Answer>): Promise<Answer> {
	return context.run(call, run);
}

/** The call that is under way here, if any. */
export function currentCall(): CallContext | undefined {
	return context.getStore();
}

/** The reference of the call that is under way, or a new one outside of any. */
export function referenceOfCall(): string {
	return context.getStore()?.reference ?? newReference();
}
