import { AsyncLocalStorage } from "node:async_hooks";
import { processWide } from "./process-wide.ts";

/** A value that lives as long as one request of a browser is answered: an action and the page that follows share it. */
export type RequestWide<Value> = {
	/** Made by the first who asks; outside of any request by everybody for themselves. */
	get: () => Value;
	/** Without effect outside of any request. */
	set: (value: Value) => void;
};

const answered = processWide("answered-request", () => new AsyncLocalStorage<Map<string, unknown>>());

/** Runs what answers one request. */
export function answerRequest<Result>(answer: () => Result): Result {
	return answered.get().run(new Map(), answer);
}

/** Holds a value once per request, across bundles. Whoever gives the same name shares the same value. */
export function requestWide<Value>(name: string, initial: () => Value): RequestWide<Value> {
	return {
		get: () => {
			const values = answered.get().getStore();
			if (!values) return initial();
			if (!values.has(name)) values.set(name, initial());
			return values.get(name) as Value;
		},
		set: (value) => void answered.get().getStore()?.set(name, value),
	};
}
