import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { connect } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { APP_URL, HOST, head, parseResponse, startTestServer, type TestServer } from "./testing/test-server.ts";

const POST = [HOST, `Origin: ${APP_URL}`, "Content-Length: 3"];
const GET = head("GET / HTTP/1.1", HOST);

let server: TestServer;
afterEach(() => server.stop());

/** A server whose pages are answered when the test says so. It waits for what never ends for longer than a test may. */
async function start({ drain = 600_000, grace = 100 } = {}) {
	const answers: ((response: ServerResponse) => void)[] = [];
	server = await startTestServer({
		dashboard: (_request, response) => answers.shift()?.(response),
		limits: { drain, grace },
	});
	const next = () => new Promise<ServerResponse>((resolve) => answers.push(resolve));
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
		{ interval: 5 },
	);
}

describe("a stop", () => {
	it("lets a write under way finish: its whole answer arrives before the stop is over", async () => {
		const { begin } = await start();
		const { response, whole } = await begin(`${head("POST /theme HTTP/1.1", ...POST)}abc`);
		const done: string[] = [];
		const over = server.drain().then(() => done.push("over"));
		await refusesConnections();
		response.once("finish", () => done.push("answered"));
		response.end("saved");
		const answer = parseResponse(await whole());
		expect([answer.status, answer.headers.get("connection"), answer.body]).toEqual([200, "close", "saved"]);
		await over;
		expect(done).toEqual(["answered", "over"]);
	});

	it("lets a body that is still on its way arrive, and answers it", async () => {
		const { next } = await start();
		const head100 = head("POST /theme HTTP/1.1", ...POST, "Expect: 100-continue");
		const sent = server.send(head100);
		await sent.until("100 Continue");
		const work = next();
		const over = server.drain();
		await refusesConnections();
		sent.socket.write("abc");
		(await work).end("saved");
		expect(await sent.whole()).toMatch(/HTTP\/1\.1 200[\s\S]*saved$/);
		await over;
	});

	it("answers 503 to what comes after its begin, says when to come again, and closes", async () => {
		const { begin } = await start({ grace: 300 });
		const kept = await begin(GET);
		kept.response.end("first");
		await kept.until("first");
		const over = server.drain();
		kept.socket.write(head("GET /api/v2/clients HTTP/1.1", HOST));
		const text = await kept.whole();
		const { status, headers, body } = parseResponse(text.slice(text.indexOf("first") + 5));
		expect([status, headers.get("retry-after"), headers.get("connection")]).toEqual([503, "5", "close"]);
		expect(JSON.parse(body).message).toBe("This server is stopping. Nothing was changed. Try again in a moment.");
		await over;
	});

	it("answers 503 to what waits behind an answer under way", async () => {
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

	it("closes a connection whose answer had begun, once that is whole", async () => {
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

	it("waits no longer than it may: then the rest is cut", async () => {
		const { begin } = await start({ drain: 50 });
		const { whole } = await begin(GET);
		await server.drain();
		expect(await whole()).toBe("");
	});
});
