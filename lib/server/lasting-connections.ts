import type { Server } from "node:http";
import { outsideRequests } from "../process/process-wide.ts";

// What is begun in a request belongs to its asynchronous context and keeps it alive, with the request, the answer and
// the page. On a connection that stays open for the next one, that would be long after the answer.

/** To be called before Next takes `fetch`, by which it asks this very server for the target of an action's redirect. */
export function fetchOutsideRequests(): void {
	const { fetch } = globalThis;
	globalThis.fetch = (...parameters) => outsideRequests(fetch, ...parameters);
}

/** The timer that ends an idle connection is set at the end of an answer, and here once more. */
export function timeOutsideRequests(server: Server): void {
	server.on("request", ({ socket }, response) => {
		response.once("close", () => {
			const { timeout = 0 } = socket;
			if (!socket.destroyed && timeout > 0) outsideRequests(() => socket.setTimeout(timeout));
		});
	});
}
