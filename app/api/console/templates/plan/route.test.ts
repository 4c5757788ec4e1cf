import { readFileSync } from "node:fs";
import { NextRequest } from "next/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startTemplateTenant, type TemplateTenant } from "@/app/_testing/template-tenant";
import { everything } from "@/lib/dashboard/audit/audit-entry";
import { listAuditEntries } from "@/lib/dashboard/audit/audit-trail";
import { bearer, newToken } from "@/lib/dashboard/console-tokens/console-token.test-data";
import { noteRateGauge } from "@/lib/dashboard/management/call/response";
import { zipWith } from "@/lib/dashboard/template-folder/zip.test-data";
import { templateFileText } from "@/lib/dashboard/templates/template-file";
import { templateNamed } from "@/lib/dashboard/templates/whole-template.test-data";
import { signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { json } from "@/lib/dashboard/testing/fault-server";
import { inRequest } from "@/lib/dashboard/testing/in-request";
import { POST } from "./route";

let tenant: TemplateTenant;
let token = "";

beforeEach(async () => {
	tenant = await startTemplateTenant();
	tenant.add({ name: "Kept", elements: { portrait: true } });
	token = await newToken("CI");
	// A program has no session.
	signInAs(null);
});
afterEach(async () => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
	vi.restoreAllMocks();
	await tenant.stop();
});

const kept = templateFileText(templateNamed("Kept", { elements: { portrait: true } }));
const made = templateFileText(templateNamed("Made", { elements: { age_over_18: true } }));

function send(body: Buffer | object | string, query = "", headers: Record<string, string> = bearer(token)) {
	const isZip = Buffer.isBuffer(body);
	const type = { "content-type": isZip ? "application/zip" : "application/json" };
	const sent = {
		method: "POST",
		body: isZip ? new Uint8Array(body) : typeof body === "string" ? body : JSON.stringify(body),
		headers: { ...type, ...headers },
	};
	return inRequest(() => POST(new NextRequest(`http://localhost:3000/api/console/templates/plan${query}`, sent)));
}
const zip = (files: Record<string, string>) => zipWith(Object.entries(files).map(([name, text]) => ({ name, text })));

