import type { FormAction } from "./keep-input";

/**
 * An action whose result may hold a secret, for `useActionState`: the previous result is never sent back, neither by the
 * browser's scripts nor in the hidden fields of a form that works without them.
 */
export function withoutSecrets<State>(action: FormAction<State>, empty: Awaited<State>): FormAction<State> {
	if (typeof window === "undefined") return action;
	return (_, form) => action(empty, form);
}
