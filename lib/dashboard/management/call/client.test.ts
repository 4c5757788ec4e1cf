import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { template } from "@/lib/contract/template/template";
import { clearDashboardState, pointAtService, signInAs } from "../../testing/dashboard-state";
import { createTemplate, getTemplate } from "../templates";
import { callManagement } from "./client";
import type { ManagementError } from "./errors";

type Handler = (request: http.IncomingMessage, response: http.ServerResponse, body: string) => void;

let server: http.Server;
let handle: Handler;
let seen: { method: string; url: string; headers: http.IncomingHttpHeaders; body: string }[];
let tokensIssued: number;
let respondWithToken: Handler;

beforeEach(async () => {
	seen = [];
	tokensIssued = 0;
	respondWithToken = (_, response) => {
		tokensIssued += 1;
		json(response, 200, { access_token: `token-${tokensIssued}`, token_type: "Bearer", expires_in: 3600, scope: "" });
	};
	server = http.createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on("data", (chunk: Buffer) => chunks.push(chunk));
		request.on("end", () => {
			const body = Buffer.concat(chunks).toString();
			if (request.url === "/oauth/token") return respondWithToken(request, response, body);
			seen.push({ method: request.method ?? "", url: request.url ?? "", headers: request.headers, body });
			handle(request, response, body);
		});
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	await pointAtService(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
	signInAs("editor");
});

afterEach(async () => {
	await clearDashboardState();
	server.closeAllConnections();
	await new Promise((resolve) => server.close(resolve));
});

function json(response: http.ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) {
	response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}

const request = {
	name: "n",
	type: "mdl",
	dialect: "simplified/1.0",
	presentation: { "org.iso.18013.5.1.mDL": { "org.iso.18013.5.1": { portrait: true } } },
	well_known_trusted_issuers: "aamva",
};

async function failure(call: Promise<unknown>): Promise<ManagementError> {
	return call.then(
		() => Promise.reject(new Error("the call succeeded")),
		(error) => error,
	);
}

test("one token serves fifty callers at once", async () => {
	handle = (_, response) => json(response, 200, { id: "vct_1" });
	await Promise.all(Array.from({ length: 50 }, () => getTemplate("vct_1")));
	expect(tokensIssued).toBe(1);
	expect(new Set(seen.map(({ headers }) => headers.authorization))).toEqual(new Set(["Bearer token-1"]));
});

test("a refused token is replaced once, and the call repeated", async () => {
	handle = (incoming, response) =>
		incoming.headers.authorization === "Bearer token-1"
			? json(response, 401, { statusCode: 401, error: "Unauthorized", message: "Invalid token" })
			: json(response, 200, { id: "vct_1" });
	expect((await getTemplate("vct_1")).id).toBe("vct_1");
	expect(tokensIssued).toBe(2);
});

test("a second refusal is the end: two requests, no loop", async () => {
	handle = (_, response) =>
		json(response, 401, { statusCode: 401, error: "Unauthorized", message: "Client is not global." });
	const error = await failure(callManagement("post_vc_templates", { body: request, schema: template }));
	expect(error).toMatchObject({ kind: "credentials", serviceMessage: "Client is not global." });
	expect(seen).toHaveLength(2);
});

test("a wrong secret is an error of the dashboard's credentials, with the service's message", async () => {
	respondWithToken = (_, response) =>
		json(response, 401, { error: "access_denied", error_description: "Unauthorized" });
	expect(await failure(getTemplate("vct_1"))).toMatchObject({ kind: "credentials", serviceMessage: "Unauthorized" });
	expect(seen).toHaveLength(0);
});

test("the words of the tenant turn no sentence around", async () => {
	const message = "Invalid name \u202egnp.exe";
	handle = (_, response) => json(response, 400, { statusCode: 400, error: "x", message });
	expect(await failure(getTemplate("vct_1"))).toMatchObject({ serviceMessage: "Invalid name [U+202E]gnp.exe" });
});

test.each([
	[400, "rejected"],
	[403, "forbidden"],
	[404, "not-found"],
	[409, "conflict"],
	[429, "rate-limited"],
])("%i becomes %s, and a write is sent once", async (status, kind) => {
	handle = (_, response) => json(response, status, { statusCode: status, error: "x", message: "because" });
	const error = await failure(callManagement("post_vc_templates", { body: request, schema: template }));
	expect(error).toMatchObject({ kind, status, serviceMessage: "because", outcomeUnknown: false });
	expect(seen).toHaveLength(1);
});

test("a read waits for an imminent reset, and is repeated once", async () => {
	handle = (_, response) =>
		seen.length === 1
			? json(
					response,
					429,
					{ message: "slow down" },
					{ "x-ratelimit-reset": String(Math.floor(Date.now() / 1000) + 1) },
				)
			: json(response, 200, { id: "vct_1" });
	expect((await getTemplate("vct_1")).id).toBe("vct_1");
	expect(seen).toHaveLength(2);
});

test("a read does not wait for a distant reset, and reports the wait, of at most a minute", async () => {
	handle = (_, response) => json(response, 429, { message: "x" }, { "x-ratelimit-reset": "99999999999" });
	expect(await failure(getTemplate("vct_1"))).toMatchObject({ kind: "rate-limited", retryAfterSeconds: 60 });
	expect(seen).toHaveLength(1);
});

test("a read is repeated once after a 503, a write never", async () => {
	handle = (_, response) => json(response, 503, { statusCode: 503, error: "x", message: "down" });
	expect(await failure(getTemplate("vct_1"))).toMatchObject({ kind: "unavailable" });
	expect(seen).toHaveLength(2);
	seen = [];
	const error = await failure(callManagement("delete_vc_templates_by_id", { path: { id: "vct_1" } }));
	expect(error).toMatchObject({ kind: "unavailable", outcomeUnknown: true });
	expect(seen).toHaveLength(1);
});

test("a create whose response is lost is looked up, not sent again", async () => {
	handle = (incoming, response) => {
		if (incoming.method === "POST") response.destroy();
		else json(response, 200, { templates: [{ id: "vct_7", name: "n" }] });
	};
	expect((await createTemplate(request)).id).toBe("vct_7");
	expect(seen.filter(({ method }) => method === "POST")).toHaveLength(1);
});

test("a create that never arrived is reported as failed, not as unknown", async () => {
	handle = (incoming, response) => {
		if (incoming.method === "POST") response.destroy();
		else json(response, 200, { templates: [] });
	};
	expect(await failure(createTemplate(request))).toMatchObject({ kind: "unavailable", outcomeUnknown: false });
});

test("unusable responses are never a success", async () => {
	const handlers: Handler[] = [
		(_, response) => response.writeHead(200, { "content-type": "text/html" }).end("<html>proxy</html>"),
		(_, response) => response.writeHead(200).end(),
		(_, response) => response.writeHead(200).end("null"),
		(_, response) => response.writeHead(200).end('{"id":7}'),
		(_, response) => response.writeHead(299).end('{"id":"vct_1"}'),
		(_, response) => response.writeHead(200).end(Buffer.from([0x22, 0xff, 0xfe, 0x22])),
		(_, response) => response.writeHead(200, { "content-encoding": "br" }).end("x"),
	];
	for (const handler of handlers) {
		handle = handler;
		expect(await failure(getTemplate("vct_1"))).toMatchObject({ kind: "not-understood" });
	}
});

test("a body that breaks off is not used", async () => {
	handle = (_, response) => {
		response.writeHead(200, { "content-length": "100" });
		response.write('{"id":"vct_1"}');
		setImmediate(() => response.destroy());
	};
	expect(await failure(getTemplate("vct_1"))).toMatchObject({ kind: "unavailable" });
});

test("a service that does not listen is not reachable, and nothing is unknown", async () => {
	await pointAtService("http://127.0.0.1:1");
	signInAs("editor");
	const error = await failure(callManagement("delete_vc_templates_by_id", { path: { id: "vct_1" } }));
	expect(error).toMatchObject({ kind: "unreachable", outcomeUnknown: false });
});

test("without a session nothing is sent, not even for a token", async () => {
	signInAs(null);
	await expect(getTemplate("vct_1")).rejects.toMatchObject({ name: "SessionError", reason: "signed-out" });
	expect([seen.length, tokensIssued]).toEqual([0, 0]);
});

test("a viewer's write, and a write from another origin or from none, are refused before any request", async () => {
	signInAs("viewer");
	await expect(createTemplate(request)).rejects.toMatchObject({ reason: "role" });
	for (const origin of ["https://evil.example", "null", null]) {
		signInAs("editor", origin);
		await expect(createTemplate(request)).rejects.toMatchObject({ reason: "origin" });
	}
	expect([seen.length, tokensIssued]).toEqual([0, 0]);
});

test("an identifier stays one segment of the path", async () => {
	handle = (_, response) => json(response, 200, { id: "x" });
	for (const id of ["..", ".", ""]) expect(await failure(getTemplate(id))).toMatchObject({ kind: "not-found" });
	await getTemplate("../../clients?x=1#y");
	expect(seen.map(({ url }) => url)).toEqual([
		"/api/v2/verifiable-credentials/verification/templates/..%2F..%2Fclients%3Fx%3D1%23y",
	]);
});
