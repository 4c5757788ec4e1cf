import { once } from "node:events";
import type { Server } from "node:http";
import { type AddressInfo, createServer, type ListenOptions, type Server as NetServer } from "node:net";

/**
 * Node accepts one new connection from each listening socket in a turn of its event loop, and a turn full of pages takes
 * a tenth of a second: with one socket, new connections would wait for seconds, health checks among them.
 */
const SOCKETS = 16;

export type ListeningSockets = ReturnType<typeof createListeningSockets>;

/** The sockets of one address by which connections reach a server. */
export function createListeningSockets(server: Server) {
	// Those of Node's own HTTP server.
	const options = { allowHalfOpen: true, noDelay: true };
	const others = Array.from({ length: SOCKETS - 1 }, () =>
		createServer(options, (connection) => server.emit("connection", connection)),
	);
	return {
		/**
		 * Returns the port, a free one for 0. @throws Error with the system's `code` where the address is not this machine's,
		 * or another process listens on it
		 */
		async listen(port: number, host: string): Promise<number> {
			const address = { host, port: await portToShare(port, host) };
			try {
				for (const socket of [server, ...others]) await listenOn(socket, { ...address, reusePort: true });
			} catch (error) {
				// This system does not distribute connections fairly among the sockets of an address.
				if (!(error instanceof Error && "code" in error && error.code === "ENOTSUP")) throw error;
				await listenOn(server, address);
			}
			return address.port;
		},
		/** Accepts no new connection, and resolves when the last one is closed. */
		async close(): Promise<void> {
			await Promise.all([server, ...others].map(closed));
		},
	};
}

/**
 * Sockets that share an address let other processes share it too, so it has to be free. Two processes that start in the
 * same millisecond are not noticed.
 */
async function portToShare(port: number, host: string): Promise<number> {
	const alone = createServer((connection) => connection.destroy());
	await listenOn(alone, { port, host });
	const { port: given } = alone.address() as AddressInfo;
	await closed(alone);
	return given;
}

async function listenOn(server: NetServer, options: ListenOptions): Promise<void> {
	server.listen(options);
	await once(server, "listening");
}

function closed(server: NetServer): Promise<void> {
	return new Promise((resolve) => server.close(() => resolve()));
}
