import { AsyncLocalStorage } from "node:async_hooks";
import { processWide } from "./process-wide.ts";

/** A value that lives as long as one request of a browser: an action and the page that follows share it. */
export type RequestWide<Value> = {
	/** Made by the first caller; outside of any request made anew by each call. */
	get: () => Value;
	/** Without effect outside of any request. */
	set: (value: Value) => void;
};

/** What the server knows of a page, an action or a handler of the dashboard while it runs. */
export type PageRequest = {
	/** Set by a page that found nothing: pages of Next can't set the status of their response. */
	isMissing: boolean;
	/** Why the page could not read the store: the end of a sentence that begins with "The store". */
	storeFault: string | null;
	/** Its slot among the requests that are processed at the same time; null where it needs none. */
	slot: Slot | null;
};

export type Slot = {
	/**
	 * Gives the slot to other requests while a piece of work does nothing but wait.
	 * @param refusal what is thrown, with the work not begun, where too many requests wait like that already
	 */
	releaseDuring: <Result>(work: () => Promise<Result>, refusal: () => Error) => Promise<Result>;
};

const context = processWide("request-context", () => new AsyncLocalStorage<Map<string, unknown>>());
const current = requestWide<PageRequest | null>("page-request", () => null);

/** Runs what responds to one request. */
export function runRequest<Result>(respond: () => Result): Result {
	return context.get().run(new Map(), respond);
}

/** Holds a value once per request, across bundles. All that give the same name share the same value. */
export function requestWide<Value>(name: string, initial: () => Value): RequestWide<Value> {
	return {
		get: () => {
			const values = context.get().getStore();
			if (!values) return initial();
			if (!values.has(name)) values.set(name, initial());
			return values.get(name) as Value;
		},
		set: (value) => void context.get().getStore()?.set(name, value),
	};
}

/** Runs what renders a page; what the page marks is on `page` before the first byte is sent. */
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

/** Waits for the tenant without a slot. @throws what `refusal` returns where too many requests wait already */
export function waitForTenant<Result>(work: () => Promise<Result>, refusal: () => Error): Promise<Result> {
	const slot = current.get()?.slot;
	return slot ? slot.releaseDuring(work, refusal) : work();
}
