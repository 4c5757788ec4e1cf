import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/**
 * A port of this machine that nothing listens on. It lies below the ephemeral ports, so that no outgoing connection takes
 * it before it is used.
 */
export async function findFreePort(): Promise<number> {
	for (;;) {
		const port = randomInt(20_000, 32_000);
		if (await isFree(port)) return port;
	}
}

function isFree(port: number): Promise<boolean> {
	return new Promise((resolve) => {
		const server = createServer().once("error", () => resolve(false));
		server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
	});
}
