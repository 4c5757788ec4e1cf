import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { startIdentityService } from "../start";

/**
 * Serves the sample tenant at a free port of this machine, as an installation does, until the process ends. Its address
 * is written as one line of JSON; its credentials are in the data folder.
 */
export async function run(dataDir: string): Promise<void> {
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const appUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const { handleRequest } = await startIdentityService({
		appUrl,
		environment: { DATA_DIR: dataDir, RATE_LIMIT: "off" },
	});
	server.on("request", async (request, response) => {
		const answer = await handleRequest(await received(request, appUrl));
		response.writeHead(answer.status, Object.fromEntries(answer.headers));
		response.end(Buffer.from(await answer.arrayBuffer()));
	});
	process.stdout.write(`${JSON.stringify({ address: appUrl })}\n`);
}

async function received(request: IncomingMessage, origin: string) {
	const bytes = await buffer(request);
	const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)] as [string, string]);
	const { method = "", url = "" } = request;
	return { method, url: origin + url, headers: new Headers(headers), bytes: async () => bytes };
}
