import { AsyncLocalStorage } from "node:async_hooks";
import { processWide } from "./process-wide.ts";

/** A value of one request of a browser: an action and the page that follows share it. */
export type RequestWide<Value> = {
	/** Created by the first caller; outside of any request created anew by each call. */
	get: () => Value;
	/** Without effect outside of any request. */
	set: (value: Value) => void;
	/** The next `get` creates it anew. */
	forget: () => void;
};

/** The server's state of a page, an action or a handler of the dashboard while it runs. */
export type PageRequest = {
	/** Set by a page that found nothing: pages of Next can't set the status of their response. */
	isMissing: boolean;
	/** Why the page could not read the store: the end of a sentence that begins with "The store". */
	storeFault: string | null;
};

const context = processWide("request-context", () => new AsyncLocalStorage<Map<string, unknown>>());
const current = requestWide<PageRequest | null>("page-request", () => null);

/** Runs the function that responds to one request. */
export function runRequest<Result>(respond: () => Result): Result {
	return context.get().run(new Map(), respond);
}

/** Holds a value once per request, across bundles. All callers with the same name share the same value. */
export function requestWide<Value>(name: string, initial: () => Value): RequestWide<Value> {
	return {
		get: () => {
			const values = context.get().getStore();
			if (!values) return initial();
			if (!values.has(name)) values.set(name, initial());
			return values.get(name) as Value;
		},
		set: (value) => void context.get().getStore()?.set(name, value),
		forget: () => void context.get().getStore()?.delete(name),
	};
}

/** Runs the function that renders a page; the page's marks are on `page` before the first byte is sent. */
export function runPage<Result>(page: PageRequest, render: () => Result): Result {
	return runRequest(() => {
		current.set(page);
		return render();
	});
}

/** Marks the page that is rendered as one that found nothing. */
export function markMissing(): void {
	const page = current.get();
	if (page) page.isMissing = true;
}

/** Marks the page that is rendered as broken off because the store can't be read. */
export function markStoreFault(fault: string): void {
	const page = current.get();
	if (page) page.storeFault = fault;
}
