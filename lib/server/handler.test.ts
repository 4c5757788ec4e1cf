import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterEach, describe, expect, it, vi } from "vitest";
import { readTrustedProxies } from "../network/caller-address.ts";
import { markMissing, markStoreFault } from "../process/request-context.ts";
import { BODY_BYTES_MAX } from "./limits.ts";
import { APP_URL, HOST, head, parseResponse, startTestServer, type TestServer } from "./testing/test-server.ts";

const CLOSE = "Connection: close";
const ORIGIN = `Origin: ${APP_URL}`;
const HTML = "Accept: text/html";
const FORM = "Content-Type: application/x-www-form-urlencoded";

let server: TestServer;
afterEach(async () => {
	await server.stop();
	vi.restoreAllMocks();
});

type Received = { by: string; method: string; url: string; headers: Record<string, unknown>; body: string };

/** A server whose dashboard and service respond with what they receive. */
async function start(options: Parameters<typeof startTestServer>[0] = {}) {
	const received: Received[] = [];
	server = await startTestServer({
		dashboard: async ({ method = "", url = "", headers }, response) => {
			received.push({ by: "dashboard", method, url, headers: { ...headers }, body: "" });
			response.end("a page");
		},
		service: async (request) => {
			const { pathname, search } = new URL(request.url);
			const headers = Object.fromEntries(request.headers);
			received.push({
				by: "service",
				method: request.method,
				url: pathname + search,
				headers,
				body: Buffer.from(await request.bytes()).toString(),
			});
			return Response.json({ is: "the service" });
		},
		...options,
	});
	return received;
}

async function responseOf(...lines: string[]) {
	return parseResponse(await server.send(head(...lines, CLOSE)).whole());
}

async function responseToPost(path: string, body: string | Buffer, ...lines: string[]) {
	const length = `Content-Length: ${Buffer.byteLength(body)}`;
	const bytes = Buffer.concat([
		Buffer.from(head(`POST ${path} HTTP/1.1`, HOST, CLOSE, length, ...lines)),
		Buffer.from(body),
	]);
	return parseResponse(await server.send(bytes).whole());
}

describe("every response", () => {
	it.each(["/", "/sign-in", "/healthz", "/api/v2/clients", "/oauth/token", "/icon.svg", "/%"])(
		"%s makes browsers stay with https where the app has an https address, and does not with http",
		async (path) => {
			await start({ settings: { appUrl: "https://console.test" } });
			const secure = await responseOf(`GET ${path} HTTP/1.1`, "Host: console.test");
			expect(secure.headers.get("strict-transport-security")).toMatch(/^max-age=\d{8}$/);
			await server.stop();
			await start();
			const plain = await responseOf(`GET ${path} HTTP/1.1`, HOST);
			expect(plain.headers.get("strict-transport-security")).toBeUndefined();
		},
	);

	it("has the identifier of its request: the given one where that is plain, else a generated one", async () => {
		const received = await start();
		for (const path of ["/", "/api/v2/clients"]) {
			const requestIdFor = async (id: string) => {
				const { headers } = await responseOf(`GET ${path} HTTP/1.1`, HOST, `X-Request-Id: ${id}`);
				expect(received.at(-1)?.headers["x-request-id"]).toBe(headers.get("x-request-id"));
				return headers.get("x-request-id");
			};
			expect(await requestIdFor("from-a-proxy-1")).toBe("from-a-proxy-1");
			for (const odd of ["short", "a b c d e f g", "x".repeat(200), '"}{"level":50}']) {
				expect(await requestIdFor(odd)).toMatch(/^[0-9a-f-]{36}$/);
			}
		}
	});

	it("is not cached, sniffed or framed, refusals included; files of the build may be cached", async () => {
		await start();
		for (const target of ["GET /", "GET /api/v2/clients", "PUT /", "GET /%"]) {
			const { headers } = await responseOf(`${target} HTTP/1.1`, HOST);
			expect(headers.get("cache-control")).toContain("no-store");
			expect(headers.get("x-content-type-options")).toBe("nosniff");
			expect(headers.get("x-frame-options")).toBe("DENY");
		}
		const noFile = await responseOf("GET /_next/static/../../templates HTTP/1.1", HOST, HTML);
		expect(noFile.status).toBe(400);
		expect(noFile.headers.get("cache-control")).toContain("no-store");
		expect(noFile.headers.get("x-frame-options")).toBe("DENY");
		expect(noFile.headers.get("content-security-policy")).toContain("default-src 'none'");
		const file = await responseOf("GET /_next/static/chunks/a.js HTTP/1.1", HOST);
		expect(file.headers.get("cache-control")).toBeUndefined();
		expect(file.headers.get("x-content-type-options")).toBe("nosniff");
	});
});

