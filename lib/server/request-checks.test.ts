import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HOST, head, parseResponse, startTestServer, type TestServer } from "./testing/test-server.ts";

const CLOSE = "Connection: close";
const ORIGIN = "Origin: http://console.test:3000";

/** Requests that fail each check, by the message of the refusal. PATH and ACCEPT are filled in. */
const samples: Record<string, string[]> = {
	"The URL is longer than 8000 characters.": [
		head(`GET PATH?${"a".repeat(8_000)} HTTP/1.1`, HOST, CLOSE, "ACCEPT"),
		head(`GET PATH${"/a".repeat(6_000)} HTTP/1.1`, HOST, CLOSE, "ACCEPT"),
	],
	"The request line must hold a path that begins with a slash, and no host.": [
		head("OPTIONS * HTTP/1.1", HOST, CLOSE, "ACCEPT"),
		head("GET http://console.test:3000PATH HTTP/1.1", HOST, CLOSE, "ACCEPT"),
		head("GET http://evil.example/ HTTP/1.1", HOST, CLOSE, "ACCEPT"),
		head("GET https://evil.example/ HTTP/1.1", "Host: evil.example", CLOSE, "ACCEPT"),
	],
	"The path holds a segment of one or two dots.": [
		...["/..", "/.", "/../", "/./templates", "/%2e%2E", "/.%2e?a", "/%252e%25252E/", "\\..", "\\.\\templates", "/..#a"],
		...[
			"/..\\..\\templates",
			"%2f..",
			"%2F%2e%2e%2ftemplates",
			"%5c..%5C",
			"%252f..%255ctemplates",
			"/..%3fa",
			"//..//",
		],
	].map((end) => head(`GET PATH${end} HTTP/1.1`, HOST, CLOSE, "ACCEPT")),
	"The URL has more than 500 parameters.": [
		head(`GET PATH?${"a&".repeat(501)} HTTP/1.1`, HOST, CLOSE, "ACCEPT"),
		head(`GET PATH?${"a=1&".repeat(500)}&&?b HTTP/1.1`, HOST, CLOSE, "ACCEPT"),
	],
	"The request has more than 200 cookies.": [
		head("GET PATH HTTP/1.1", HOST, CLOSE, "ACCEPT", `Cookie: ${"a=b; ".repeat(201)}`),
		head("GET PATH HTTP/1.1", HOST, CLOSE, "ACCEPT", `Cookie: ${"a;".repeat(100)}`, `Cookie: ${"b;".repeat(101)}`),
	],
	"The request has no Host header.": [head("GET PATH HTTP/1.1", CLOSE, "ACCEPT"), head("GET PATH HTTP/1.0", "ACCEPT")],
	"The request has more than one Host header.": [
		head("GET PATH HTTP/1.1", HOST, HOST, CLOSE, "ACCEPT"),
		head("GET PATH HTTP/1.1", HOST, "host: evil.example", CLOSE, "ACCEPT"),
	],
	"The request's Host header names no host.": [
		head("GET PATH HTTP/1.1", "Host:", CLOSE, "ACCEPT"),
		head("GET PATH HTTP/1.1", "Host: a b", CLOSE, "ACCEPT"),
		head("POST PATH HTTP/1.1", "Host: user@console.test/x?y", CLOSE, "ACCEPT"),
		head("GET PATH HTTP/1.1", "Host: console.test:port", CLOSE, "ACCEPT"),
	],
	"Only the transfer coding chunked is supported here.": [
		`${head("POST PATH HTTP/1.1", HOST, CLOSE, "ACCEPT", "Transfer-Encoding: gzip, chunked")}0\r\n\r\n`,
		`${head("POST PATH HTTP/1.1", HOST, CLOSE, "ACCEPT", "Transfer-Encoding: gzip")}abc`,
	],
	"HTTP/1.0 has no chunks: the request must state its length.": [
		`${head("POST PATH HTTP/1.0", HOST, "ACCEPT", "Transfer-Encoding: chunked")}0\r\n\r\n`,
	],
	"Only the expectation 100-continue is supported here.": [
		head("GET PATH HTTP/1.1", HOST, CLOSE, "ACCEPT", "Expect: 200-ok"),
	],
	"This server speaks HTTP only.": [
		head("GET PATH HTTP/1.1", HOST, "ACCEPT", "Connection: Upgrade", "Upgrade: websocket"),
		head("GET PATH HTTP/1.1", HOST, "ACCEPT", "Connection: Upgrade", "Upgrade: h2c, WebSocket"),
	],
	"TRACE is not supported here.": [head("TRACE PATH HTTP/1.1", HOST, CLOSE, "ACCEPT")],
	"This method is not supported here: GET and HEAD read pages, POST sends forms.": [
		"PUT",
		"PATCH",
		"DELETE",
		"OPTIONS",
		"PROPFIND",
		"PURGE",
		"QUERY",
	].map((method) => head(`${method} PATH HTTP/1.1`, HOST, CLOSE, "ACCEPT")),
	"The URL has a percent sign that encodes nothing.": ["/templates/%ff", "/%", "/100%25%", "/%E0%A4%A?q=1"].map(
		(path) => head(`GET ${path} HTTP/1.1`, HOST, CLOSE, "ACCEPT"),
	),
	"There is nothing at this URL.": [
		...["/_global-error", "//_global-error/", "/%5fglobal-error?x"],
		...["/templates/%00", "/users/auth0%7c1%00/x", "/activity?target=a%00b", "/api-calls?%00"],
	].map((path) => head(`GET ${path} HTTP/1.1`, HOST, CLOSE, "ACCEPT")),
};

