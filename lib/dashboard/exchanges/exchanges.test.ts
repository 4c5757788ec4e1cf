import { execFileSync } from "node:child_process";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { lacks, pathWith, programPath } from "@/lib/testing/programs.mjs";
import { callManagement } from "../management/call/client";
import { updateRefreshTokenMetadata } from "../management/refresh-tokens";
import { getTemplate } from "../management/templates";
import { stopDashboard } from "../start";
import { dashboardDatabase } from "../store/dashboard-database";
import { clearDashboardState, pointAtService, signInAs } from "../testing/dashboard-state";
import { type FaultServer, json, startFaultServer } from "../testing/fault-server";
import { curlCommand } from "./curl-command";
import { findOwnExchange, flushExchanges, listOwnExchanges, queueExchange } from "./exchanges";
import { redactBody } from "./redact";

let service: FaultServer;

beforeEach(async () => {
	service = await startFaultServer();
	service.handle = (_, response) =>
		json(response, 200, { id: "vct_1" }, { "x-ratelimit-limit": "10", "set-cookie": "planted" });
	await pointAtService(service.address);
	signInAs("editor");
});

afterEach(async () => {
	await clearDashboardState();
	await service.close();
});

test("a call is listed with its token request, newest first, with status and time", async () => {
	await getTemplate("vct_1");
	const [read, token] = await listOwnExchanges(null);
	expect(read).toMatchObject({ method: "GET", status: 200, operation: "get_vc_templates_by_id" });
	expect(token).toMatchObject({ method: "POST", status: 200, operation: "access token" });
	expect(token?.reference).toBe(read?.reference);
});

test("exchanges of one millisecond are listed in the order in which they began, the last one first", async () => {
	vi.useFakeTimers({ toFake: ["Date"] });
	try {
		const ids = Array.from({ length: 12 }, (_, index) => `vct_${index}`);
		for (const id of ids) await getTemplate(id);
		const reads = (await listOwnExchanges(null)).filter(({ method }) => method === "GET");
		expect(reads.map(({ url }) => url.split("/").at(-1))).toEqual(ids.toReversed());
	} finally {
		vi.useRealTimers();
	}
});

test("the reference of an error finds its exchange, and no other", async () => {
	await getTemplate("vct_1");
	service.handle = (_, response) => json(response, 403, { message: "no" });
	const error = await getTemplate("vct_2").catch((cause) => cause);
	const found = await listOwnExchanges({ reference: error.reference });
	expect(found).toHaveLength(1);
	expect(found[0]).toMatchObject({ status: 403 });
});

test("failed are exchanges without a response, with a 5xx, or with a refusal of the console; not with a 4xx about a resource", async () => {
	for (const status of [200, 404, 409, 401, 403, 502]) {
		service.handle = (_, response) => json(response, status, { id: "vct_1", message: "said" });
		await getTemplate(`vct_${status}`).catch(() => {});
	}
	service.handle = (_, response) => response.socket?.destroy();
	await getTemplate("vct_lost").catch(() => {});
	const failed = await listOwnExchanges("failed");
	expect(new Set(failed.map(({ url, status }) => `${url.split("/").at(-1)} ${status}`))).toEqual(
		new Set(["vct_401 401", "vct_403 403", "vct_502 502", "vct_lost null"]),
	);
	signInAs("viewer");
	expect(await listOwnExchanges("failed")).toEqual([]);
});

test("no token, secret, cookie or value of metadata is kept", async () => {
	service.handle = (_, response) =>
		json(
			response,
			200,
			{ id: "dcr_1", refresh_token_metadata: { tier: "planted-value" } },
			{ "set-cookie": "planted=1" },
		);
	await updateRefreshTokenMetadata("dcr_1", { tier: "planted-value", ["__proto__"]: "planted-value" });
	await listOwnExchanges(null);
	const rows = JSON.stringify(await (await dashboardDatabase()).selectFrom("exchanges").selectAll().execute());
	for (const secret of ["planted", "token-1", '"ms"', "client_secret=ms"]) expect(rows).not.toContain(secret);
	expect(rows).toContain("tier");
});

test("no secret in the response of an application is kept", () => {
	const application = {
		client_id: "shop",
		name: "Shop",
		client_secret: "planted",
		client_metadata: { note: "planted" },
		signing_keys: [{ cert: "planted", subject: "planted" }],
		encryption_key: { pub: "planted" },
		addons: { firebase: { secret: "planted", private_key: "planted" }, aws: { role: "planted" }, samlp: {} },
	};
	for (const text of [application, [application], { clients: [application] }].map((body) => JSON.stringify(body))) {
		const kept = redactBody(text, "application/json") ?? "";
		expect(kept).not.toContain("planted");
		for (const part of ["shop", "firebase", "signing_keys", "Shop"]) expect(kept).toContain(part);
	}
});

