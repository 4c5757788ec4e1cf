import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { afterEach, describe, expect, it, vi } from "vitest";
import { waitForTenant } from "../process/request-context.ts";
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

type Rendering = { request: IncomingMessage; response: ServerResponse };

/** A server with one slot and a queue of one, whose pages the test renders. */
async function start(admission = {}) {
	const begun: Rendering[] = [];
	const waiting: ((rendering: Rendering) => void)[] = [];
	vi.spyOn(process.stdout, "write").mockReturnValue(true);
	server = await startTestServer({
		admission: { active: 1, queued: 1, ...admission },
		service: async () => Response.json({ is: "the service" }),
		dashboard: async (request, response) => {
			const next = waiting.shift();
			if (next) next({ request, response });
			else begun.push({ request, response });
			await once(response, "close");
		},
	});
	/** The next page that begins to render. */
	const next = () => {
		const rendering = begun.shift();
		return rendering ? Promise.resolve(rendering) : new Promise<Rendering>((resolve) => waiting.push(resolve));
	};
	/** Requests a page; by the time this resolves it is being rendered. */
	async function render(...lines: string[]) {
		const rendering = next();
		const sent = server.send(head("GET /templates HTTP/1.1", HOST, CLOSE, ...lines));
		return { ...sent, ...(await rendering) };
	}
	return { next, render };
}

const get = (path: string, ...lines: string[]) => server.send(head(`GET ${path} HTTP/1.1`, HOST, CLOSE, ...lines));
const post = (...lines: string[]) =>
	server.send(`${head("POST /theme HTTP/1.1", HOST, CLOSE, ORIGIN, ...FORM, ...lines)}abc`);
const responseOf = async (sent: { whole: () => Promise<string> }) => parseResponse(await sent.whole());

/** One page is being rendered, one request is queued. */
async function crowd() {
	const { render, next } = await start();
	const first = await render();
	const second = post();
	await vi.waitFor(() => expect(server.figures()).toMatchObject({ queued: 1 }), { interval: 2 });
	return { first, second, next };
}

