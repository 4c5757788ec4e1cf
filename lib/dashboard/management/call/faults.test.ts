import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { template } from "@/lib/contract/template/template";
import { problemOf } from "../../problem/problem-of";
import { clearDashboardState, pointAtService, signInAs } from "../../testing/dashboard-state";
import { drip, type FaultServer, flood, type Handler, json, raw, startFaultServer } from "../../testing/fault-server";
import { getTemplate, listTemplates } from "../templates";
import { accessToken } from "./access-token";
import { callManagement } from "./client";
import type { ManagementError } from "./errors";

let service: FaultServer;
const HEAD = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n";
const MEGABYTE = 1024 * 1024;

beforeEach(async () => {
	service = await startFaultServer();
	await pointAtService(service.address);
	signInAs("editor");
});

afterEach(async () => {
	vi.useRealTimers();
	await clearDashboardState();
	await service.close();
});

async function failure(call: Promise<unknown>): Promise<ManagementError> {
	return call.then(
		() => Promise.reject(new Error("the call succeeded")),
		(error) => error,
	);
}

const remove = (withinMs?: number) => callManagement("delete_vc_templates_by_id", { path: { id: "vct_1" }, withinMs });

describe("responses that never end, or end too soon", () => {
	test("a slow response of single bytes is cut off at the deadline", async () => {
		service.handle = (_, response) => drip(response, 100);
		const start = performance.now();
		const call = callManagement("get_vc_templates", { withinMs: 700 });
		expect(await failure(call)).toMatchObject({ kind: "unavailable", cause: { kind: "time-out" } });
		// Without it the call would last for the ten seconds of the transport.
		expect(performance.now() - start).toBeLessThan(8000);
		expect(service.seen).toHaveLength(1);
	});

	test("a write without a response is unknown, is reported within ten seconds, and is sent once", async () => {
		service.handle = () => {};
		const error = await failure(remove(300));
		expect(error).toMatchObject({ kind: "unavailable", outcomeUnknown: true });
		expect(problemOf(error, "template").title).toBe("Not confirmed");
		expect(service.seen).toHaveLength(1);
	});

	const breaks: [string, Handler][] = [
		["before the headers", (_, response) => response.socket?.destroy()],
		["with a reset", (_, response) => response.socket?.resetAndDestroy()],
		[
			"in the middle of the headers",
			(_, response) => raw(response, `${HEAD}content-len`, (socket) => socket.destroy()),
		],
		[
			"in the middle of the body",
			(_, response) => raw(response, `${HEAD}content-length: 99\r\n\r\n{"id":"v`, (socket) => socket.destroy()),
		],
		[
			"in the middle of a chunk",
			(_, response) =>
				raw(response, `${HEAD}transfer-encoding: chunked\r\n\r\nff\r\n{"id":"vct_1"}`, (socket) => socket.end()),
		],
	];
	test.each(breaks)(
		"a connection that breaks %s yields no partial response: a read is sent twice, a write once",
		async (_, handle) => {
			service.handle = handle;
			expect(await failure(getTemplate("vct_1"))).toMatchObject({ kind: "unavailable" });
			expect(service.seen).toHaveLength(2);
			expect(await failure(remove())).toMatchObject({ kind: "unavailable", outcomeUnknown: true });
			expect(service.seen).toHaveLength(3);
		},
	);
});