describe("the canonical host", () => {
	it.each(["127.0.0.1:3000", "localhost:3000", "evil.example", "console.test"])(
		"is where reads of %s are redirected to, with path and query",
		async (host) => {
			const received = await start();
			for (const target of ["/templates?sort=name", "/api/v2/clients?take=1", "/oauth/token"]) {
				const { status, headers } = await responseOf(`GET ${target} HTTP/1.1`, `Host: ${host}`);
				expect([status, headers.get("location")]).toEqual([307, APP_URL + target]);
			}
			expect(received).toEqual([]);
		},
	);

	it.each(["/api/v2/clients", "/oauth/token", "/templates"])(
		"is named to a client that requests %s on another host with an Authorization header, which a redirect would lose",
		async (path) => {
			const received = await start();
			const authorization = "Authorization: Bearer a-token";
			const { status, headers, body } = await responseOf(`GET ${path} HTTP/1.1`, "Host: 127.0.0.1:3000", authorization);
			expect([status, headers.get("location")]).toEqual([421, undefined]);
			expect(body).toContain(`this redirect would lose: send it to ${APP_URL}.`);
			expect(received).toEqual([]);
		},
	);

	it("is not needed for health, nor for pages that Next requests by the loopback", async () => {
		const received = await start();
		expect((await responseOf("GET /healthz HTTP/1.1", "Host: 10.0.0.1:3000")).status).toBe(200);
		expect((await responseOf("GET /readyz?a&b HTTP/1.1", "Host: 10.0.0.1:3000")).status).toBe(200);
		expect(received.map(({ url }) => url)).toEqual(["/readyz"]);
		expect((await responseOf("GET /templates HTTP/1.1", "Host: 127.0.0.1:3000", ORIGIN)).status).toBe(200);
	});

	it("is what Next uses as the request's host, whatever Host and forwarding headers contain", async () => {
		const received = await start();
		const forwarded = ["X-Forwarded-Host: evil.example", "X-Forwarded-Proto: gopher", "X-Forwarded-Port: 1"];
		await responseOf("GET / HTTP/1.1", "Host: 127.0.0.1:3000", ORIGIN, ...forwarded);
		const { host, ...headers } = received[0]?.headers ?? {};
		expect([host, headers["x-forwarded-host"], headers["x-forwarded-proto"], headers["x-forwarded-port"]]).toEqual([
			"console.test:3000",
			"console.test:3000",
			"http",
			undefined,
		]);
	});
});

describe("the address of a caller", () => {
	it.each(["/", "/api/v2/clients"])(
		"is the connection's for the handler of %s, whatever the caller writes",
		async (path) => {
			const received = await start();
			await responseOf(`GET ${path} HTTP/1.1`, HOST, "X-Forwarded-For: 192.0.2.1", "X-Forwarded-For: 192.0.2.2");
			await responseOf(`GET ${path} HTTP/1.1`, HOST);
			expect(received.map(({ headers }) => headers["x-forwarded-for"])).toEqual(["127.0.0.1", "127.0.0.1"]);
		},
	);

	it.each(["/", "/api/v2/clients"])("is what a trusted proxy names for the handler of %s", async (path) => {
		const received = await start({ settings: { trustedProxies: readTrustedProxies("127.0.0.0/8") } });
		await responseOf(`GET ${path} HTTP/1.1`, HOST, "X-Forwarded-For: 9.9.9.9, 192.0.2.1");
		expect(received[0]?.headers["x-forwarded-for"]).toBe("192.0.2.1");
	});
});

