import { getCurrentAppRouterState } from "next/dist/client/components/app-router-instance";
import { setCacheBustingSearchParam } from "next/dist/client/components/router-reducer/set-cache-busting-search-param";
import { prepareFlightRouterStateForRequest } from "next/dist/client/flight-data-helpers";

const REST_MS = 100;
/** How long a response may wait for its navigation. */
const FRESH_MS = 5_000;
/** Addresses of a page's scripts in its response, as attributes of elements. */
const SCRIPTS = /"(\/_next[^"]+js)",/g;

type Prefetched = { address: string; response: Promise<Response>; abort: AbortController };

/**
 * Requests the page of a link on which the pointer rests, or which has the focus, and uses the response for the navigation
 * that follows. The server decides whether it renders the page ahead; with a 204 it leaves that to the navigation.
 *
 * A response is used once. It is dropped after seconds, by every write and other navigation, and when the pointer or the
 * user leaves. Next's own prefetch would show the same page for at least 30 s, after a save as well. Next has no interface
 * for a single response: the request of its router is made here, and the response is what the router's `fetch` returns.
 * The page's scripts are fetched as well, so that the navigation finds them in the browser's cache.
 */
export function prefetchOnPointing(): void {
	// In development further headers bind every response to its own request.
	if (process.env.NODE_ENV !== "production") return;
	const { fetch } = window;
	let prefetched: Prefetched | null = null;
	/** Of the rest, then of the response. */
	let timeout: ReturnType<typeof setTimeout>;

	window.fetch = (input, init) => {
		const send = () => fetch(input, init);
		if (init?.method === "POST") {
			drop();
			// What was requested meanwhile may have been rendered before it.
			return send().finally(drop);
		}
		return responseFor(input, init)?.then((found) => (found.status === 200 ? found : send()), send) ?? send();
	};
	for (const type of ["pointermove", "focusin"]) window.addEventListener(type, onNear);
	window.addEventListener("blur", drop);

	function onNear({ target }: Event): void {
		const link = target instanceof Element && target.closest<HTMLAnchorElement>("a[data-page]");
		if (link && link.href === prefetched?.address) return;
		drop();
		if (link) timeout = setTimeout(() => prefetch(link), REST_MS);
	}

	function prefetch(link: HTMLAnchorElement): void {
		const state = getCurrentAppRouterState();
		const address = link.href;
		if (!state || address === location.href) return;
		const abort = new AbortController();
		const headers = {
			rsc: "1",
			"next-router-state-tree": prepareFlightRouterStateForRequest(state.tree),
			"x-console-prefetch": "1",
		} as const;
		const url = new URL(address);
		const response = setCacheBustingSearchParam(url, headers).then(() => fetch(url, { headers, signal: abort.signal }));
		// A failure is reported by the navigation's own requests.
		response
			.then(async (found) => {
				for (const [, script] of (await found.clone().text()).matchAll(SCRIPTS))
					if (script && !document.querySelector(`[src="${script}"]`)) await fetch(script);
			})
			.catch(() => {});
		prefetched = { address, response, abort };
		timeout = setTimeout(drop, FRESH_MS);
	}

	/** Undefined where the request has to be sent. Every request of the router ends what was prefetched. */
	function responseFor(input: RequestInfo | URL, { headers }: RequestInit = {}): Promise<Response> | undefined {
		if (!headers || !("rsc" in headers)) return;
		// Without the parameter that the router adds.
		const found = String(input).replace(/[?&]_rsc[^#]*/, "") === prefetched?.address ? prefetched : null;
		// What is used is not aborted.
		if (found) prefetched = null;
		drop();
		return found?.response;
	}

	function drop(): void {
		clearTimeout(timeout);
		prefetched?.abort.abort();
		prefetched = null;
	}
}