describe("responses that are too large", () => {
	test("of 200 MB fewer than 50 are received", async () => {
		let received = Promise.resolve(0);
		service.handle = (_, response) => {
			const { socket } = response;
			received = new Promise((resolve) => response.once("close", () => resolve(socket?.bytesWritten ?? Number.NaN)));
			flood(response, 200 * MEGABYTE);
		};
		const error = await failure(getTemplate("vct_1"));
		expect(error.kind).toBe("too-large");
		expect(problemOf(error, "template").title).toBe("Response too large");
		expect(await received).toBeLessThan(50 * MEGABYTE);
	});

	test("a response that declares too large a length is not waited for", async () => {
		service.handle = (_, response) => {
			response.writeHead(200, { "content-length": 200 * MEGABYTE }).flushHeaders();
			response.write("{");
		};
		expect(await failure(getTemplate("vct_1"))).toMatchObject({ kind: "too-large" });
	});

	test.each([40_000, 1_000_000])("headers of %i bytes are too large, and leave a write unknown", async (bytes) => {
		service.handle = (_, response) => raw(response, `${HEAD}x-padding: ${"x".repeat(bytes)}\r\n\r\n{}`);
		const problem = problemOf(await failure(getTemplate("vct_1")), "template");
		expect(problem.title).toBe("Headers too large");
		expect(problem.message).not.toContain("MB");
		const error = await failure(remove());
		expect(error.outcomeUnknown).toBe(true);
		expect(problemOf(error, "template").message).toContain("the headers of the response are too large to be read");
	});

	test.each(["gzip", "deflate", "br", "zstd"])("a body encoded as %s is not decoded", async (encoding) => {
		service.handle = (seen, response) => {
			expect(seen.headers["accept-encoding"]).toBe("identity");
			response.writeHead(200, { "content-encoding": encoding }).end(Buffer.alloc(1000));
		};
		expect(await failure(getTemplate("vct_1"))).toMatchObject({ kind: "not-understood" });
	});
});

test.each([
	["no JSON", '"\\'.repeat(200_000)],
	["nested a hundred thousand times", `{"id":"vct_1","x":${"[".repeat(100_000)}${"]".repeat(100_000)}}`],
])("a response that is %s is not understood", async (_, text) => {
	service.handle = (_seen, response) => response.writeHead(200).end(text);
	expect(await failure(getTemplate("vct_1"))).toMatchObject({ kind: "not-understood" });
});

test.each([301, 302, 303, 307, 308])("a %i to another host is not followed, and no token leaves", async (status) => {
	const other = await startFaultServer();
	service.handle = (_, response) => response.writeHead(status, { location: `${other.address}/api/v2/x` }).end();
	const error = await failure(getTemplate("vct_1"));
	expect(error.kind).toBe("redirected");
	expect(problemOf(error, "template").title).toBe("Unexpected redirect");
	service.respondWithToken = (_, response) =>
		response.writeHead(status, { location: `${other.address}/oauth/token` }).end();
	await pointAtService(service.address);
	signInAs("editor");
	expect(await failure(getTemplate("vct_1"))).toMatchObject({ kind: "redirected", area: "token" });
	expect([other.seen.length, other.tokensIssued()]).toEqual([0, 0]);
	await other.close();
});

test.each([300, 301, 302, 303, 304, 305, 307, 308, 399])(
	"a write with the response %i is not followed, is sent once, and its outcome is unknown",
	async (status) => {
		const other = await startFaultServer();
		service.handle = (_, response) => response.writeHead(status, { location: `${other.address}/api/v2/x` }).end();
		const error = await failure(remove());
		expect(error).toMatchObject({ outcomeUnknown: true, status });
		expect(problemOf(error, "template")).toMatchObject({ title: "Not confirmed" });
		expect([service.seen.length, other.seen.length]).toEqual([1, 0]);
		await other.close();
	},
);

describe("the problem of a write whose outcome is unknown", () => {
	const responses: [string, Handler, string][] = [
		["a redirect", (_, response) => response.writeHead(307, { location: "/x" }).end(), "with a redirect, which"],
		["HTML", (_, response) => response.writeHead(201).end("<html>proxy</html>"), "the response was not understood"],
		["no HTTP", (_, response) => raw(response, "SSH-2.0\r\n\r\n", (socket) => socket.end()), "was not understood"],
		["too much", (_, response) => flood(response, 2 * MEGABYTE), "is larger than this console reads (1 MB)"],
		["a 502", (_, response) => json(response, 502, {}), "the tenant answered with an error (502)"],
		["nothing", (_, response) => response.socket?.destroy(), "no response came back"],
	];
	test.each(responses)("names the response: %s", async (_, handle, words) => {
		service.handle = handle;
		const body = { name: "n" };
		const error = await failure(
			callManagement("patch_vc_templates_by_id", { path: { id: "x" }, body, schema: template }),
		);
		const { title, message } = problemOf(error, "template");
		expect([title, message]).toEqual(["Not confirmed", expect.stringContaining(words)]);
		expect(message.includes("no response came back")).toBe(words === "no response came back");
	});
});

