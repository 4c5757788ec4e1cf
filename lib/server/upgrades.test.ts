import { once } from "node:events";
import type { Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { serverForNext } from "./next-adapter.ts";
import { APP_URL, HOST, head, parseResponse, startTestServer, type TestServer } from "./testing/test-server.ts";

const WEBSOCKET = ["Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13"];
const REFUSED = "This server speaks HTTP only.\n";

let server: TestServer;
afterEach(() => server.stop());

/** In place of Next, which accepts its own upgrades and leaves other connections open. */
async function start(isDevelopment: boolean) {
	server = await startTestServer({ settings: { isDevelopment } });
	const urls: (string | undefined)[] = [];
	serverForNext(server.server).on("upgrade", (request, socket: Socket) => {
		urls.push(request.url);
		if (request.url?.startsWith("/_next/hmr")) socket.end("HTTP/1.1 101 Switching Protocols\r\n\r\n");
	});
	return urls;
}

const upgrade = (path: string, ...lines: string[]) =>
	server.send(head(`GET ${path} HTTP/1.1`, HOST, ...WEBSOCKET, ...lines));

describe("a WebSocket", () => {
	it.each(["/", "/_next/hmr", "/_next/hmr?id=1", "/templates", "/_next/webpack-hmr"])(
		"to %s is refused with a message in production, and its connection closed",
		async (path) => {
			const urls = await start(false);
			const { status, headers, body } = parseResponse(await upgrade(path, `Origin: ${APP_URL}`).whole());
			expect([status, headers.get("connection"), body]).toEqual([403, "close", REFUSED]);
			expect(urls).toEqual([]);
			expect(server.connections()).toBe(0);
		},
	);

	it("to the management interface is refused in its format", async () => {
		await start(false);
		const { body } = parseResponse(await upgrade("/api/v2/clients").whole());
		expect(JSON.parse(body)).toMatchObject({ statusCode: 403, error: "Forbidden" });
	});

	it("of Next's hot reload is passed on to Next during development, from this same origin", async () => {
		const urls = await start(true);
		const text = await upgrade("/_next/hmr?id=1", `Origin: ${APP_URL}`).whole();
		expect(text).toContain("101 Switching Protocols");
		expect(urls).toEqual(["/_next/hmr?id=1"]);
	});

	it.each([
		["/_next/hmr", "Origin: http://evil.example"],
		["/_next/hmr", "Origin: null"],
		["/_next/hmr", "X-No: origin"],
		["/_next/hmrx", `Origin: ${APP_URL}`],
		["/", `Origin: ${APP_URL}`],
	])("to %s with %s is refused with a message during development too", async (path, line) => {
		const urls = await start(true);
		expect(parseResponse(await upgrade(path, line).whole())).toMatchObject({ status: 403, body: REFUSED });
		expect(urls).toEqual([]);
		expect(server.connections()).toBe(0);
	});
});

it.each([false, true])("an offer of another protocol is ignored, development: %s", async (isDevelopment) => {
	await start(isDevelopment);
	const sent = server.send(
		head("GET / HTTP/1.1", HOST, "Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "HTTP2-Settings: AAMAAABk"),
	);
	expect(parseResponse(await sent.until("a page"))).toMatchObject({ status: 200, body: "a page" });
	sent.socket.write(head("GET / HTTP/1.1", HOST, "Connection: close"));
	const [text] = await Promise.all([sent.whole(), once(sent.socket, "close")]);
	expect(text.match(/HTTP\/1\.1 200/g)).toHaveLength(2);
});
