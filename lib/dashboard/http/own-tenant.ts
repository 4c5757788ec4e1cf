import "server-only";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { ownTenant } from "./request";

// A command has no server: for the time it runs, its process serves the embedded tenant to itself. The tenant's address, by
// which it names itself in tokens, stays as it is; only the connection goes elsewhere.

/** What the dashboard sends; all else, such as the address of a caller, is not taken over. */
const HEADERS = ["accept", "authorization", "content-type"];
const BODY_BYTES_MAX = 1024 * 1024;

/**
 * Serves the embedded tenant on a free port of this machine, for the dashboard's own requests.
 * @param origin the tenant's
 * @returns ends it
 */
export async function serveOwnTenant(
	origin: string,
	handleRequest: (request: Request) => Promise<Response>,
): Promise<() => Promise<void>> {
	const server = createServer(async (incoming, outgoing) => {
		try {
			const response = await handleRequest(await toRequest(incoming, origin));
			const body = Buffer.from(await response.arrayBuffer());
			outgoing.writeHead(response.status, Object.fromEntries(response.headers));
			outgoing.end(response.status === 204 ? undefined : body);
		} catch {
			outgoing.destroy();
		}
	});
	await new Promise<void>((resolve, reject) => {
		server.once("error", reject);
		server.listen(0, "127.0.0.1", resolve);
	});
	ownTenant.set({ origin, servedAt: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
	return async () => {
		ownTenant.set(null);
		server.closeAllConnections();
		await new Promise((resolve) => server.close(resolve));
	};
}

async function toRequest(incoming: IncomingMessage, origin: string): Promise<Request> {
	const chunks: Buffer[] = [];
	let size = 0;
	for await (const chunk of incoming) {
		chunks.push(chunk);
		size += chunk.byteLength;
		if (size > BODY_BYTES_MAX) throw new Error("The request is too large.");
	}
	const { method = "GET", url = "/", headers } = incoming;
	const kept = HEADERS.flatMap((name) => (typeof headers[name] === "string" ? [[name, headers[name]] as const] : []));
	return new Request(new URL(url, origin), {
		method,
		headers: Object.fromEntries(kept),
		...(size > 0 && { body: Buffer.concat(chunks) }),
	});
}