describe("under overload", () => {
	it("the response to a page is one that reloads itself after its Retry-After", async () => {
		await crowd();
		const { status, headers, body } = await responseOf(get("/templates", HTML));
		expect(status).toBe(503);
		expect(Number(headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
		expect(body).toContain(`<meta http-equiv="refresh" content="${headers.get("retry-after")}">`);
		expect(body).toContain("<h1>Try again in a moment</h1>");
	});

	it("an action is refused with a message that its form shows, and no page reloads a form's target", async () => {
		await crowd();
		const action = await responseOf(post("Accept: text/x-component"));
		expect([action.status, action.headers.get("content-type")]).toEqual([503, "text/plain"]);
		expect(action.body).toMatch(/Nothing was sent\. Nothing was changed\. Try again in \d s\.\n$/);
		const form = await responseOf(post(HTML));
		expect([form.status, form.body.includes("http-equiv")]).toEqual([503, false]);
		expect(form.headers.get("retry-after")).toMatch(/^\d$/);
	});

	it("health checks, files of the build and the identity service respond as usual", async () => {
		const { next } = await crowd();
		for (const path of ["/healthz", "/readyz", "/_next/static/chunks/a.js"]) {
			const sent = get(path);
			(await next()).response.end("as ever");
			expect(await responseOf(sent)).toMatchObject({ status: 200, body: "as ever" });
		}
		expect((await responseOf(get("/api/v2/clients"))).status).toBe(200);
		expect((await responseOf(get("/oauth/token"))).status).toBe(200);
	});

	it("a client that hangs up frees its place in the queue and its slot", async () => {
		const { first, second, next } = await crowd();
		second.socket.destroy();
		await vi.waitFor(() => expect(server.figures()).toMatchObject({ queued: 0 }), { interval: 2 });
		expect(process.stdout.write, "it was not refused").not.toHaveBeenCalled();
		const third = get("/activity");
		await vi.waitFor(() => expect(server.figures()).toMatchObject({ queued: 1 }), { interval: 2 });
		first.socket.destroy();
		const { request, response } = await next();
		expect(request.url).toBe("/activity");
		response.end("a page");
		expect((await responseOf(third)).status).toBe(200);
	});

	it("the log reports it with figures, once for all refusals of the next seconds", async () => {
		await crowd();
		for (let count = 0; count < 5; count += 1) expect((await responseOf(get("/templates"))).status).toBe(503);
		const lines = vi.mocked(process.stdout.write).mock.calls.map(([line]) => JSON.parse(String(line)));
		expect(lines).toEqual([expect.objectContaining({ level: 40, refused: 1, active: 1, queued: 1, suspended: 0 })]);
	});
});

describe("a slot", () => {
	it("is free as soon as the page is rendered, however slowly the client reads it", async () => {
		const { render, next } = await start();
		const { socket, response } = await render();
		socket.pause();
		while (response.write("x".repeat(65_536)));
		const second = get("/activity");
		(await next()).response.end("a page");
		expect((await responseOf(second)).status).toBe(200);
	});

	it("is held by an action whose client has disconnected, until the action is done", async () => {
		const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
		const { promise: done, resolve: end } = Promise.withResolvers<void>();
		server = await startTestServer({
			admission: { active: 1 },
			dashboard: async ({ method }, response) => {
				begin();
				if (method === "POST") await done;
				response.end("a page");
			},
		});
		const action = post();
		await begun;
		const page = get("/activity");
		await vi.waitFor(() => expect(server.figures()).toMatchObject({ active: 1, queued: 1 }), { interval: 2 });
		action.socket.destroy();
		await vi.waitFor(() => expect(server.connections()).toBe(1), { interval: 2 });
		expect(server.figures()).toMatchObject({ active: 1, queued: 1 });
		end();
		expect((await responseOf(page)).status).toBe(200);
	});

	it("is free while a page waits for the tenant, and acquired again before the page resumes", async () => {
		const { promise: tenant, resolve: respond } = Promise.withResolvers<void>();
		const { promise: second, resolve: endSecond } = Promise.withResolvers<void>();
		const steps: string[] = [];
		server = await startTestServer({
			admission: { active: 1 },
			dashboard: async ({ url }, response) => {
				steps.push(`${url} begins`);
				if (url === "/waits")
					await waitForTenant(
						() => tenant,
						() => new Error("too many"),
					);
				else await second;
				steps.push(`${url} is rendered`);
				response.end("a page");
			},
		});
		const one = get("/waits");
		await vi.waitFor(() => expect(steps).toEqual(["/waits begins"]), { interval: 2 });
		const two = get("/other");
		await vi.waitFor(() => expect(steps).toEqual(["/waits begins", "/other begins"]), { interval: 2 });
		respond();
		await vi.waitFor(() => expect(server.figures()).toEqual({ active: 1, queued: 1, suspended: 0 }), { interval: 2 });
		endSecond();
		expect([(await responseOf(one)).status, (await responseOf(two)).status]).toEqual([200, 200]);
		expect(steps.slice(2)).toEqual(["/other is rendered", "/waits is rendered"]);
	});

	it("of an action also serves the page that Next requests for it, and no other request", async () => {
		const { next } = await start({ queued: 0 });
		const action = post();
		const { request, response } = await next();
		const actionId = `x-console-action: ${request.headers["x-console-action"]}`;
		const page = get("/templates", actionId, ORIGIN);
		(await next()).response.end("the page it redirects to");
		expect((await responseOf(page)).body).toBe("the page it redirects to");
		const forwarded = post(actionId);
		const { request: part, response: partly } = await next();
		expect(`x-console-action: ${part.headers["x-console-action"]}`).toBe(actionId);
		partly.end("a part of it");
		expect((await responseOf(forwarded)).body).toBe("a part of it");
		expect((await responseOf(get("/templates", "x-console-action: 1"))).status).toBe(503);
		expect((await responseOf(get("/templates"))).status).toBe(503);
		response.end("done");
		expect((await responseOf(action)).status).toBe(200);

		const rendering = next();
		const later = get("/templates", actionId);
		const { request: stripped, response: last } = await rendering;
		expect(stripped.headers["x-console-action"]).toBeUndefined();
		last.end("an ordinary page");
		await once(later.socket, "close");
	});

	describe("of an action that Next never settles is free", () => {
		/** A running action, its header, and the pages that are rendered for it. */
		async function begin() {
			const { promise: begun, resolve: begin } = Promise.withResolvers<IncomingMessage>();
			const pages: ServerResponse[] = [];
			server = await startTestServer({
				admission: { active: 1 },
				dashboard: async (request, response) => {
					if (request.method === "POST") begin(request);
					else pages.push(response);
					await new Promise(() => {});
				},
			});
			const action = post();
			const actionId = `x-console-action: ${(await begun).headers["x-console-action"]}`;
			return { action, actionId, pages };
		}
		const isFree = () => vi.waitFor(() => expect(server.figures()).toMatchObject({ active: 0 }), { interval: 2 });

		it("when its client disconnects while its redirect's target is rendered", async () => {
			const { action, actionId, pages } = await begin();
			get("/templates", actionId);
			await vi.waitFor(() => expect(pages).toHaveLength(1), { interval: 2 });
			expect(server.figures()).toMatchObject({ active: 1 });
			action.socket.destroy();
			await isFree();
		});

		it("after half a minute", async () => {
			vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
			await begin();
			vi.advanceTimersByTime(29_999);
			expect(server.figures()).toMatchObject({ active: 1 });
			vi.advanceTimersByTime(1);
			expect(server.figures()).toMatchObject({ active: 0 });
		});

		it("when it redirects after its client has disconnected, and the target is not rendered", async () => {
			const { action, actionId, pages } = await begin();
			action.socket.destroy();
			await vi.waitFor(() => expect(server.connections()).toBe(0), { interval: 2 });
			expect(server.figures()).toMatchObject({ active: 1 });
			expect((await responseOf(get("/templates", actionId))).status).toBe(204);
			await isFree();
			expect(pages).toEqual([]);
		});
	});

	it("is free when an action's client disconnects just before the end of the response, which Next never settles", async () => {
		vi.spyOn(process.stdout, "write").mockReturnValue(true);
		const { promise: actionId, resolve: keepActionId } = Promise.withResolvers<unknown>();
		const { promise: page, resolve: begin } = Promise.withResolvers<ServerResponse>();
		server = await startTestServer({
			admission: { active: 1, queued: 0 },
			dashboard: async ({ method, socket, headers }, response) => {
				if (method !== "POST") {
					begin(response);
					return void (await once(response, "close"));
				}
				keepActionId(headers["x-console-action"]);
				// As a write to a closed connection does. Next then waits forever for the end to be sent.
				socket.destroy();
				response.end("done");
				await once(response, "finish");
			},
		});
		await once(post().socket, "close");
		await vi.waitFor(() => expect(server.figures()).toMatchObject({ active: 0 }), { interval: 2 });
		const other = get("/activity");
		const response = await page;
		expect((await responseOf(get("/templates", `x-console-action: ${await actionId}`))).status).toBe(503);
		response.end("a page");
		expect((await responseOf(other)).status).toBe(200);
	});
});
