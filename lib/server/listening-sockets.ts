import { once } from "node:events";
import type { Server } from "node:http";
import { type AddressInfo, createServer, type ListenOptions, type Server as NetServer } from "node:net";

/**
 * Node takes one new connection from each listening socket in a turn of its event loop, and a turn full of pages takes
 * a tenth of a second: newcomers on one socket would wait for seconds before anybody knew of them, those who ask for
 * this server's health among them.
 */
const SOCKETS = 16;

export type ListeningSockets = {
	/**
	 * Returns the port, which is a free one where 0 is asked for. @throws Error with the system's `code` where the
	 * address is not this machine's, or somebody listens on it already
	 */
	listen: (port: number, host: string) => Promise<number>;
	/** Takes no new connection, and resolves when the last one is closed. */
	close: () => Promise<void>;
};

/** The sockets of one address by which connections reach a server. */
export function createListeningSockets(server: Server): ListeningSockets {
	// With what Node's own HTTP server has its socket made with.
	const options = { allowHalfOpen: true, noDelay: true };
	const others = Array.from({ length: SOCKETS - 1 }, () =>
		createServer(options, (connection) => server.emit("connection", connection)),
	);
	return {
		async listen(port, host) {
			const address = { host, port: await portToShare(port, host) };
			try {
				for (const socket of [server, ...others]) await listenOn(socket, { ...address, reusePort: true });
			} catch (error) {
				// Not every system shares an address fairly among sockets. One socket does there.
				if (!(error instanceof Error && "code" in error && error.code === "ENOTSUP")) throw error;
				await listenOn(server, address);
			}
			return address.port;
		},
		async close() {
			await Promise.all([server, ...others].filter(({ listening }) => listening).map(closed));
		},
	};
}

/**
 * Sockets that share an address let in others that would share it too: it has to be nobody's yet. Two that start in the
 * same millisecond are not told apart.
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
