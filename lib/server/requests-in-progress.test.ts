import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { afterEach, describe, expect, it, vi } from "vitest";
import { APP_URL, HOST, head, parseResponse, startTestServer, type TestServer } from "./testing/test-server.ts";

const HTML = "Accept: text/html";
const FORM = ["Content-Type: application/x-www-form-urlencoded", "Content-Length: 3"];
const ORIGIN = `Origin: ${APP_URL}`;
const CLOSE = "Connection: close";

let server: TestServer;
afterEach(async () => {
	vi.useRealTimers();
	await server.stop();
	vi.restoreAllMocks();
});

type Rendering = { request: IncomingMessage; response: ServerResponse; settle: () => void };

/** A server that serves one read and one write at a time, and whose pages the test renders. */
async function start(settings = { reads: 1, writes: 1 }) {
	const begun: Rendering[] = [];
	const waiting: ((rendering: Rendering) => void)[] = [];
	vi.spyOn(process.stdout, "write").mockReturnValue(true);
	server = await startTestServer({
		settings,
		service: async () => Response.json({ is: "the service" }),
		dashboard: (request, response) =>
			new Promise((settle) => {
				const rendering = { request, response, settle };
				const next = waiting.shift();
				if (next) next(rendering);
				else begun.push(rendering);
			}),
	});
	/** Sends a request; by the time this resolves it is being rendered. */
	return async function begin(sent: ReturnType<typeof get>) {
		const rendering = begun.shift() ?? (await new Promise<Rendering>((resolve) => waiting.push(resolve)));
		const end = (body: string) => {
			rendering.response.end(body);
			rendering.settle();
		};
		return { ...sent, ...rendering, end };
	};
}

const get = (path: string, ...lines: string[]) => server.send(head(`GET ${path} HTTP/1.1`, HOST, CLOSE, ...lines));
const post = (...lines: string[]) =>
	server.send(`${head("POST /theme HTTP/1.1", HOST, CLOSE, ORIGIN, ...FORM, ...lines)}abc`);
const responseOf = async (sent: { whole: () => Promise<string> }) => parseResponse(await sent.whole());
const figuresAre = (figures: object) =>
	expect.poll(() => server.figures(), { interval: 2 }).toEqual(expect.objectContaining(figures));
const actionHeader = ({ headers }: IncomingMessage) => `x-console-action: ${headers["x-console-action"]}`;

