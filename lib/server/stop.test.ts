import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { connect } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { APP_URL, HOST, head, parseResponse, startTestServer, type TestServer } from "./testing/test-server.ts";

const POST = [HOST, `Origin: ${APP_URL}`, "Content-Length: 3"];
const GET = head("GET / HTTP/1.1", HOST);

let server: TestServer;
afterEach(() => server.stop());

/** A server whose pages the test responds to. By default it drains for longer than a test may last. */
async function start({ drain = 600_000, grace = 100 } = {}) {
	const responders: ((response: ServerResponse) => void)[] = [];
	server = await startTestServer({
		dashboard: (_request, response) => responders.shift()?.(response),
		limits: { drain, grace },
	});
	const next = () => new Promise<ServerResponse>((resolve) => responders.push(resolve));
	/** Sends a request; its work has begun by then. */
	async function begin(bytes: string) {
		const work = next();
		return { ...server.send(bytes), response: await work };
	}
	return { begin, next };
}

/** By then the server has stopped listening. */
async function refusesConnections(): Promise<void> {
	await vi.waitFor(
		async () => {
			const socket = connect(server.port, "127.0.0.1");
			await expect(once(socket, "connect").finally(() => socket.destroy())).rejects.toThrow("ECONNREFUSED");
		},
		{ interval: 5, timeout: 20_000 },
	);
}

describe("a stop", () => {
	it("lets a write in progress finish: its whole response arrives before the stop is over", async () => {
		const { begin } = await start();
		const { response, whole } = await begin(`${head("POST /theme HTTP/1.1", ...POST)}abc`);
		const done: string[] = [];
		const over = server.drain().then(() => done.push("over"));
		await refusesConnections();
		response.once("finish", () => done.push("responded"));
		response.end("saved");
		const { status, headers, body } = parseResponse(await whole());
		expect([status, headers.get("connection"), body]).toEqual([200, "close", "saved"]);
		await over;
		expect(done).toEqual(["responded", "over"]);
	});

	it("lets a body that is still being sent arrive, and responds to it", async () => {
		const { next } = await start();
		const head100 = head("POST /theme HTTP/1.1", ...POST, "Expect: 100-continue");
		const sent = server.send(head100);
		await sent.until("100 Continue");
		const work = next();
		const over = server.drain();
		await refusesConnections();
		sent.socket.write("abc");
		(await work).end("saved");
		expect(await sent.whole()).toMatch(/HTTP\/1\.1 200[\s\S]*saved\r\n0\r\n\r\n$/);
		await over;
	});

	it("responds 503 with Retry-After to a request that arrives after it began, and closes", async () => {
		const { begin } = await start({ grace: 300 });
		const kept = await begin(GET);
		kept.response.end("first");
		const first = await kept.until("first\r\n0\r\n\r\n");
		const over = server.drain();
		kept.socket.write(head("GET /api/v2/clients HTTP/1.1", HOST));
		const text = await kept.whole();
		const { status, headers, body } = parseResponse(text.slice(first.length));
		expect([status, headers.get("retry-after"), headers.get("connection")]).toEqual([503, "5", "close"]);
		expect(JSON.parse(body).message).toBe("This server is stopping. Nothing was changed. Try again in a moment.");
		await over;
	});

	it("responds 503 to a request that waits behind a response in progress", async () => {
		const { begin } = await start();
		const kept = await begin(GET);
		kept.response.writeHead(200, { "content-length": 10 }).write("first");
		await kept.until("first");
		const over = server.drain();
		await refusesConnections();
		kept.socket.write(GET);
		await once(server.server, "request");
		kept.response.end("whole");
		const text = await kept.whole();
		expect(parseResponse(text.slice(text.indexOf("firstwhole") + 10))).toMatchObject({ status: 503 });
		await over;
	});

	it("closes idle and silent connections while it waits for the others", async () => {
		const { begin } = await start();
		const idle = await begin(GET);
		idle.response.end("first");
		await idle.until("first");
		const silent = server.send("");
		const busy = await begin(GET);
		const over = server.drain();
		await Promise.all([idle.whole(), silent.whole()]);
		busy.response.end("second");
		expect(parseResponse(await busy.whole())).toMatchObject({ status: 200, body: "second" });
		await over;
	});

	it("closes a connection whose response had begun, once that is whole", async () => {
		const { begin } = await start();
		const { response, until, whole } = await begin(GET);
		response.writeHead(200, { "content-length": 10 }).write("first");
		await until("first");
		const over = server.drain();
		await refusesConnections();
		response.end("whole");
		expect(await whole()).toMatch(/firstwhole$/);
		await over;
	});

	it("waits no longer than its limit: then the rest is cut", async () => {
		const { begin } = await start({ drain: 50 });
		const { whole } = await begin(GET);
		await server.drain();
		expect(await whole()).toBe("");
	});
});
