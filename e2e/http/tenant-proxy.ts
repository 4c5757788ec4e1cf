import http, { type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type Answer = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

/** Stands between a console and the management interface of a tenant. */
export type TenantProxy = {
	/** In place of the tenant's own `base_url`. */
	baseUrl: string;
	/** What was asked, since it was emptied: `GET /api/v2/…`. */
	seen: string[];
	/** What happens to a request: it is passed on until a test says something else. */
	answer: Answer;
	/** Asks the tenant and answers with what it says. */
	passOn: Answer;
	close: () => void;
};

/** Starts a proxy on a free port of this machine. @param baseUrl of the tenant's management interface */
export async function startTenantProxy(baseUrl: string): Promise<TenantProxy> {
	const { origin, pathname } = new URL(baseUrl);
	const passOn: Answer = async (request, response) => {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk);
		const { authorization = "", "content-type": type = "application/json" } = request.headers;
		const answer = await fetch(origin + request.url, {
			method: request.method,
			headers: { authorization, "content-type": type },
			body: chunks.length > 0 ? Buffer.concat(chunks) : undefined,
		});
		response.writeHead(answer.status, { "content-type": "application/json" }).end(await answer.text());
	};
	const server = http.createServer(async (request, response) => {
		proxy.seen.push(`${request.method} ${request.url}`);
		await proxy.answer(request, response);
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const proxy: TenantProxy = {
		baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`,
		seen: [],
		answer: passOn,
		passOn,
		close() {
			server.closeAllConnections();
			server.close();
		},
	};
	return proxy;
}

/** A fault in place of an answer. */
export function respondWith(status: number): Answer {
	return (_, response) => void response.writeHead(status, { "content-type": "application/json" }).end("{}");
}

/** An answer that comes when a test lets it come. */
export function heldBack(then: Answer): { answer: Answer; release: () => void } {
	const { promise, resolve } = Promise.withResolvers<void>();
	return {
		release: resolve,
		async answer(request, response) {
			await promise;
			await then(request, response);
		},
	};
}