test("a response that is not HTTP is not understood", async () => {
	service.handle = (_, response) => raw(response, "SSH-2.0-OpenSSH_9.2\r\n\r\n", (socket) => socket.end());
	expect(await failure(getTemplate("vct_1"))).toMatchObject({ kind: "not-understood" });
});

describe("the token endpoint", () => {
	const responses: [string, Handler, string][] = [
		["HTML", (_, response) => response.writeHead(200).end("<html>"), "not-understood"],
		["null", (_, response) => response.writeHead(200).end("null"), "not-understood"],
		["no token", (_, response) => json(response, 200, { token_type: "Bearer", expires_in: 1 }), "not-understood"],
		["a 503", (_, response) => json(response, 503, {}), "unavailable"],
		["nothing", (_, response) => response.socket?.destroy(), "unavailable"],
		["200 MB", (_, response) => flood(response, 200 * MEGABYTE), "too-large"],
		["a 404", (_, response) => json(response, 404, { message: "Not Found" }), "credentials"],
	];
	test.each(responses)("with the response %s: nothing is sent, no outcome is unknown", async (_, handler, kind) => {
		service.respondWithToken = handler;
		expect(await failure(remove())).toMatchObject({ kind, outcomeUnknown: false, area: "token" });
		expect(service.seen).toHaveLength(0);
	});

	test("that never responds delays a call no longer than the call's own time, and nothing is sent", async () => {
		service.respondWithToken = () => {};
		const start = performance.now();
		expect(await failure(remove(300))).toMatchObject({ kind: "unavailable", outcomeUnknown: false });
		expect(performance.now() - start).toBeLessThan(8000);
		expect(service.seen).toHaveLength(0);
	});

	test("that responds 429 is called once for fifty calls, and not again before its reset", async () => {
		let requests = 0;
		service.respondWithToken = (_, response) => {
			requests += 1;
			json(response, 429, { error: "too_many_requests" }, { "retry-after": "30" });
		};
		const calls = Array.from({ length: 50 }, () => failure(getTemplate("vct_1")));
		for (const error of await Promise.all(calls)) expect(error).toMatchObject({ kind: "rate-limited" });
		expect(await failure(getTemplate("vct_1"))).toMatchObject({ kind: "rate-limited", retryAfterSeconds: 30 });
		expect(requests).toBe(1);
	});
});

test("fifty calls whose token is refused request one new token together, and then fail", async () => {
	service.handle = (_, response) => json(response, 401, { statusCode: 401, message: "Invalid token" });
	const calls = Array.from({ length: 50 }, () => failure(getTemplate("vct_1")));
	for (const error of await Promise.all(calls)) expect(error).toMatchObject({ kind: "credentials" });
	expect([service.tokensIssued(), service.seen.length]).toEqual([2, 100]);
});

test.each([-600, 600])(
	"a clock that is %i seconds wrong neither renews tokens early nor changes a wait",
	async (wrong) => {
		const reset = Math.floor(Date.now() / 1000) + 30;
		vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + wrong * 1000 });
		await accessToken();
		vi.setSystemTime(Date.now() - wrong * 1000);
		await accessToken();
		expect(service.tokensIssued()).toBe(1);
		vi.setSystemTime(Date.now() + wrong * 1000);
		const date = new Date((reset - 30) * 1000).toUTCString();
		service.handle = (_, response) => json(response, 429, {}, { "x-ratelimit-reset": String(reset), date });
		expect(await failure(listTemplates())).toMatchObject({ kind: "rate-limited", retryAfterSeconds: 30 });
	},
);
