import http, { type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type Handler = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

/** A proxy between a console and the management interface of a tenant. */
export type TenantProxy = {
	/** In place of the tenant's own `base_url`. */
	baseUrl: string;
	/** The requests since it was emptied: `GET /api/v2/…`. */
	seen: string[];
	/** Handles each request: `forward`, until a test sets another handler. */
	handle: Handler;
	/** Forwards a request to the tenant, and the tenant's response. */
	forward: Handler;
	close: () => void;
};

/** Starts a proxy on a free port of this machine. @param baseUrl of the tenant's management interface */
export async function startTenantProxy(baseUrl: string): Promise<TenantProxy> {
	const { origin, pathname } = new URL(baseUrl);
	const forward: Handler = async (request, response) => {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk);
		const { authorization = "", "content-type": type = "application/json" } = request.headers;
		const tenantResponse = await fetch(origin + request.url, {
			method: request.method,
			headers: { authorization, "content-type": type },
			body: chunks.length > 0 ? Buffer.concat(chunks) : undefined,
		});
		response.writeHead(tenantResponse.status, { "content-type": "application/json" }).end(await tenantResponse.text());
	};
	const server = http.createServer(async (request, response) => {
		proxy.seen.push(`${request.method} ${request.url}`);
		await proxy.handle(request, response);
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const proxy: TenantProxy = {
		baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`,
		seen: [],
		handle: forward,
		forward,
		close() {
			server.closeAllConnections();
			server.close();
		},
	};
	return proxy;
}

/** Responds with an error. */
export function respondWith(status: number): Handler {
	return (_, response) => void response.writeHead(status, { "content-type": "application/json" }).end("{}");
}

/** A handler that runs once a test calls `release`. */
export function heldBack(then: Handler): { handle: Handler; release: () => void } {
	const { promise, resolve } = Promise.withResolvers<void>();
	return {
		release: resolve,
		async handle(request, response) {
			await promise;
			await then(request, response);
		},
	};
}