describe("beyond the bound", () => {
	it("the response to a page is at once one that reloads itself after its Retry-After", async () => {
		const begin = await start();
		await begin(get("/templates"));
		const { status, headers, body } = await responseOf(get("/templates", HTML));
		expect(status).toBe(503);
		expect(Number(headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
		expect(body).toContain(`<meta http-equiv="refresh" content="${headers.get("retry-after")}">`);
		expect(body).toContain("<h1>Try again in a moment</h1>");
	});

	it("an action is refused with a message that its form shows, and no page reloads a form's target", async () => {
		const begin = await start();
		await begin(post());
		const action = await responseOf(post("Accept: text/x-component"));
		expect([action.status, action.headers.get("content-type")]).toEqual([503, "text/plain"]);
		expect(action.body).toMatch(/Nothing was sent\. Nothing was changed\. Try again in \d s\.\n$/);
		const form = await responseOf(post(HTML));
		expect([form.status, form.body.includes("http-equiv")]).toEqual([503, false]);
		expect(form.headers.get("retry-after")).toMatch(/^\d$/);
	});

	/** Blocks the process, without work for the processor. */
	const fallBehind = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600);

	it("a process that falls behind serves a tenth of the reads from then on, beside writes", async () => {
		const begin = await start({ reads: 10, writes: 1 });
		const pages = [];
		while (pages.length < 10) pages.push(await begin(get("/templates")));
		fallBehind();
		expect((await responseOf(get("/templates", HTML))).status).toBe(503);
		const [last, ...others] = pages;
		for (const page of others) page.end("a page");
		await figuresAre({ reads: 1 });
		expect((await responseOf(get("/templates", HTML))).status).toBe(503);
		await begin(post());
		last?.end("a page");
		await figuresAre({ reads: 0 });
		await begin(get("/templates"));
	});

	it("a process that falls behind while writes are at their bound refuses those alone", async () => {
		const begin = await start({ reads: 10, writes: 1 });
		await begin(post());
		fallBehind();
		expect((await responseOf(post())).status).toBe(503);
		for (let count = 0; count < 10; count += 1) await begin(get("/templates"));
	});

	it("a process that falls behind below its bound refuses nothing", async () => {
		const begin = await start({ reads: 10, writes: 1 });
		await begin(get("/templates"));
		fallBehind();
		await begin(get("/templates"));
		await begin(get("/templates"));
	});

	it("of reads a write is served, and beyond that of writes a read", async () => {
		const begin = await start();
		const page = await begin(get("/templates"));
		const action = await begin(post());
		action.end("saved");
		expect(await responseOf(action)).toMatchObject({ status: 200, body: "saved" });
		await begin(post());
		page.end("a page");
		expect((await responseOf(page)).status).toBe(200);
		const next = await begin(get("/templates"));
		next.end("another page");
		expect(await responseOf(next)).toMatchObject({ status: 200, body: "another page" });
	});

	it("health checks, files of the build and the identity service respond as usual", async () => {
		const begin = await start();
		await begin(get("/templates"));
		expect((await responseOf(get("/healthz"))).status).toBe(200);
		for (const path of ["/readyz", "/_next/static/chunks/a.js"]) {
			const check = await begin(get(path));
			check.end("as ever");
			expect(await responseOf(check)).toMatchObject({ status: 200, body: "as ever" });
		}
		expect((await responseOf(get("/api/v2/clients"))).status).toBe(200);
		expect((await responseOf(get("/oauth/token"))).status).toBe(200);
	});

	it("the log reports it with figures, once for all refusals of the next seconds", async () => {
		const begin = await start();
		await begin(get("/templates"));
		for (let count = 0; count < 5; count += 1) expect((await responseOf(get("/templates"))).status).toBe(503);
		const lines = vi.mocked(process.stdout.write).mock.calls.map(([line]) => JSON.parse(String(line)));
		expect(lines).toEqual([expect.objectContaining({ level: 40, refused: 1, reads: 1, writes: 0 })]);
	});
});

describe("a page", () => {
	it("counts until it is sent, or its client hangs up", async () => {
		const begin = await start({ reads: 2, writes: 1 });
		const [first, second] = [await begin(get("/templates")), await begin(get("/templates"))];
		expect(server.figures()).toEqual({ reads: 2, writes: 0 });
		first.end("a page");
		await figuresAre({ reads: 1 });
		second.socket.destroy();
		await figuresAre({ reads: 0 });
	});

	it("counts no longer while it only waits for its client, however slowly that reads", async () => {
		const begin = await start();
		const { socket, response } = await begin(get("/templates"));
		socket.pause();
		// More than the system keeps for it.
		response.write("x".repeat(20_000_000));
		const second = await begin(get("/activity"));
		second.end("a page");
		expect((await responseOf(second)).status).toBe(200);
	});

	it("counts no longer once it is rendered behind another one of its connection", async () => {
		const begin = await start({ reads: 2, writes: 1 });
		const sent = server.send(head("GET /a HTTP/1.1", HOST) + head("GET /b HTTP/1.1", HOST, CLOSE));
		const [first, second] = [await begin(sent), await begin(sent)];
		second.response.end("the second");
		await figuresAre({ reads: 1 });
		first.end("the first");
		expect(await sent.whole()).toMatch(/the first\r\n0\r\n\r\nHTTP[\s\S]*the second\r\n0\r\n\r\n$/);
	});
});

describe("an action", () => {
	it("counts until it is done where its client has disconnected", async () => {
		const begin = await start();
		const action = await begin(post());
		action.socket.destroy();
		await expect.poll(() => server.connections(), { interval: 2 }).toBe(0);
		expect((await responseOf(post())).status).toBe(503);
		action.settle();
		await figuresAre({ writes: 0 });
	});

	it("counts no longer once its client has disconnected from a response that has begun, which Next never settles", async () => {
		const begin = await start();
		const { socket, response } = await begin(post());
		response.flushHeaders();
		await once(socket, "data");
		expect(server.figures()).toEqual({ reads: 0, writes: 1 });
		socket.destroy();
		await figuresAre({ writes: 0 });
	});

	it("counts no longer after half a minute, which Next never settles", async () => {
		vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
		const begin = await start();
		await begin(post());
		vi.advanceTimersByTime(29_999);
		expect(server.figures()).toEqual({ reads: 0, writes: 1 });
		vi.advanceTimersByTime(1);
		expect(server.figures()).toEqual({ reads: 0, writes: 0 });
	});

	it("includes what Next requests for it, which is neither refused nor counted", async () => {
		const begin = await start();
		const other = await begin(get("/activity"));
		const action = await begin(post());
		const forwarded = await begin(post(actionHeader(action.request)));
		expect(actionHeader(forwarded.request), "an action that Next passes on redirects").toBe(
			actionHeader(action.request),
		);
		const page = await begin(get("/templates", actionHeader(action.request), ORIGIN));
		expect(page.request.headers["x-console-action"], "the page passes it on to nothing").toBeUndefined();
		expect(server.figures()).toEqual({ reads: 1, writes: 1 });
		for (const each of [page, forwarded, action, other]) {
			each.end("done");
			expect(await responseOf(each)).toMatchObject({ status: 200, body: "done" });
		}
		expect(server.figures()).toEqual({ reads: 0, writes: 0 });
	});

	it("counts no longer when its client disconnects while the page that it redirects to is rendered, which Next may never settle", async () => {
		const begin = await start();
		const action = await begin(post());
		await begin(get("/templates", actionHeader(action.request)));
		expect(server.figures()).toEqual({ reads: 0, writes: 1 });
		action.socket.destroy();
		await figuresAre({ writes: 0 });
	});

	it("counts no longer when it redirects after its client has disconnected, and the page is not rendered", async () => {
		const begin = await start();
		const action = await begin(post());
		action.socket.destroy();
		await expect.poll(() => server.connections(), { interval: 2 }).toBe(0);
		expect(server.figures()).toEqual({ reads: 0, writes: 1 });
		expect((await responseOf(get("/templates", actionHeader(action.request)))).status).toBe(204);
		expect(server.figures()).toEqual({ reads: 0, writes: 0 });
	});

	it("is claimed by no one else: a name that is made up, or of an action that is done, is as none", async () => {
		const begin = await start();
		const action = await begin(post());
		const name = actionHeader(action.request);
		action.end("done");
		await responseOf(action);
		const page = await begin(get("/templates", name));
		expect(page.request.headers["x-console-action"]).toBeUndefined();
		const next = await begin(post(name));
		expect(actionHeader(next.request)).not.toBe(name);
		for (const claimed of [name, "x-console-action: 1", "x-console-action: undefined"]) {
			expect((await responseOf(get("/templates", claimed))).status).toBe(503);
			expect((await responseOf(post(claimed))).status).toBe(503);
		}
	});
});
