import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { afterEach, describe, expect, it, vi } from "vitest";
import { waitForTenant } from "../process/request-context.ts";
import { APP_URL, HOST, head, parseAnswer, startTestServer, type TestServer } from "./testing/test-server.ts";

const HTML = "Accept: text/html";
const FORM = ["Content-Type: application/x-www-form-urlencoded", "Content-Length: 3"];
const ORIGIN = `Origin: ${APP_URL}`;
const CLOSE = "Connection: close";

let server: TestServer;
afterEach(async () => {
	await server.stop();
	vi.restoreAllMocks();
});

type Rendering = { request: IncomingMessage; response: ServerResponse };

/** A server with one place and room for one in line, whose pages are made when the test says so. */
async function start(gate = {}) {
	const begun: Rendering[] = [];
	const waiting: ((rendering: Rendering) => void)[] = [];
	vi.spyOn(process.stdout, "write").mockReturnValue(true);
	server = await startTestServer({
		gate: { inside: 1, waiting: 1, ...gate },
		service: async () => Response.json({ is: "the service" }),
		dashboard: async (request, response) => {
			const next = waiting.shift();
			if (next) next({ request, response });
			else begun.push({ request, response });
			await once(response, "close");
		},
	});
	/** The next page that is begun. */
	const next = () => {
		const rendering = begun.shift();
		return rendering ? Promise.resolve(rendering) : new Promise<Rendering>((resolve) => waiting.push(resolve));
	};
	/** Asks for a page; by the time this resolves it is being made. */
	async function inside(...lines: string[]) {
		const rendering = next();
		const sent = server.send(head("GET /templates HTTP/1.1", HOST, CLOSE, ...lines));
		return { ...sent, ...(await rendering) };
	}
	return { next, inside };
}

const get = (path: string, ...lines: string[]) => server.send(head(`GET ${path} HTTP/1.1`, HOST, CLOSE, ...lines));
const post = (...lines: string[]) =>
	server.send(`${head("POST /theme HTTP/1.1", HOST, CLOSE, ORIGIN, ...FORM, ...lines)}abc`);
const answerOf = async (sent: { whole: () => Promise<string> }) => parseAnswer(await sent.whole());

/** One page is made, one request waits in line. */
async function crowd() {
	const { inside, next } = await start();
	const first = await inside();
	const second = post();
	await vi.waitFor(() => expect(server.figures()).toMatchObject({ waiting: 1 }), { interval: 2 });
	return { first, second, next };
}