test("the guide's example is planned as a template to create", async () => {
	const guide = readFileSync(new URL("../../../../../docs/guides/read-tokens.md", import.meta.url), "utf8");
	const [, example = ""] = /```json\n([^`]+)```/.exec(guide) ?? [];
	expect(await (await send(example)).json()).toMatchObject({ changes: 1, unresolved: 0, exitCode: 2 });
});

test("a program plans a folder as the command does, as an archive or as JSON, and nothing is changed", async () => {
	const files = { "kept.json": kept, "made.json": made };
	const objects = { "kept.json": JSON.parse(kept), "made.json": made };
	const bodies = [];
	for (const body of [zip(files), { files: objects }]) {
		const response = await send(body);
		expect([response.status, response.headers.get("cache-control")]).toEqual([200, "private, no-store"]);
		bodies.push(await response.json());
	}
	expect(bodies[0]).toEqual(bodies[1]);
	expect(bodies[0]).toMatchObject({ changes: 1, unresolved: 0, exitCode: 2, basis: { kind: "none" }, ignored: [] });
	expect(bodies[0].items.map(({ action, name }: Record<string, string>) => [action, name])).toEqual([
		["unchanged", "Kept"],
		["create", "Made"],
	]);
	expect(bodies[0].lines).toEqual(expect.arrayContaining(["+ create: Made (made.json)", "1 to create, 1 unchanged."]));
	expect(tenant.written).toEqual([]);
	signInAs("editor");
	expect((await listAuditEntries(everything, null, 9)).map(({ operation }) => operation)).toEqual(["add_feed_token"]);
});

test("drift is a count of changes: none where the tenant is as the files say, and what no file describes on request", async () => {
	expect(await (await send({ files: { "kept.json": kept } })).json()).toMatchObject({ changes: 0, exitCode: 0 });
	tenant.add({ name: "Stray", elements: { portrait: true } });
	expect(await (await send({ files: { "kept.json": kept } })).json()).toMatchObject({ changes: 0 });
	expect(await (await send({ files: { "kept.json": kept } }, "?deletes")).json()).toMatchObject({ changes: 1 });
	const faulty = await (await send({ files: { "kept.json": "{" } })).json();
	expect(faulty).toMatchObject({ changes: 0, unresolved: 1, exitCode: 1 });
	expect(tenant.written).toEqual([]);
});

test.each<[string, Buffer | object | string, string]>([
	["no archive", Buffer.from("PK"), "This is not a zip archive, or it is damaged."],
	["no files", {}, 'The JSON must be { "files": { "name.json": { … } } }, and nothing else.'],
	["a list", { files: [] }, 'The JSON must be { "files": { "name.json": { … } } }, and nothing else.'],
	[
		"a choice beside the files",
		{ files: {}, deletes: true },
		'The JSON must be { "files": { "name.json": { … } } }, and nothing else.',
	],
	["an empty folder", { files: {} }, "There is no template in it: their files end in .json."],
	[
		"a file that is there twice",
		'{"files":{"a.json":{"a.json":1,"a.json":2},"\\u0061.json":"{}"}}',
		"“a.json” appears twice.",
	],
	[
		"a list of files that is there twice",
		'{"files":{"a.json":{}},"files":{}}',
		'The JSON must be { "files": { "name.json": { … } } }, and nothing else.',
	],
	["a path that leads out", { files: { "../a.json": {} } }, "“../a.json” leads out of its folder."],
])("%s is refused in words", async (_, body, error) => {
	const response = await send(body);
	expect([response.status, await response.json()]).toEqual([400, { error }]);
	expect(tenant.written).toEqual([]);
});

test.each([
	["?deletes=false", "The parameter deletes is true, or is left out."],
	["?deletes=0", "The parameter deletes is true, or is left out."],
	["?recreates=no", "The parameter recreates is true, or is left out."],
	["?deletes&deletes", "The parameter deletes appears twice."],
	["?delete", "There is no parameter “delete”."],
	["?keep=file", "The parameter keep is files or tenant."],
	["?keep", "The parameter keep is files or tenant."],
	["?constructor=1", "There is no parameter “constructor”."],
])("the choice %s is refused, not ignored", async (query, error) => {
	const response = await send({ files: { "kept.json": kept } }, query);
	expect([response.status, await response.json()]).toEqual([400, { error }]);
	expect(tenant.service.seen).toEqual([]);
});

test("choices are as those of the import's form", async () => {
	const body = { files: { "kept.json": kept } };
	for (const [query, mode] of [
		["", { deletes: false, recreates: false, keep: null }],
		["?deletes=true&recreates=on&keep=files", { deletes: true, recreates: true, keep: "files" }],
		["?deletes=&keep=tenant", { deletes: true, recreates: false, keep: "tenant" }],
	] as const)
		expect(await (await send(body, query)).json()).toMatchObject({ mode });
});

test("without a token nothing is read, not even with an editor's session", async () => {
	signInAs("editor");
	for (const headers of [{}, { authorization: "Bearer idc_x" }, { authorization: `Basic ${btoa(`x:${token}`)}` }]) {
		const response = await send({ files: { "kept.json": kept } }, "", headers as Record<string, string>);
		expect([response.status, response.headers.get("www-authenticate")]).toEqual([
			401,
			'Bearer realm="Identity Console"',
		]);
	}
	expect(tenant.service.seen).toEqual([]);
});

test("a tenant that refuses or does not answer is said, without its details", async () => {
	tenant.service.handle = (_, response) => json(response, 503, { message: "SECRET-DETAIL" });
	const response = await send({ files: { "kept.json": kept } });
	expect(response.status).toBe(502);
	expect(await response.text()).not.toContain("SECRET-DETAIL");
});

test("a plan leaves a quarter of the tenant's rate limit to admins", async () => {
	const body = { files: { "kept.json": kept } };
	const left = (remaining: number, seconds = 60) =>
		noteRateGauge({
			"x-ratelimit-limit": "100",
			"x-ratelimit-remaining": String(remaining),
			"x-ratelimit-reset": String(Math.ceil(Date.now() / 1000) + seconds),
		});
	left(25);
	const response = await send(body);
	expect([response.status, response.headers.has("retry-after")]).toEqual([503, true]);
	expect(tenant.service.seen).toEqual([]);
	left(26);
	expect((await send(body)).status).toBe(200);
	left(100, -1);
});

test("one plan with a token is made at a time, and two of all tokens", async () => {
	signInAs("editor");
	const others = [await newToken("Other"), await newToken("Third")];
	signInAs(null);
	const { handle } = tenant.service;
	const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
	const { promise: isAsked, resolve: asked } = Promise.withResolvers<void>();
	tenant.service.handle = async (request, response) => {
		asked();
		await isReleased;
		return handle(request, response);
	};
	const first = send({ files: { "kept.json": kept } });
	await isAsked;
	const second = await send({ files: { "kept.json": kept } });
	expect([second.status, second.headers.get("retry-after")]).toEqual([429, "5"]);
	const other = send({ files: { "kept.json": kept } }, "", bearer(others[0] ?? ""));
	const third = await send({ files: { "kept.json": kept } }, "", bearer(others[1] ?? ""));
	expect([third.status, third.headers.get("retry-after")]).toEqual([503, "5"]);
	release();
	expect([(await first).status, (await other).status]).toEqual([200, 200]);
	expect((await send({ files: { "kept.json": kept } })).status).toBe(200);
});
