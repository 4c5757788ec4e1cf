import { randomInt } from "node:crypto";
import { createServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { CommandError } from "./command.mjs";

/** How long a server that is stopping may still hold its port. */
const FREED_WITHIN_MILLISECONDS = 3_000;
const POLL_MILLISECONDS = 200;

/** Fails early, before minutes of building, where the port is in use. */
export async function checkPortIsFree(port: number, host: string): Promise<void> {
	// A browser may resolve localhost as ::1 first, and would reach the server that listens there.
	for (const address of host === "127.0.0.1" ? [host, "::1"] : [host]) {
		const deadline = performance.now() + FREED_WITHIN_MILLISECONDS;
		let problem = await tryListen(port, address);
		while (problem === "EADDRINUSE" && performance.now() < deadline) {
			await delay(POLL_MILLISECONDS);
			problem = await tryListen(port, address);
		}
		if (problem === "EADDRINUSE") {
			throw new CommandError(`Port ${port} is in use. Set another one: PORT=${port + 1} npm start`);
		}
		if (problem === "EACCES") throw new CommandError(`Port ${port} may not be used by this account. Set PORT.`);
		if (problem && address === host)
			throw new CommandError(`Can't listen on ${host}:${port} (${problem}). Check HOST.`);
	}
}

/**
 * A port that nothing listens on. It lies below those that systems assign to outgoing connections, so that none of them
 * occupies it before it is used, and above those of the browser tests (`e2e/running-app/free-port.ts`).
 */
export async function findFreePort(): Promise<number> {
	for (;;) {
		const port = randomInt(26_000, 32_000);
		if ((await tryListen(port, "127.0.0.1")) === undefined) return port;
	}
}

/** @returns the error's code */
function tryListen(port: number, host: string): Promise<string | undefined> {
	return new Promise((resolve) => {
		const server = createServer();
		server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code));
		server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(undefined)));
	});
}