/** Bytes in which Node's parser finds no request, and the response to them. */
const unreadable: [string, string | Buffer, number][] = [
	["a made-up method", head("FOO / HTTP/1.1", HOST), 400],
	["an authority as target", head("GET console.test HTTP/1.1", HOST), 400],
	["a target beyond what Node reads", head(`GET /${"a".repeat(20_000)} HTTP/1.1`, HOST), 431],
	["a header beyond what Node reads", head("GET / HTTP/1.1", HOST, `X: ${"a".repeat(20_000)}`), 431],
	["very many headers", head("GET / HTTP/1.1", HOST, ...Array<string>(5_000).fill("a: b")), 431],
	["letters beyond ASCII in the target", Buffer.from(head("GET /té HTTP/1.1", HOST)), 400],
	["a length beside chunks", head("POST / HTTP/1.1", HOST, "Content-Length: 3", "Transfer-Encoding: chunked"), 400],
	["chunks beside a length", head("POST / HTTP/1.1", HOST, "Transfer-Encoding: chunked", "Content-Length: 3"), 400],
	["the same length twice", head("POST / HTTP/1.1", HOST, "Content-Length: 3", "Content-Length: 3"), 400],
	["two lengths", head("POST / HTTP/1.1", HOST, "Content-Length: 3", "Content-Length: 4"), 400],
	["a list of lengths", head("POST / HTTP/1.1", HOST, "Content-Length: 3, 3"), 400],
	...["abc", "-1", "+3", "0x3", "99999999999999999999999"].map((length): [string, string, number] => [
		`the length ${length}`,
		head("POST / HTTP/1.1", HOST, `Content-Length: ${length}`),
		400,
	]),
	["chunks that are chunked", head("POST / HTTP/1.1", HOST, "Transfer-Encoding: chunked, chunked"), 400],
	["a coding after chunks", head("POST / HTTP/1.1", HOST, "Transfer-Encoding: chunked, gzip"), 400],
	[
		"chunk extensions beyond what Node reads",
		`${head("POST / HTTP/1.1", HOST, ORIGIN, "Transfer-Encoding: chunked")}1;${"a".repeat(20_000)}`,
		413,
	],
	["the greeting of HTTP/2", head("PRI * HTTP/2.0", "", "SM"), 400],
	["HTTP/3", head("GET / HTTP/3.0", HOST), 400],
	["HTTP/0.9 with more behind it", "GET /\r\nmore\r\n\r\n", 400],
	["the greeting of TLS", Buffer.from([0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3]), 400],
	["line feeds alone", `GET / HTTP/1.1\n${HOST}\n\n`, 400],
	["a line feed alone between headers", head("GET / HTTP/1.1", HOST, "a: b\nc: d"), 400],
	["a folded header", head("GET / HTTP/1.1", HOST, "a: b\r\n c"), 400],
	["NUL in a header", head("GET / HTTP/1.1", HOST, "a: b\0c"), 400],
	["a space before the colon", head("GET / HTTP/1.1", HOST, "a : b"), 400],
];