describe("under more load than there are places for", () => {
	it("a page is answered by one that loads itself again, when its Retry-After says", async () => {
		await crowd();
		const { status, headers, body } = await answerOf(get("/templates", HTML));
		expect(status).toBe(503);
		expect(Number(headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
		expect(body).toContain(`<meta http-equiv="refresh" content="${headers.get("retry-after")}">`);
		expect(body).toContain("<h1>Try again in a moment</h1>");
	});

	it("an action is refused in words that its form shows, and no page loads a form's target again", async () => {
		await crowd();
		const action = await answerOf(post("Accept: text/x-component"));
		expect([action.status, action.headers.get("content-type")]).toEqual([503, "text/plain"]);
		expect(action.body).toMatch(/Nothing was sent\. Nothing was changed\. Try again in \d s\.\n$/);
		const form = await answerOf(post(HTML));
		expect([form.status, form.body.includes("http-equiv")]).toEqual([503, false]);
		expect(form.headers.get("retry-after")).toMatch(/^\d$/);
	});

	it("health, files of the build and the identity service are answered as ever", async () => {
		const { next } = await crowd();
		for (const path of ["/healthz", "/readyz", "/_next/static/chunks/a.js"]) {
			const sent = get(path);
			(await next()).response.end("as ever");
			expect(await answerOf(sent)).toMatchObject({ status: 200, body: "as ever" });
		}
		expect((await answerOf(get("/api/v2/clients"))).status).toBe(200);
		expect((await answerOf(get("/oauth/token"))).status).toBe(200);
	});

	it("who hangs up leaves the line and the place", async () => {
		const { first, second, next } = await crowd();
		second.socket.destroy();
		await vi.waitFor(() => expect(server.figures()).toMatchObject({ waiting: 0 }), { interval: 2 });
		const third = get("/activity");
		await vi.waitFor(() => expect(server.figures()).toMatchObject({ waiting: 1 }), { interval: 2 });
		first.socket.destroy();
		const { request, response } = await next();
		expect(request.url).toBe("/activity");
		response.end("a page");
		expect((await answerOf(third)).status).toBe(200);
	});

	it("the log says so with figures, once for all that are refused in the next seconds", async () => {
		await crowd();
		for (let count = 0; count < 5; count += 1) expect((await answerOf(get("/templates"))).status).toBe(503);
		const lines = vi.mocked(process.stdout.write).mock.calls.map(([line]) => JSON.parse(String(line)));
		expect(lines).toEqual([expect.objectContaining({ level: 40, refused: 1, inside: 1, waiting: 1, away: 0 })]);
	});
});

describe("a place", () => {
	it("is free as soon as the answer is made, whoever reads it slowly", async () => {
		const { inside, next } = await start();
		const { socket, response } = await inside();
		socket.pause();
		while (response.write("x".repeat(65_536)));
		const second = get("/activity");
		(await next()).response.end("a page");
		expect((await answerOf(second)).status).toBe(200);
	});

	it("is kept by an action whose reader has gone, until it is done", async () => {
		const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
		const { promise: done, resolve: end } = Promise.withResolvers<void>();
		server = await startTestServer({
			gate: { inside: 1 },
			dashboard: async ({ method }, response) => {
				begin();
				if (method === "POST") await done;
				response.end("a page");
			},
		});
		const action = post();
		await begun;
		const page = get("/activity");
		await vi.waitFor(() => expect(server.figures()).toMatchObject({ inside: 1, waiting: 1 }), { interval: 2 });
		action.socket.destroy();
		await vi.waitFor(() => expect(server.connections()).toBe(1), { interval: 2 });
		expect(server.figures()).toMatchObject({ inside: 1, waiting: 1 });
		end();
		expect((await answerOf(page)).status).toBe(200);
	});

	it("is free while a page waits for the tenant, and taken again before it goes on", async () => {
		const { promise: tenant, resolve: answer } = Promise.withResolvers<void>();
		const { promise: second, resolve: endSecond } = Promise.withResolvers<void>();
		const steps: string[] = [];
		server = await startTestServer({
			gate: { inside: 1 },
			dashboard: async ({ url }, response) => {
				steps.push(`${url} begins`);
				if (url === "/waits")
					await waitForTenant(
						() => tenant,
						() => new Error("too many"),
					);
				else await second;
				steps.push(`${url} is made`);
				response.end("a page");
			},
		});
		const one = get("/waits");
		await vi.waitFor(() => expect(steps).toEqual(["/waits begins"]), { interval: 2 });
		const two = get("/other");
		await vi.waitFor(() => expect(steps).toEqual(["/waits begins", "/other begins"]), { interval: 2 });
		answer();
		await vi.waitFor(() => expect(server.figures()).toEqual({ inside: 1, waiting: 1, away: 0 }), { interval: 2 });
		endSecond();
		expect([(await answerOf(one)).status, (await answerOf(two)).status]).toEqual([200, 200]);
		expect(steps.slice(2)).toEqual(["/other is made", "/waits is made"]);
	});

	it("of an action is also that of the page which Next asks for in its name, and nobody else's", async () => {
		const { next } = await start({ waiting: 0 });
		const action = post();
		const { request, response } = await next();
		const mark = `x-console-visit: ${request.headers["x-console-visit"]}`;
		const page = get("/templates", mark, ORIGIN);
		(await next()).response.end("the page it redirects to");
		expect((await answerOf(page)).body).toBe("the page it redirects to");
		const sentOn = post(mark);
		const { request: part, response: partly } = await next();
		expect(`x-console-visit: ${part.headers["x-console-visit"]}`).toBe(mark);
		partly.end("a part of it");
		expect((await answerOf(sentOn)).body).toBe("a part of it");
		expect((await answerOf(get("/templates", "x-console-visit: 1"))).status).toBe(503);
		expect((await answerOf(get("/templates"))).status).toBe(503);
		response.end("done");
		expect((await answerOf(action)).status).toBe(200);

		const rendering = next();
		const later = get("/templates", mark);
		const { request: stripped, response: last } = await rendering;
		expect(stripped.headers["x-console-visit"]).toBeUndefined();
		last.end("an ordinary page");
		await once(later.socket, "close");
	});

	describe("of an action from which Next never comes back is free", () => {
		/** An action that the test has begun. Its mark, and what becomes of the page that it redirects to. */
		async function begin() {
			const { promise: begun, resolve: begin } = Promise.withResolvers<IncomingMessage>();
			const pages: ServerResponse[] = [];
			server = await startTestServer({
				gate: { inside: 1 },
				dashboard: async (request, response) => {
					if (request.method === "POST") begin(request);
					else pages.push(response);
					await new Promise(() => {});
				},
			});
			const action = post();
			const mark = `x-console-visit: ${(await begun).headers["x-console-visit"]}`;
			return { action, mark, pages };
		}
		const isFree = () => vi.waitFor(() => expect(server.figures()).toMatchObject({ inside: 0 }), { interval: 2 });

		it("when its reader goes while the page is made that it redirects to", async () => {
			const { action, mark, pages } = await begin();
			get("/templates", mark);
			await vi.waitFor(() => expect(pages).toHaveLength(1), { interval: 2 });
			expect(server.figures()).toMatchObject({ inside: 1 });
			action.socket.destroy();
			await isFree();
		});

		it("when it comes to that page after its reader has gone, and the page is not made", async () => {
			const { action, mark, pages } = await begin();
			action.socket.destroy();
			await vi.waitFor(() => expect(server.connections()).toBe(0), { interval: 2 });
			expect(server.figures()).toMatchObject({ inside: 1 });
			expect((await answerOf(get("/templates", mark))).status).toBe(204);
			await isFree();
			expect(pages).toEqual([]);
		});
	});

	it("ends with an action whose reader goes just before the end of the answer, of which Next never hears", async () => {
		vi.spyOn(process.stdout, "write").mockReturnValue(true);
		const { promise: mark, resolve: keepMark } = Promise.withResolvers<unknown>();
		const { promise: page, resolve: begin } = Promise.withResolvers<ServerResponse>();
		server = await startTestServer({
			gate: { inside: 1, waiting: 0 },
			dashboard: async ({ method, socket, headers }, response) => {
				if (method !== "POST") {
					begin(response);
					return void (await once(response, "close"));
				}
				keepMark(headers["x-console-visit"]);
				// What a write does that finds nobody at the other end. Next then waits for the end to be sent, for ever.
				socket.destroy();
				response.end("done");
				await once(response, "finish");
			},
		});
		await once(post().socket, "close");
		await vi.waitFor(() => expect(server.figures()).toMatchObject({ inside: 0 }), { interval: 2 });
		const other = get("/activity");
		const response = await page;
		expect((await answerOf(get("/templates", `x-console-visit: ${await mark}`))).status).toBe(503);
		response.end("a page");
		expect((await answerOf(other)).status).toBe(200);
	});
});