describe("writes", () => {
	it.each(["/sign-in-test/saml", "/sign-in-test/ws-federation"])(
		"to %s are accepted from pages of the tenant, as plain forms and never as actions",
		async (path) => {
			const received = await start();
			for (const origin of ["https://tenant.example", "null"]) {
				const { status } = await responseToPost(path, "RelayState=x", FORM, `Origin: ${origin}`);
				expect(status).toBe(200);
			}
			expect(received).toHaveLength(2);
			const foreign = "Origin: https://tenant.example";
			const refused = [
				await responseToPost(path, "[]", "Content-Type: text/plain", foreign, "Next-Action: 00"),
				await responseToPost(path, "RelayState=x", FORM, foreign, "Next-Action: 00"),
				await responseToPost(path, "--b--", "Content-Type: multipart/form-data; boundary=b", foreign),
				await responseToPost(path, "{}", "Content-Type: application/json", foreign),
				await responseToPost(`${path}/`, "RelayState=x", FORM, foreign),
			];
			expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
			expect(received).toHaveLength(2);
		},
	);

	it.each(["http://evil.example", "http://console.test", "https://console.test:3000", "null", ""])(
		"to the dashboard from the origin %j are refused with a message",
		async (origin) => {
			const received = await start();
			const { status, body } = await responseToPost(
				"/theme",
				"theme=dark",
				FORM,
				...(origin ? [`Origin: ${origin}`] : []),
			);
			expect(status).toBe(403);
			expect(body).toContain("did not come from this console's own pages. Nothing was changed.");
			expect(received).toEqual([]);
		},
	);

	it("to the service are accepted from any origin: it has rules of its own", async () => {
		const received = await start();
		await responseToPost("/oauth/token", "grant_type=x", FORM, "Origin: http://evil.example");
		expect(received).toMatchObject([{ by: "service", method: "POST", url: "/oauth/token", body: "grant_type=x" }]);
	});

	it.each(["/mfa/challenge", "/bc-authorize", "/u/login", "/co/authenticate", "/tokeninfo", "/usernamepassword/login"])(
		"to %s, which the service may not have, are passed on to it",
		async (path) => {
			const received = await start();
			await responseToPost(path, "a=b", FORM);
			expect(received).toMatchObject([{ by: "service", url: path }]);
		},
	);

	it.each(["/api/console/activity", "/api/console/log-stream/feed"])(
		"to %s, which programs read, are refused as its method, whatever their origin",
		async (path) => {
			const received = await start();
			for (const lines of [[], [ORIGIN], ["Origin: http://evil.example"]]) {
				const { status, headers, body } = await responseToPost(path, "a=b", FORM, ...lines);
				expect([status, headers.get("allow"), JSON.parse(body)]).toEqual([
					405,
					"GET, HEAD",
					{ error: "This URL does not accept forms. Nothing was changed." },
				]);
			}
			expect(received).toEqual([]);
		},
	);

	it("to a file are refused with a message", async () => {
		await start();
		expect(await responseToPost("/icon.svg", "", ORIGIN)).toMatchObject({ status: 405 });
	});
});

describe("the policy of a page", () => {
	it("is this server's own, with a nonce for every request, whatever policy the request contains", async () => {
		const received = await start();
		const evil = ["content-security-policy", "content-security-policy-report-only"].map(
			(name) => `${name}: script-src 'nonce-evil'`,
		);
		const nonces = new Set<string>();
		for (const path of ["/", "/sign-in", "/nothing", "/favicon.ico", "/readyz", "/theme"]) {
			const { headers } = await responseOf(`GET ${path} HTTP/1.1`, HOST, ...evil);
			const policy = headers.get("content-security-policy") ?? "";
			expect(received.at(-1)?.headers["content-security-policy"]).toBe(policy);
			nonces.add(/'nonce-([\w+/=]{24})'/.exec(policy)?.[1] ?? "");
		}
		expect(nonces.size).toBe(6);
		expect(nonces).not.toContain("");
	});

	it("of the service with frame-ancestors is not contradicted by an older header", async () => {
		for (const [policy, frameOptions] of [
			["default-src 'none'; frame-ancestors https://app.example", undefined],
			["default-src 'none'", "DENY"],
		] as const) {
			await start({ service: async () => new Response("", { headers: { "content-security-policy": policy } }) });
			const { headers } = await responseOf("GET /authorize HTTP/1.1", HOST);
			expect(headers.get("x-frame-options")).toBe(frameOptions);
			await server.stop();
		}
		await start();
	});

	it("is not set on the service's responses, which have their own", async () => {
		const received = await start();
		const { headers } = await responseOf("GET /login/abc HTTP/1.1", HOST);
		expect(headers.get("content-security-policy")).toBeUndefined();
		expect(received[0]?.by).toBe("service");
	});
});

