import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/** Each worker has ports of its own, and instances behind a proxy use those from 26,000 on (`lib/cli/port.ts`). */
const PORTS_PER_WORKER = 1_500;
const WORKERS_MAX = 4;
const FIRST = 20_000 + (Number(process.env.TEST_PARALLEL_INDEX ?? 0) % WORKERS_MAX) * PORTS_PER_WORKER;
const found = new Set<number>();

/**
 * A port of this machine that nothing listens on, and that no other call returns: an app may use it only seconds later. It
 * lies below the ephemeral ports, so that no outgoing connection takes it meanwhile.
 */
export async function findFreePort(): Promise<number> {
	for (;;) {
		const port = randomInt(FIRST, FIRST + PORTS_PER_WORKER);
		if (found.has(port)) continue;
		found.add(port);
		if (await isFree(port)) return port;
	}
}

function isFree(port: number): Promise<boolean> {
	return new Promise((resolve) => {
		const server = createServer().once("error", () => resolve(false));
		server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
	});
}
