import { afterEach, describe, expect, it } from "vitest";
import { APP_URL, HOST, head, parseResponse, startTestServer, type TestServer } from "./testing/test-server.ts";

const CLOSE = "Connection: close";
const ORIGIN = `Origin: ${APP_URL}`;
/** Long enough for a busy machine to read what is sent at once. */
const SHORT = { head: 500, request: 600 };

let server: TestServer;
let received: string[];
afterEach(() => server.stop());

async function start(options: Parameters<typeof startTestServer>[0] = {}) {
	received = [];
	server = await startTestServer({
		dashboard: async (request, response) => {
			let body = "";
			for await (const chunk of request) body += chunk;
			received.push(`${request.method} ${request.url} ${body}`.trim());
			response.end("a page");
		},
		service: async (request) => {
			received.push(`${request.method} ${new URL(request.url).pathname} ${Buffer.from(await request.bytes())}`.trim());
			return Response.json({ is: "the service" });
		},
		...options,
	});
}

/** A POST to each of dashboard and service. */
const posts = [
	["the dashboard", "/theme"],
	["the service", "/api/v2/clients"],
] as const;

function messageOf(body: string): string {
	return body.startsWith("{") ? JSON.parse(body).message : body.trim();
}

describe("a body that is cut", () => {
	it.each(posts)("whose sender ends early gets a 400 with a message, and never reaches %s", async (_, path) => {
		await start();
		const post = head(`POST ${path} HTTP/1.1`, HOST, ORIGIN, "Content-Length: 100");
		const { status, headers, body } = parseResponse(await server.send(`${post}theme=`, { halfClose: true }).whole());
		expect([status, headers.get("connection")]).toEqual([400, "close"]);
		expect(messageOf(body)).toBe("The request ended before it was complete. Nothing was changed.");
		expect(received).toEqual([]);
	});

	it.each(posts)("whose connection breaks never reaches %s, and the server keeps running", async (_, path) => {
		await start();
		const post = head(`POST ${path} HTTP/1.1`, HOST, ORIGIN, "Content-Length: 100", "Expect: 100-continue");
		const broken = server.send(`${post}theme=`);
		await broken.until("100 Continue");
		broken.socket.resetAndDestroy();
		await broken.whole();
		const next = await server.send(head(`GET ${path} HTTP/1.1`, HOST, CLOSE)).whole();
		expect(parseResponse(next).status).toBe(200);
		expect(received).toEqual([`GET ${path}`]);
	});

	it.each(posts)("by a broken chunk gets a 400 with a message, and never reaches %s", async (_, path) => {
		await start();
		const post = head(`POST ${path} HTTP/1.1`, HOST, ORIGIN, "Transfer-Encoding: chunked");
		const { status, body } = parseResponse(await server.send(`${post}3\r\nabc\r\nzz\r\n`).whole());
		expect([status, messageOf(body)]).toEqual([400, "The request cannot be read."]);
		expect(received).toEqual([]);
	});

	it.each(posts)("that stalls gets a 408 with a message, and never reaches %s", async (_, path) => {
		await start({ limits: SHORT });
		const post = head(`POST ${path} HTTP/1.1`, HOST, ORIGIN, "Content-Length: 100");
		const { status, headers, body } = parseResponse(await server.send(`${post}theme=`).whole());
		expect([status, headers.get("connection")]).toEqual([408, "close"]);
		expect(messageOf(body)).toBe("The request did not arrive in time. Nothing was changed.");
		expect(received).toEqual([]);
	});
});

describe("a whole body", () => {
	it.each(posts)("in chunks reaches %s like any other", async (_, path) => {
		await start();
		const post = head(`POST ${path} HTTP/1.1`, HOST, ORIGIN, CLOSE, "Transfer-Encoding: chunked");
		await server.send(`${post}3\r\nabc\r\n3\r\ndef\r\n0\r\n\r\n`).whole();
		expect(received).toEqual([`POST ${path} abcdef`]);
	});

	it.each(posts)("that arrives byte by byte reaches %s", async (_, path) => {
		await start();
		const sent = server.send(head(`POST ${path} HTTP/1.1`, HOST, ORIGIN, CLOSE, "Content-Length: 5"));
		for (const byte of "abcde") await new Promise((resolve) => sent.socket.write(byte, resolve));
		await sent.whole();
		expect(received).toEqual([`POST ${path} abcde`]);
	});
});

describe("more than one request on a connection", () => {
	it("a whole response comes before the refusal of garbage behind its request", async () => {
		await start();
		const text = await server.send(`${head("GET / HTTP/1.1", HOST)}GARBAGE\0\r\n\r\n`).whole();
		const [first, second] = text.split(/(?=HTTP\/1\.1 400)/);
		expect(parseResponse(first ?? "")).toMatchObject({ status: 200, body: "a page" });
		expect(parseResponse(second ?? "")).toMatchObject({ status: 400 });
	});

	it("a post gets one response, and bytes beyond its length are no part of it", async () => {
		await start();
		const post = head("POST /theme HTTP/1.1", HOST, ORIGIN, "Content-Length: 3");
		const text = await server.send(`${post}abcXYZ\r\n\r\n`).whole();
		expect(received).toEqual(["POST /theme abc"]);
		expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 400"]);
	});

	it("several requests sent at once get their responses one after the other", async () => {
		await start();
		const text = await server
			.send(head("GET /a HTTP/1.1", HOST) + head("GET /api/v2/b HTTP/1.1", HOST) + head("GET /c HTTP/1.1", HOST, CLOSE))
			.whole();
		expect(text.match(/HTTP\/1\.1 200/g)).toHaveLength(3);
		expect(text.indexOf("a page")).toBeLessThan(text.indexOf("the service"));
	});
});

describe("time-outs", () => {
	it("a head that arrives too slowly gets a 408 with a message", async () => {
		await start({ limits: SHORT });
		const { status, body } = parseResponse(await server.send("GET / HTTP/1.1\r\nHost: con").whole());
		expect([status, body]).toEqual([408, "The request did not arrive in time. Nothing was changed.\n"]);
	});

	it("a connection without a request is closed without a message, which a browser would take for a response", async () => {
		await start({ limits: SHORT });
		expect(await server.send("").whole()).toBe("");
	});

	it("a keep-alive connection is closed after the configured seconds", async () => {
		await start({ settings: { keepAliveSeconds: 1 } });
		const text = await server.send(head("GET / HTTP/1.1", HOST)).whole();
		expect(parseResponse(text)).toMatchObject({ status: 200, body: "a page" });
		expect(parseResponse(text).headers.get("keep-alive")).toBe("timeout=1");
	});

	it("a client that does not read its response is disconnected", async () => {
		const large = "x".repeat(50_000_000);
		let broken: Promise<void> | undefined;
		await start({
			dashboard: (_request, response) => {
				broken = new Promise((resolve) => response.once("close", resolve));
				response.end(large);
			},
			limits: { stalled: 100 },
		});
		const sent = server.send(head("GET / HTTP/1.1", HOST));
		await sent.until("HTTP/1.1 200");
		sent.socket.pause();
		await broken;
		sent.socket.resume();
		expect((await sent.whole()).length).toBeLessThan(large.length);
	});

	it("a slow response to a complete request does not time out", async () => {
		await start({
			dashboard: async (_request, response) => {
				await new Promise((resolve) => setTimeout(resolve, 1_000));
				response.end("late");
			},
			limits: SHORT,
		});
		const text = await server.send(head("GET / HTTP/1.1", HOST, CLOSE)).whole();
		expect(parseResponse(text)).toMatchObject({ status: 200, body: "late" });
	});
});
