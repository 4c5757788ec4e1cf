/**
 * An action whose answer may hold a secret, for `useActionState`: the answer before it is never sent back, neither by the
 * browser's scripts nor in the hidden fields of a form that works without them.
 */
export function withoutSecrets<State>(
	action: (state: Awaited<State>, form: FormData) => Promise<State>,
	empty: Awaited<State>,
): (state: Awaited<State>, form: FormData) => Promise<State> {
	if (typeof window === "undefined") return action;
	return (_, form) => action(empty, form);
}
