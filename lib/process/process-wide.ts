import { AsyncLocalStorage } from "node:async_hooks";

/** A value that lives once per process. */
export type ProcessWide<Value> = {
	/** Created by the first caller. An error of that is thrown to the caller, and the next one tries again. */
	get: () => Value;
	set: (value: Value) => void;
	/** The next `get` creates it anew. */
	forget: () => void;
};

type Shared = {
	values: Map<string, unknown>;
	/** Runs a function in the asynchronous context that the process started in. */
	outsideRequests: ReturnType<typeof AsyncLocalStorage.snapshot>;
};

// Every bundle, every hot reload and the server, which is not bundled, has its own copy of this module; with a registered
// symbol they share one store.
const key = Symbol.for("identity-console.process");
const holder = globalThis as { [key]?: Shared };
holder[key] ??= { values: new Map(), outsideRequests: AsyncLocalStorage.snapshot() };
const { values } = holder[key];

/** Runs a function so that its result retains nothing of the request in which this is called. */
export const { outsideRequests } = holder[key];

/**
 * Holds a value once per process, across bundles and hot reload. All callers with the same name share the same value.
 * @param initial creates the value outside of any request, so that it retains nothing of the first caller's
 */
export function processWide<Value>(name: string, initial: () => Value): ProcessWide<Value> {
	return {
		get: () => {
			if (!values.has(name)) values.set(name, outsideRequests(initial));
			return values.get(name) as Value;
		},
		set: (value) => void values.set(name, value),
		forget: () => void values.delete(name),
	};
}

/** For tests: the process is as it was when it started. */
export function forgetProcessWideValues(): void {
	values.clear();
}
