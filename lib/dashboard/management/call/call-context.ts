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

/** The context of a new call, in a request or outside of any. @param subject for whom it is made */
export async function newCall(subject: string): Promise<CallContext> {
	return { subject, reference: newReference(), requestId: await requestId() };
}

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

const REQUEST_ID_HEADER = "x-request-id";

/** The identifier of the browser's request, from the proxy or the server; null outside of any request. */
export async function requestId(): Promise<string | null> {
	// Loaded by the first request: the logger imports this module, and the server starts with it.
	const [{ headers }, { unstable_rethrow }] = await Promise.all([import("next/headers"), import("next/navigation")]);
	try {
		return (await headers()).get(REQUEST_ID_HEADER);
	} catch (error) {
		// What the framework throws for itself, while it renders.
		unstable_rethrow(error);
		return null;
	}
}