let server: TestServer;
const reached: string[] = [];
beforeAll(async () => {
	server = await startTestServer({
		dashboard: (request, response) => {
			reached.push(`${request.method} ${request.url}`);
			response.end("a page");
		},
		service: async () => Response.json({ is: "the service" }),
	});
});
afterAll(() => server.stop());

async function responseOf(bytes: string | Buffer) {
	reached.length = 0;
	const response = parseResponse(await server.send(bytes).whole());
	expect(reached).toEqual([]);
	const after = await server.send(head("GET / HTTP/1.1", HOST, CLOSE)).whole();
	expect(parseResponse(after)).toMatchObject({ status: 200, body: "a page" });
	return response;
}

/** What else distinguishes the refusals: those with no entry have status 400, and are of dashboard and service alike. */
const kinds: Record<string, { status?: number; headers?: Record<string, string>; isOfDashboard?: true }> = {
	"The URL is longer than 8000 characters.": { status: 414 },
	"Only the transfer coding chunked is supported here.": { headers: { connection: "close" } },
	"HTTP/1.0 has no chunks: the request must state its length.": { headers: { connection: "close" } },
	"Only the expectation 100-continue is supported here.": { status: 417 },
	"This server speaks HTTP only.": { status: 403, headers: { connection: "close" } },
	"TRACE is not supported here.": { status: 405, headers: { allow: "GET, HEAD, POST" } },
	"This method is not supported here: GET and HEAD read pages, POST sends forms.": {
		status: 405,
		headers: { allow: "GET, HEAD, POST" },
		isOfDashboard: true,
	},
	"The URL has a percent sign that encodes nothing.": { isOfDashboard: true },
	"There is nothing at this URL.": { status: 404, isOfDashboard: true },
};
const rows = Object.entries(samples).flatMap(([message, all]) => {
	const { status = 400, headers = {}, isOfDashboard } = kinds[message] ?? {};
	const refusal = { status, message, headers };
	return all.map((sample, index) => ({ message, index: index + 1, refusal, isOfAll: !isOfDashboard, sample }));
});
const rowsOfService = rows.filter(({ isOfAll, sample }) => isOfAll && sample.includes(" PATH"));