test("an exchange without a response is listed with the reason", async () => {
	service.handle = (_, response) => response.socket?.destroy();
	await callManagement("delete_vc_templates_by_id", { path: { id: "vct_1" } }).catch(() => {});
	const [lost] = await listOwnExchanges(null);
	expect(lost).toMatchObject({ status: null, failure: "broken: ECONNRESET" });
});

test("a stop writes the queue", async () => {
	await getTemplate("vct_1");
	await stopDashboard();
	const rows = await (await dashboardDatabase()).selectFrom("exchanges").select("operation").execute();
	expect(rows).toHaveLength(2);
});

test("an exchange that can't be recorded is missing in the list, without any other effect", async () => {
	queueExchange(() => {
		throw new Error("no row");
	});
	await flushExchanges();
	await getTemplate("vct_1");
	expect(await listOwnExchanges(null)).toHaveLength(2);
});

test("each admin sees only their own", async () => {
	await getTemplate("vct_1");
	const [own] = await listOwnExchanges(null);
	signInAs("viewer");
	expect(await listOwnExchanges(null)).toEqual([]);
	expect(await findOwnExchange(own?.id ?? "")).toBeNull();
	signInAs(null);
	await expect(listOwnExchanges(null)).rejects.toMatchObject({ reason: "signed-out" });
});

test("a hundred are kept, and those of the last 24 hours are shown", async () => {
	for (let index = 0; index < 130; index += 1) await getTemplate("vct_1");
	expect(await listOwnExchanges(null)).toHaveLength(100);
	const database = await dashboardDatabase();
	expect(await database.selectFrom("exchanges").select("id").execute()).toHaveLength(100);
	await database
		.updateTable("exchanges")
		.set({ at: new Date(Date.now() - 86_401_000).toISOString() })
		.execute();
	expect(await listOwnExchanges(null)).toEqual([]);
});

describe("a body is kept", () => {
	test.each([
		['{"metadata":{"a":["x",1,null]}}', '{"metadata":{"a":["[masked]","[masked]",null]}}'],
		[
			'{"users":[{"app_metadata":{"k":"v"},"email":"a@b.c"}]}',
			'{"users":[{"app_metadata":{"k":"[masked]"},"email":"a@b.c"}]}',
		],
		['{"access_token":"x","expires_in":1}', '{"access_token":"[redacted]","expires_in":1}'],
		['{"tokens":[{"id":"dcr_1"}]}', '{"tokens":[{"id":"dcr_1"}]}'],
		["<html>x</html>", "[14 characters that are not JSON, not kept]"],
	])("%s as %s", (text, kept) => expect(redactBody(text, "application/json")).toBe(kept));

	test("not at all where it is long", () => {
		expect(redactBody(JSON.stringify("x".repeat(40_000)), "application/json")).toBe("[40002 characters, not kept]");
	});
});

describe("as a command", () => {
	const exchange = {
		id: "1",
		at: "",
		reference: "",
		operation: "",
		status: 200,
		failure: null,
		milliseconds: 1,
		requestId: null,
		responseHeaders: {},
		responseBody: null,
		method: "POST",
		url: "https://tenant.example/x?q=a'b$(id)",
	};

	test.skipIf(lacks("sh"))("every argument reaches curl unchanged, and the token is read from a variable", () => {
		const requestBody = `{"name":"it's $HOME \`id\` \\"\n"}`;
		const requestHeaders = { authorization: "Bearer $ACCESS_TOKEN", "x-a": "b" };
		const command = curlCommand({ ...exchange, requestHeaders, requestBody }).replace(/^curl/, "printf '%s\\0'");
		const output = execFileSync(programPath("sh"), ["-c", command], {
			env: { ...process.env, PATH: pathWith(), ACCESS_TOKEN: "secret token" },
		}).toString();
		expect(output.split("\0").slice(0, -1)).toEqual([
			...["-X", "POST", exchange.url, "-H", "authorization: Bearer secret token", "-H", "x-a: b"],
			...["--data-raw", requestBody],
		]);
	});

	test("a body with masked values is never in the command", () => {
		const command = curlCommand({ ...exchange, requestHeaders: {}, requestBody: '{"metadata":{"a":"[masked]"}}' });
		expect(command).toContain("--data-binary @body.txt");
		expect(command).not.toContain("masked");
	});
});
