import {
	unstable_isUnrecognizedActionError as isUnrecognizedAction,
	unstable_rethrow as rethrow,
} from "next/navigation";
import { lastWrite, noteWrite } from "@/components/layout/last-write";
import type { Problem } from "@/lib/dashboard/problem/problem";

const outOfDate: Problem = {
	title: "This page is out of date",
	message:
		"The console was updated since you opened it, so nothing was sent. What you typed is still here: copy what you need, then reload the page.",
};

const noResponse: Problem = {
	title: "Not confirmed",
	message:
		"The console did not answer, so we can't tell whether the change was made. Check in a new tab before you try again: this page is as you left it.",
};

/** The end of a refusal by this console's server (lib/server): it was sent before anything was done. */
const REFUSED = /Nothing was changed\./;

export type FormAction<State> = (state: Awaited<State>, form: FormData) => Promise<State>;

/**
 * The action of a form, for `useActionState`: a failed request is a problem beside the form instead of an error page in
 * its place, and all pages from before it are read again when they are shown (components/layout/fresh-pages). On the server
 * it is the action itself, so that the form works without scripts.
 * @param kept what the result of a failed request keeps: of the result before, or of what was sent
 * @param unconfirmed the problem where there was no response
 */
export function keepInput<State extends { problem?: Problem }>(
	action: FormAction<State>,
	kept: (state: Awaited<State>, form: FormData) => Omit<State, "problem">,
	unconfirmed = noResponse,
): FormAction<State> {
	if (typeof window === "undefined") return action;
	return async (state, form) => {
		const before = lastWrite();
		try {
			return await action(state, form);
		} catch (error) {
			// A redirect, or the like.
			rethrow(error);
			return { ...kept(state, form), problem: problemOf(error) ?? unconfirmed } as State;
		} finally {
			// A response with a page has named the write itself.
			if (lastWrite() === before) noteWrite();
		}
	};
}

/**
 * An action whose result may hold a secret, for `useActionState`: the previous result is never sent back, neither by the
 * browser's scripts nor in the hidden fields of a form that works without them.
 */
export function withoutSecrets<State>(action: FormAction<State>, empty: Awaited<State>): FormAction<State> {
	if (typeof window === "undefined") return action;
	return (_, form) => action(empty, form);
}

/** Null where there was no response that says what has become of the request. */
function problemOf(error: unknown): Problem | null {
	if (isUnrecognizedAction(error)) return outOfDate;
	// Next takes the error's message from a response in plain text.
	const words = error instanceof Error ? error.message.trim() : "";
	return REFUSED.test(words) ? notCarriedOut(words) : null;
}

/** The problem of a refusal by this console's server (lib/server), which was sent before anything was done. */
export function notCarriedOut(words: string): Problem {
	return { title: "Not carried out", message: `${words} What you typed is still here.` };
}