describe("a body above the limit", () => {
	const large = "x".repeat(BODY_BYTES_MAX + 1);
	const chunked = (path: string, ...lines: string[]) =>
		server
			.send(
				`${head(`POST ${path} HTTP/1.1`, HOST, CLOSE, "Transfer-Encoding: chunked", ...lines)}${large.length.toString(16)}\r\n${large}\r\n0\r\n\r\n`,
			)
			.whole();

	it("is refused with a message to programs and browsers, with and without a length, and reaches no page", async () => {
		const received = await start();
		const words = "What was sent is larger than 512 KB. Nothing was changed.";
		expect(await responseToPost("/theme", large, ORIGIN, FORM)).toMatchObject({ status: 413, body: `${words}\n` });
		const page = await responseToPost("/templates/new", large, ORIGIN, FORM, HTML);
		expect(page.status).toBe(413);
		expect(page.body).toContain(`<p>${words}</p>`);
		expect(page.body).toContain("Back to the overview");
		expect(parseResponse(await chunked("/theme", ORIGIN, FORM))).toMatchObject({ status: 413, body: `${words}\n` });
		expect(received).toEqual([]);
	});

	it("may have exactly the limit", async () => {
		const received = await start();
		expect((await responseToPost("/theme", large.slice(1), ORIGIN, FORM)).status).toBe(200);
		expect(received).toHaveLength(1);
	});

	it("is refused by the service: it receives more than it accepts, and little more than the limit", async () => {
		const lengths: number[] = [];
		await start({
			service: async (request) => {
				lengths.push((await request.bytes()).byteLength);
				return Response.json({ message: "too large, says the service" }, { status: 413 });
			},
		});
		expect((await responseToPost("/api/v2/clients", "x".repeat(5_000_000))).body).toContain("says the service");
		expect(parseResponse(await chunked("/oauth/token")).body).toContain("says the service");
		for (const length of lengths) {
			expect(length).toBeGreaterThan(BODY_BYTES_MAX);
			expect(length).toBeLessThan(2 * BODY_BYTES_MAX);
		}
		expect(lengths).toHaveLength(2);
	});

	it("is read to its end, so that the response is not lost with the connection: 30 MB, all of it sent first", async () => {
		await start();
		for (const line of [CLOSE, "Connection: keep-alive"]) {
			const sent = server.send(head("POST /theme HTTP/1.1", HOST, ORIGIN, FORM, line, "Content-Length: 30000000"));
			const piece = Buffer.alloc(1_000_000, "x");
			for (let count = 0; count < 30; count += 1) {
				await new Promise<void>((resolve, reject) => {
					sent.socket.write(piece, (error) => (error ? reject(error) : resolve()));
				});
			}
			expect(await sent.until("Nothing was changed.")).toContain("HTTP/1.1 413");
			sent.socket.destroy();
		}
	});
});

