import type { RequestListener, Server } from "node:http";
import { DRAIN_WITHIN_MS } from "./limits.ts";
import { refuse } from "./refusal.ts";

export type Drain = {
	/** The listener to serve with: once the stop has begun, it answers 503 to what comes in. */
	listener: RequestListener;
	/** Takes nothing new, and resolves when the requests under way are answered, or after 8 s. */
	stop: (server: Server) => Promise<void>;
};

/** Lets a stop finish what was begun. */
export function createDrain(listener: RequestListener): Drain {
	let stopping = false;
	return {
		listener(request, response) {
			if (!stopping) return listener(request, response);
			refuse(request, response, {
				status: 503,
				message: "This server is stopping. Nothing was done; try again.",
				headers: { connection: "close", "retry-after": "5" },
			});
		},
		async stop(server) {
			stopping = true;
			const closed = new Promise((resolve) => server.close(resolve));
			const late = setTimeout(() => server.closeAllConnections(), DRAIN_WITHIN_MS);
			await closed;
			clearTimeout(late);
		},
	};
}