describe("a refused request", () => {
	it.each(rows)(
		"$message $index: programs read a line, browsers a page with a link back",
		async ({ sample, refusal }) => {
			const path = "/templates";
			const request = sample.replace("PATH", path);
			const text = await responseOf(request.replace("ACCEPT", "Accept: */*"));
			expect(text).toMatchObject({ status: refusal.status, body: `${refusal.message}\n` });
			expect(text.headers.get("content-type")).toBe("text/plain");
			const page = await responseOf(request.replace("ACCEPT", "Accept: text/html,*/*;q=0.8"));
			expect(page.status).toBe(refusal.status);
			expect(page.body).toContain(`<p>${refusal.message}</p>`);
			expect(page.body).toContain('<a href="/">Back to the overview</a>');
			for (const [name, value] of Object.entries(refusal.headers)) expect(text.headers.get(name)).toBe(value);
		},
	);

	it.each(rows.filter(({ sample }) => sample.startsWith("GET PATH")))(
		"$message $index: HEAD has the same headers and no body",
		async ({ sample, refusal }) => {
			const request = sample.replace("GET PATH", "HEAD /templates").replace("ACCEPT", "Accept: */*");
			const { status, headers, body } = await responseOf(request);
			expect([status, body]).toEqual([refusal.status, ""]);
			expect(headers.get("content-length")).toBe(String(refusal.message.length + 1));
		},
	);

	it.each(rowsOfService)(
		"$message $index: the management interface sends its error object",
		async ({ sample, refusal }) => {
			const request = sample.replace("PATH", "/api/v2/clients").replace("ACCEPT", "Accept: text/html");
			const { status, headers, body } = await responseOf(request);
			expect([status, headers.get("content-type")]).toEqual([refusal.status, "application/json; charset=utf-8"]);
			expect(JSON.parse(body)).toMatchObject({ statusCode: refusal.status, message: refusal.message });
		},
	);

	it.each(rowsOfService)(
		"$message $index: the authentication interface sends programs its error object",
		async ({ sample, refusal }) => {
			const request = sample.replace("PATH", "/oauth/token").replace("ACCEPT", "Accept: */*");
			const { status, headers, body } = await responseOf(request);
			expect([status, headers.get("content-type")]).toEqual([refusal.status, "application/json; charset=utf-8"]);
			expect(JSON.parse(body)).toEqual({ error: "invalid_request", error_description: refusal.message });
		},
	);

	it.each(unreadable)("%s: a message, and the connection is closed", async (_, bytes, expected) => {
		const { status, headers, body } = await responseOf(bytes);
		expect(status).toBe(expected);
		expect(body).toMatch(/^The request.*\.\n$/);
		expect(headers.get("connection")).toBe("close");
	});

	it("an unreadable request gets the format that it accepts where that much can be read", async () => {
		const cookies = `Cookie: ${"a".repeat(20_000)}`;
		const page = await responseOf(head("GET / HTTP/1.1", HOST, "Accept: text/html", cookies));
		expect(page.body).toContain("Back to the overview");
		const object = await responseOf(head("GET /api/v2/clients HTTP/1.1", HOST, cookies));
		expect(JSON.parse(object.body)).toMatchObject({ statusCode: 431 });
	});

	it("CONNECT is refused with a message, and no tunnel is opened", async () => {
		expect(await responseOf(head("CONNECT console.test:443 HTTP/1.1", HOST))).toMatchObject({
			status: 405,
			body: "CONNECT is not supported here.\n",
		});
	});
});

describe("an accepted request", () => {
	it.each([
		["an offer of HTTP/2", head("GET / HTTP/1.1", HOST, "Connection: Upgrade, HTTP2-Settings, close", "Upgrade: h2c")],
		["HTTP/1.0 with a Host", head("GET / HTTP/1.0", HOST)],
		["a form in chunks", `${head("POST / HTTP/1.1", HOST, CLOSE, ORIGIN, "Transfer-Encoding: chunked")}0\r\n\r\n`],
		["a query that cannot be decoded", head("GET /templates?q=%ff HTTP/1.1", HOST, CLOSE)],
		["a target of 500 parameters", head(`GET /?${"a=1&&".repeat(500)} HTTP/1.1`, HOST, CLOSE)],
		...["/a..", "/..a", "/...", "/a.b/.c", "/a?b=/../c", "/%2e%2e%2e", "/%2500"].map((path) => [
			`dots that are no segment, in ${path}`,
			head(`GET ${path} HTTP/1.1`, HOST, CLOSE),
		]),
		["200 cookies", head("GET / HTTP/1.1", HOST, CLOSE, `Cookie: ${"a=b; ".repeat(200)}`)],
		["a target of 8000 characters", head(`GET /${"a".repeat(7_999)} HTTP/1.1`, HOST, CLOSE)],
	])("%s", async (_, bytes) => {
		expect(parseResponse(await server.send(bytes).whole())).toMatchObject({ status: 200, body: "a page" });
	});
});