describe("a form that cannot be read", () => {
	const part = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nvalue';

	it.each([
		["without its last boundary", "multipart/form-data; boundary=b", part],
		["without any boundary", "multipart/form-data; boundary=b", "zzz"],
		["of a type without a boundary", "multipart/form-data", `${part}\r\n--b--\r\n`],
	])("%s gets a 400 with a message, and reaches no page", async (_, type, body) => {
		const received = await start();
		expect(await responseToPost("/templates/new", body, ORIGIN, `Content-Type: ${type}`)).toMatchObject({
			status: 400,
			body: "The form cannot be read. Nothing was changed.\n",
		});
		expect(received).toEqual([]);
	});

	const formOf = (...parts: [string, string][]) =>
		`${parts.map(([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`).join("")}--b--\r\n`;
	const MULTIPART = "Content-Type: multipart/form-data; boundary=b";
	const CALL = `Next-Action: ${"40".repeat(21)}`;

	it.each([
		["nothing", "", CALL],
		["half a list", "[", CALL],
		["an object instead of a list", "{}", CALL],
		["a form without arguments", formOf(["a", "1"]), CALL, MULTIPART],
		["a form whose arguments are no list", formOf(["0", "null"]), CALL, MULTIPART],
		["a form bound to no action", formOf(["$ACTION_REF_1", ""], ["$ACTION_1:0", "["]), MULTIPART],
	])("a call of an action that holds %s reaches no page either", async (_, body, ...lines) => {
		const received = await start();
		expect((await responseToPost("/templates/new", body, ORIGIN, ...lines)).status).toBe(400);
		expect(received).toEqual([]);
	});

	it.each([
		["arguments", "[]", CALL],
		["a form of arguments", formOf(["1_name", "x"], ["0", '[{},"$K1"]']), CALL, MULTIPART],
		["a form without scripts", formOf([`$ACTION_ID_${"40".repeat(21)}`, ""], ["name", "["]), MULTIPART],
	])("a call with %s does", async (_, body, ...lines) => {
		const received = await start();
		expect((await responseToPost("/templates/new", body, ORIGIN, ...lines)).status).toBe(200);
		expect(received).toHaveLength(1);
	});

	it.each(["Multipart/Form-Data", "MULTIPART/FORM-DATA ", "multipart/form-data"])(
		"is one for Next as well, which compares the case of %s",
		async (type) => {
			const received = await start();
			const form = formOf(["0", '[{},"$K1"]']).replaceAll("--b", "--Bb");
			const lines = [CALL, `Content-Type: ${type}; boundary=Bb`];
			expect((await responseToPost("/templates/new", form, ORIGIN, ...lines)).status).toBe(200);
			expect(received[0]?.headers["content-type"]).toMatch(/^multipart\/form-data ?; boundary=Bb$/);
			expect((await responseToPost("/templates/new", "[]", ORIGIN, ...lines)).status).toBe(400);
		},
	);

	it("is distinguished from one that can be read", async () => {
		const received = await start();
		const body = `${part}\r\n--b--\r\n`;
		const type = "Content-Type: multipart/form-data; boundary=b";
		expect((await responseToPost("/templates/new", body, ORIGIN, type)).status).toBe(200);
		expect(received).toHaveLength(1);
	});
});

describe("what Next leaves out", () => {
	it("whether the process responds is answered without Next", async () => {
		const received = await start();
		expect(await responseOf("GET /healthz HTTP/1.1", HOST)).toMatchObject({ status: 200, body: "ok\n" });
		expect(await responseOf("HEAD /healthz?a=b HTTP/1.1", HOST)).toMatchObject({ status: 200, body: "" });
		expect((await responseToPost("/healthz", "", ORIGIN)).status).toBe(405);
		expect(received).toEqual([]);
	});

	it("a method that a handler does not accept is refused with a message, not with an empty body", async () => {
		await start({
			dashboard: (_request, response) => {
				response.statusCode = 405;
				response.end();
			},
		});
		const post = await responseToPost("/readyz", "", ORIGIN);
		expect(post).toMatchObject({ status: 405, body: "This URL does not accept forms. Nothing was changed.\n" });
		expect(post.headers.get("allow")).toBe("GET, HEAD");
		const get = await responseOf("GET /theme HTTP/1.1", HOST, HTML);
		expect(get.body).toContain("This URL only accepts forms.");
		expect(get.headers.get("allow")).toBe("POST");
		expect(await responseOf("HEAD /theme HTTP/1.1", HOST)).toMatchObject({ status: 405, body: "" });
	});

	it.each([
		["br, gzip", "br", brotliDecompressSync],
		["gzip", "gzip", gunzipSync],
		["identity", undefined, (bytes: Buffer) => bytes],
	])(
		"a page for a browser that accepts %s is compressed so, and each part sent as soon as it is there",
		async (...row) => {
			const [accepted, encoding, decode] = row;
			const part = "A line of a page.\n".repeat(100);
			const first = Promise.withResolvers<void>();
			await start({
				dashboard: async (_request, response) => {
					response.setHeader("content-type", "text/html");
					response.write(part);
					// As Next does.
					(response as typeof response & { flush(): void }).flush();
					await first.promise;
					response.end(part);
				},
			});
			const headers = { host: "console.test:3000", "accept-encoding": accepted };
			const [response] = (await once(get({ port: server.port, headers }), "response")) as [IncomingMessage];
			const chunks: Buffer[] = [];
			for await (const chunk of response) {
				chunks.push(chunk);
				first.resolve();
			}
			expect(response.headers["content-encoding"]).toBe(encoding);
			expect(response.headers.vary).toBe("Accept-Encoding");
			expect(decode(Buffer.concat(chunks)).toString()).toBe(part + part);
		},
	);

	it("at most 32 responses are compressed at the same time, further ones are sent as they are", async () => {
		const part = "A line of a page.\n".repeat(100);
		const over = Promise.withResolvers<void>();
		await start({
			dashboard: async (_request, response) => {
				response.setHeader("content-type", "text/html").writeHead(200);
				response.flushHeaders();
				await over.promise;
				response.end(part);
			},
		});
		const headers = { host: "console.test:3000", "accept-encoding": "br" };
		const open = async () => {
			const [response] = (await once(get({ port: server.port, headers, agent: false }), "response")) as [
				IncomingMessage,
			];
			return response;
		};
		const responses: IncomingMessage[] = [];
		while (responses.length < 34) responses.push(await open());
		const encodings = responses.map((response) => response.headers["content-encoding"]);
		expect(encodings).toEqual([...Array(32).fill("br"), undefined, undefined]);
		over.resolve();
		for (const response of responses) response.resume();
		const encodingOfLater = async () => {
			const later = await open();
			later.resume();
			return later.headers["content-encoding"];
		};
		await expect.poll(encodingOfLater).toBe("br");
	});

	it("a part of a file is sent as it is", async () => {
		await start({
			dashboard: (_request, response) => {
				response.setHeader("content-type", "text/javascript");
				response.writeHead(206, { "content-range": "bytes 0-1999/9000" }).end("a".repeat(2_000));
			},
		});
		const { status, headers, body } = await responseOf("GET /_next/static/a.js HTTP/1.1", HOST, "Accept-Encoding: br");
		expect([status, headers.get("content-encoding"), body.length]).toEqual([206, undefined, 2_000]);
	});

	it("a page that broke off because the store can't be read becomes a 503 with a page that reports it and tries again", async () => {
		await start({
			dashboard: async ({ url }, response) => {
				await Promise.resolve();
				if (url !== "/other") markStoreFault("does not answer");
				response.statusCode = url === "/whole" ? 200 : 500;
				response.setHeader("content-type", "text/html");
				response.write("<h1>Something ");
				response.end("went wrong</h1>");
			},
		});
		const { status, headers, body } = await responseOf("GET /templates HTTP/1.1", HOST, HTML);
		expect([status, headers.get("retry-after")]).toEqual([503, "5"]);
		expect(body).toContain("The console's store does not answer. This page tries again by itself in 5 s.");
		expect(body).toContain('<meta http-equiv="refresh" content="5">');
		expect(body).not.toContain("Something");
		expect(await responseOf("GET /templates HTTP/1.1", HOST, "RSC: 1")).toMatchObject({ status: 503 });
		expect(await responseOf("GET /whole HTTP/1.1", HOST, HTML)).toMatchObject({ status: 200 });
		expect(await responseOf("GET /other HTTP/1.1", HOST, HTML)).toMatchObject({ status: 500 });
	});

	it("a page that found nothing is a 404, and to the browser's router like any page", async () => {
		await start({
			dashboard: async (_request, response) => {
				await Promise.resolve();
				markMissing();
				response.write("No template with this identifier");
				response.end();
			},
		});
		expect((await responseOf("GET /templates/x HTTP/1.1", HOST)).status).toBe(404);
		expect((await responseOf("GET /templates/x HTTP/1.1", HOST, "RSC: 1")).status).toBe(200);
	});
});

it.each([
	["POST", 307, 303],
	["GET", 307, 307],
	["POST", 308, 308],
])(
	"a page that redirects a %s with %d does so with %d: no form is sent on to the sign-in",
	async (method, from, to) => {
		await start({
			dashboard: (_request, response) => {
				response.statusCode = from;
				response.setHeader("location", "/sign-in");
				response.end();
			},
		});
		const post = () => responseToPost("/templates/new", "", ORIGIN);
		const { status, headers } = await (method === "POST" ? post() : responseOf("GET /templates/new HTTP/1.1", HOST));
		expect([status, headers.get("location")]).toEqual([to, "/sign-in"]);
	},
);

describe("an error of this server", () => {
	it.each(["/", "/api/v2/clients"])("at %s is a 500 with a message, and only the log has more", async (path) => {
		const logged = vi.spyOn(console, "error").mockImplementation(() => {});
		const fail = () => {
			throw new Error("planted secret");
		};
		await start({ dashboard: fail, service: async () => fail() });
		const { status, body } = await responseOf(`GET ${path} HTTP/1.1`, HOST);
		expect(status).toBe(500);
		expect(body).toContain("This server made a mistake. It is noted in its log.");
		expect(body).not.toContain("planted");
		expect(logged).toHaveBeenCalledOnce();
	});
});

it("a 500 of Next to its own router, to an action and to a form gets words or a page, with a reference that the log has; the words of a handler stay", async () => {
	const written = vi.spyOn(process.stdout, "write").mockReturnValue(true);
	await start({
		dashboard: (_request, response) => {
			response.writeHead(500, { "content-type": "text/plain" }).end("The words of a handler.");
		},
	});
	const get = (...lines: string[]) => responseOf("GET /templates HTTP/1.1", HOST, ...lines);
	const form = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--b--\r\n';
	const post = (...lines: string[]) =>
		responseToPost("/templates", form, ORIGIN, "Content-Type: multipart/form-data; boundary=b", ...lines);
	for (const page of [await get("RSC: 1", HTML), await post(HTML), await post("RSC: 1", HTML)]) {
		expect(page.status).toBe(500);
		expect(page.body).toContain("<h1>Something went wrong</h1>");
		expect(page.body).toContain(`Reference: ${page.headers.get("x-request-id")}`);
		expect(String(written.mock.calls)).toContain(`"requestId":"${page.headers.get("x-request-id")}"`);
	}
	const call = await responseToPost(
		"/templates",
		"[]",
		ORIGIN,
		`Next-Action: ${"40".repeat(21)}`,
		"Accept: text/x-component",
	);
	expect([call.status, call.headers.get("content-type")]).toEqual([500, "text/plain"]);
	expect(call.body).toMatch(/^This server made a mistake\. .* Reference: [0-9a-f-]{36}\n$/);
	expect(await get(HTML)).toMatchObject({ status: 500, body: expect.stringContaining("The words of a handler.") });
});

it("a 500 to an action that Next passes on to the page that has it is one to its caller as well", async () => {
	vi.spyOn(process.stdout, "write").mockReturnValue(true);
	const call = (...lines: string[]) =>
		responseToPost("/templates", "[]", ORIGIN, `Next-Action: ${"40".repeat(21)}`, ...lines);
	await start({
		dashboard: async ({ headers }, response) => {
			if (headers["x-action-forwarded"]) response.writeHead(500).end("a broken part");
			else {
				await call("X-Action-Forwarded: 1", `X-Console-Action: ${headers["x-console-action"]}`);
				response.setHeader("content-type", "application/json");
				response.end("{}");
			}
		},
	});
	expect(await call()).toMatchObject({ status: 500, body: expect.stringContaining("This server made a mistake.") });
});

it("an error after the head of a response closes the connection, and the server keeps running", async () => {
	vi.spyOn(console, "error").mockImplementation(() => {});
	await start({
		dashboard: async (_request, response) => {
			response.writeHead(200, { "content-length": 100 }).write("a part");
			throw new Error("planted secret");
		},
	});
	expect(await server.send(head("GET / HTTP/1.1", HOST)).whole()).not.toContain("planted");
	expect((await responseOf("GET /oauth/token HTTP/1.1", HOST)).status).toBe(200);
});

it("a response without content of the service has no length", async () => {
	await start({ service: async () => new Response(null, { status: 204 }) });
	expect((await responseOf("GET /oauth/token HTTP/1.1", HOST)).headers.get("content-length")).toBeUndefined();
});

it("without a service its addresses are a 404 with a message, for every method", async () => {
	await start({ service: null });
	for (const method of ["GET", "POST", "DELETE"]) {
		const { status, body } = await responseOf(`${method} /api/v2/clients HTTP/1.1`, HOST);
		expect([status, JSON.parse(body).message]).toEqual([404, "There is nothing at this URL."]);
		expect((await responseOf(`${method} /oauth/token HTTP/1.1`, HOST)).status).toBe(404);
	}
});
