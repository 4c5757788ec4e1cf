import { readFileSync } from "node:fs";
import fc from "fast-check";
import { NextRequest } from "next/server";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { everything } from "@/lib/dashboard/audit/audit-entry";
import { listAuditEntries } from "@/lib/dashboard/audit/audit-trail";
import { dashboardConfig, heldConfig } from "@/lib/dashboard/config";
import { bearer, newToken } from "@/lib/dashboard/console-tokens/console-token.test-data";
import { findConsoleToken, listConsoleTokens, revokeConsoleToken } from "@/lib/dashboard/console-tokens/console-tokens";
import { applyApproved } from "@/lib/dashboard/proposals/apply-approved";
import * as changes from "@/lib/dashboard/proposals/change-proposals";
import { acceptProposal, declineProposal, mergedWithPresent, returnProposal } from "@/lib/dashboard/proposals/decide";
import { resultHash } from "@/lib/dashboard/proposals/merge-proposal";
import { pathOfProposal } from "@/lib/dashboard/proposals/proposal";
import * as proposals from "@/lib/dashboard/proposals/proposals";
import { countOpenProposals, findProposal, listProposals } from "@/lib/dashboard/proposals/proposals";
import { proposeByProgram } from "@/lib/dashboard/proposals/propose-by-program";
import { reviseProposal } from "@/lib/dashboard/proposals/revise";
import { OPEN_OF_TOKEN_MAX, PROPOSED_A_MINUTE_MAX, TooManyOpen } from "@/lib/dashboard/proposals/token-bounds";
import { dashboardDatabase } from "@/lib/dashboard/store/dashboard-database";
import { type FolderTenant, startFolderTenant } from "@/lib/dashboard/template-folder/folder-tenant.test-data";
import { templateFileName, templateJson } from "@/lib/dashboard/templates/template-file";
import { templateNamed } from "@/lib/dashboard/templates/whole-template.test-data";
import { signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { json } from "@/lib/dashboard/testing/fault-server";
import { inRequest } from "@/lib/dashboard/testing/in-request";
import { POST } from "./route";

let tenant: FolderTenant;
let token = "";

async function start(postgres?: string): Promise<void> {
	tenant = await startFolderTenant(postgres);
	for (const name of ["A", "B"]) tenant.add(templateNamed(name));
	signInAs("editor");
	token = await newToken("CI", { rights: "propose" });
	signInAs(null);
}
afterEach(async () => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
	vi.restoreAllMocks();
	await tenant.stop();
});

const fileOf = (name: string, elements = { age_over_18: true }) => templateJson(templateNamed(name, { elements }));
const ofElements = (elements: object) => ({
	presentation: { "org.iso.18013.5.1.mDL": { "org.iso.18013.5.1": elements } },
});
const made = (key: string, more = {}) => ({ key, files: { "made.json": fileOf("Made") }, ...more });

function send(body: object | string, headers: Record<string, string> = bearer(token), query = "") {
	const sent = {
		method: "POST",
		body: typeof body === "string" ? body : JSON.stringify(body),
		headers: { "content-type": "application/json", ...headers },
	};
	return inRequest(() => POST(new NextRequest(`http://localhost:3000/api/console/proposals${query}`, sent)));
}
async function answerTo(...sent: Parameters<typeof send>): Promise<[number, Record<string, unknown>]> {
	const response = await send(...sent);
	return [response.status, await response.json()];
}
const stored = async (id: unknown) => (await findProposal(String(id))) ?? expect.fail();
const trail = async () =>
	(await listAuditEntries(everything, null, 50)).filter(({ operation }) => !operation.endsWith("_feed_token"));

async function expectNothingStored(): Promise<void> {
	expect([await countOpenProposals(await dashboardDatabase()), tenant.written]).toEqual([0, []]);
}

function guarantees(postgres?: string) {
	beforeEach(() => start(postgres));

	test("the same request twenty times at once is one proposal", async () => {
		const answers = await Promise.all(Array.from({ length: 20 }, () => send(made("run 1"))));
		const statuses = answers.map(({ status }) => status);
		expect(statuses.filter((status) => status === 201)).toHaveLength(1);
		for (const { status } of answers) expect([200, 201, 429]).toContain(status);
		for (const { headers } of answers.filter(({ status }) => status === 429))
			expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
		const [status, again] = await answerTo(made("run 1"));
		expect([status, again.id]).toEqual([200, (await listProposals("open", null, 10))[0]?.id]);
		expect(await countOpenProposals(await dashboardDatabase())).toBe(1);
		const [other, refused] = await answerTo(made("run 1", { reason: "Other" }));
		expect([other, refused.error]).toEqual([409, expect.stringContaining("sent before with another content")]);
	});

	test("of instances that store the same request at the same moment one does", async () => {
		const row = (await findConsoleToken(token)) ?? expect.fail();
		const items = [{ action: "create", name: "New", id: null, baseline: null, after: templateNamed("New") }] as const;
		const store = (digest: string) =>
			inRequest(() => proposeByProgram(row, { key: "run 1", digest }, undefined, items)).catch(
				(error: Error) => error.name,
			);
		const results = await Promise.all([...Array.from({ length: 8 }, () => store("same")), store("other")]);
		const first = results.find((result) => typeof result !== "string" && result.isNew);
		expect(await countOpenProposals(await dashboardDatabase())).toBe(1);
		const [proposal] = await listProposals("open", null, 10);
		for (const result of results) {
			if (typeof result === "string") expect(result).toBe("KeyTaken");
			else expect(result.proposal.id).toBe(proposal?.id);
		}
		expect(first).toBeDefined();
		const outcomes = (await trail()).map(({ outcome }) => outcome);
		expect([outcomes.filter((outcome) => outcome === "done"), outcomes.includes("unknown")]).toEqual([["done"], false]);
	});

	test("a name that no store keeps as text is refused or kept, and no mistake of the console", async () => {
		expect((await send({ key: "k", files: { "a.json": fileOf("\u0000x\ud800") } })).status).toBeLessThan(500);
	});

	test("a token proposes so many a minute, and so many that are not decided, whichever instance counts", async () => {
		const now = Date.now();
		vi.useFakeTimers({ toFake: ["Date"], now });
		for (let count = 0; count < OPEN_OF_TOKEN_MAX; count += 1) {
			if (count > 0 && count % PROPOSED_A_MINUTE_MAX === 0) {
				const response = await send(made("one too many"));
				expect([response.status, response.headers.get("retry-after")]).toEqual([429, "60"]);
				vi.setSystemTime(now + count * 60_000);
			}
			expect((await send(made(`run ${count}`))).status).toBe(201);
		}
		vi.setSystemTime(now + 1_800_000);
		const seen = tenant.service.seen.length;
		const [status, { error }] = await answerTo(made("one too many"));
		expect([status, error]).toEqual([409, expect.stringContaining("20 proposals of this token are open already")]);
		expect((await send(made("run 0"))).status).toBe(200);
		expect(tenant.service.seen).toHaveLength(seen);
		signInAs("editor");
		const other = await newToken("Other", { rights: "propose" });
		signInAs(null);
		expect((await send(made("run 0"), bearer(other))).status).toBe(201);
		const database = await dashboardDatabase();
		await database.updateTable("proposals").set({ state: "declined" }).where("token_id", "is not", null).execute();
		expect((await send(made("one too many"))).status).toBe(201);
	});
}
describe("on SQLite", () => guarantees());
describe.runIf(process.env.TEST_DATABASE_URL)("on PostgreSQL", () => guarantees(process.env.TEST_DATABASE_URL));

describe("a program that proposes", () => {
	beforeEach(() => start());

	test("the guide's example is a proposal", async () => {
		const guide = readFileSync(new URL("../../../../docs/guides/proposals.md", import.meta.url), "utf8");
		const examples = [...guide.matchAll(/```json\n([^`]+)```/g)].map(([, example = ""]) => example);
		expect(examples).toHaveLength(2);
		tenant.add(templateNamed("Age check"));
		for (const example of examples) expect((await send(example)).status).toBe(201);
	});

	test("gets the plan in words and the link, and is the author beside the editor who created its token", async () => {
		const [status, { id, url, state, plan }] = await answerTo(made("run 1", { reason: "SUP-1" }));
		expect([status, url, state]).toEqual([201, `http://localhost:3000${pathOfProposal(String(id))}`, "open"]);
		expect(plan).toMatchObject([{ action: "create", name: "Made", id: null, changes: ["Requests Over 18"] }]);
		expect(await stored(id)).toMatchObject({
			author: { subject: "editor", token: { name: "CI" } },
			reason: "SUP-1",
			items: [{ action: "create", name: "Made", baseline: null, after: { elements: { age_over_18: true } } }],
		});
		expect(await trail()).toMatchObject([
			{ operation: "propose_templates", person: "CI", reason: "SUP-1", target: id, name: "Made", outcome: "done" },
		]);
		expect(tenant.written).toEqual([]);
	});

	test("sends whole files, or parts of what there is", async () => {
		const [a, b] = [tenant.idOf("A"), tenant.idOf("B")];
		const patch = {
			[a]: { type: "other", ...ofElements({ portrait: null, resident_city: true }), purpose: { purpose: "To rent." } },
			[templateFileName("B")]: null,
		};
		const [status, { plan, id }] = await answerTo({ key: "p", patch });
		expect([status, plan]).toMatchObject([
			201,
			[
				{ action: "change", name: "A", id: a },
				{ action: "remove", name: "B", id: b, changes: [] },
			],
		]);
		const { items } = await stored(id);
		expect(items).toMatchObject([
			{
				baseline: { type: "mdl" },
				after: { type: "other", elements: { resident_city: true }, purpose: { purpose: "To rent." } },
			},
			{ after: null },
		]);
		expect(items[0]?.after?.elements).toEqual({ resident_city: true });
		const renamed = await answerTo({ key: "n", patch: { A: { name: "C" } } });
		expect(renamed).toMatchObject([
			201,
			{ plan: [{ action: "change", id: a, changes: ["Renames it to “C” (was “A”)"] }] },
		]);
		// A file is compared with the template of its name; others are left alone.
		const files = { "a.json": fileOf("A"), "b.json": fileOf("B", { portrait: true } as never) };
		expect(await answerTo({ key: "f", files })).toMatchObject([201, { plan: [{ action: "change", id: a }] }]);
	});

	test("is told that the tenant's list can't be read whole, and not that its own body is wrong", async () => {
		const { handle } = tenant.service;
		tenant.service.handle = (request, response) =>
			request.method === "GET" && !request.url.includes("vct_")
				? json(response, 200, { templates: [{ name: "Odd" }], next: null })
				: handle(request, response);
		const [status, { error }] = await answerTo(made("run 1"));
		expect([status, error]).toEqual([502, expect.stringContaining("1 entry could not be read")]);
		tenant.service.handle = handle;
		expect((await send(made("run 1"))).status).toBe(201);
	});

	test("is not told of a decision before there is one, also where it was returned", async () => {
		const [, { id }] = await answerTo({ key: "run 1", patch: { A: { type: "other" } } });
		heldConfig.set({ ...dashboardConfig(), editors: ["editor", "support"] });
		const again = async () => {
			signInAs(null);
			return (await answerTo({ key: "run 1", patch: { A: { type: "other" } } }))[1];
		};
		signInAs("support");
		await inRequest(async () => returnProposal(await stored(id), "Which law?"));
		expect(await again()).toMatchObject({ state: "returned", decided: null });
		signInAs("editor");
		await inRequest(async () => {
			const returned = await stored(id);
			await reviseProposal(returned, resultHash(await mergedWithPresent(returned)), new Set());
		});
		expect(await again()).toMatchObject({ state: "open", decided: null });
		signInAs("support");
		await inRequest(async () => declineProposal(await stored(id), "No."));
		expect(await again()).toMatchObject({ state: "declined", decided: { reason: "No." } });
	});

	test("learns what became of it by sending the same again", async () => {
		const [, { id }] = await answerTo(made("run 1"));
		const [, { id: declined }] = await answerTo({ key: "run 2", patch: { A: null } });
		signInAs("support");
		heldConfig.set({ ...dashboardConfig(), editors: ["editor", "support"] });
		const proposal = await stored(id);
		const hash = resultHash(await inRequest(() => mergedWithPresent(proposal)));
		const accepted = await inRequest(() => acceptProposal(proposal, hash));
		if (accepted.kind === "accepted") await inRequest(() => applyApproved(String(id), accepted.lease));
		await inRequest(async () => declineProposal(await stored(declined), "It is needed."));
		signInAs(null);
		expect(await answerTo(made("run 1"))).toMatchObject([200, { id, state: "done", plan: [{ outcome: "done" }] }]);
		expect(await answerTo({ key: "run 2", patch: { A: null } })).toMatchObject([
			200,
			{ state: "declined", decided: { reason: "It is needed." }, plan: [{ action: "remove", outcome: null }] },
		]);
		expect(tenant.written).toEqual(["POST Made"]);
		expect((await trail()).find(({ operation }) => operation === "post_vc_templates")).toMatchObject({
			personName: "support",
			proposal: { id, by: "CI" },
		});
	});

	test("is never decided by who created its token", async () => {
		const [, { id }] = await answerTo(made("run 1"));
		signInAs("editor");
		const proposal = await stored(id);
		const hash = resultHash(await inRequest(() => mergedWithPresent(proposal)));
		await expect(inRequest(() => acceptProposal(proposal, hash))).rejects.toThrow("their own proposal");
		expect(tenant.written).toEqual([]);
	});

	test("nothing that would change is no proposal", async () => {
		const files = { "a.json": fileOf("A", { portrait: true } as never) };
		for (const body of [
			{ key: "k", files },
			{ key: "k", patch: { A: { type: "mdl" } } },
			{ key: "k", patch: {} },
		])
			expect(await answerTo(body)).toEqual([200, { id: null, url: null, state: null, plan: [] }]);
		await expectNothingStored();
	});

	test("faults are named as a plan names them", async () => {
		const text = '{ "name": "X",\n "id": 1 }';
		const [status, { error, faults }] = await answerTo({ key: "k", files: { "x.json": text } });
		expect([status, error]).toEqual([400, "Nothing was proposed: 1 template has to be corrected first."]);
		expect(faults).toContainEqual({ file: "x.json", line: 2, message: 'The key "id" is not known here.' });
		const wrong = await answerTo({ key: "k", patch: { A: { type: 7, ...ofElements({ portrait: "yes" }) } } });
		expect(wrong).toMatchObject([
			400,
			{ faults: expect.arrayContaining([expect.objectContaining({ file: "A", line: null })]) },
		]);
		expect(await answerTo({ key: "k", patch: { A: { name: "B" } } })).toMatchObject([400, { faults: [{ file: "A" }] }]);
		expect(await answerTo({ key: "k", patch: { A: ofElements({ portrait: null }) } })).toMatchObject([
			400,
			{ faults: [{ file: "A" }] },
		]);
		await expectNothingStored();
	});

	test("a new certificate authority is the deletion and the creation that it takes", async () => {
		const custom_certificate_authority = "PEM";
		const file = { ...(fileOf("A", { portrait: true } as never) as object), custom_certificate_authority };
		for (const body of [
			{ key: "f", files: { "a.json": file } },
			{ key: "p", patch: { A: { custom_certificate_authority } } },
		])
			expect(await answerTo(body)).toMatchObject([
				201,
				{ plan: [{ action: "recreate", name: "A", id: tenant.idOf("A"), changes: expect.any(Array) }] },
			]);
	});

	test("two templates of one name at the tenant are a fault of what concerns them alone", async () => {
		for (const id of ["vct_d1", "vct_d2"]) tenant.stored.set(id, { ...tenant.stored.get(tenant.idOf("B")), name: "D" });
		expect((await send(made("m"))).status).toBe(201);
		expect((await send({ key: "a", patch: { A: { type: "other" } } })).status).toBe(201);
		expect(await answerTo({ key: "d", files: { "d.json": fileOf("D") } })).toMatchObject([
			400,
			{
				faults: expect.arrayContaining([expect.objectContaining({ message: expect.stringContaining("2 templates") })]),
			},
		]);
		expect(await answerTo({ key: "n", patch: { D: null } })).toMatchObject([
			400,
			{ error: expect.stringContaining("Several templates have") },
		]);
		expect((await send({ key: "i", patch: { vct_d2: null } })).status).toBe(201);
	});

	test("a template of a form that is not known here can be proposed for deletion, and not changed", async () => {
		tenant.change(tenant.idOf("A"), { presentation: { "org.example.other": {} } });
		expect(await answerTo({ key: "k", patch: { A: { type: "other" } } })).toMatchObject([
			400,
			{ error: expect.stringContaining("does not know") },
		]);
		const [status, { id, plan }] = await answerTo({ key: "k", patch: { A: null } });
		expect([status, plan]).toMatchObject([201, [{ action: "remove", name: "A", id: tenant.idOf("A") }]]);
		expect((await stored(id)).items).toMatchObject([{ action: "remove", baseline: null, after: null }]);
	});

	test("as many open ones as the console may have are a conflict, and what is not known is to be sent again", async () => {
		vi.spyOn(changes, "addProposal").mockRejectedValueOnce(new TooManyOpen("5000 are open."));
		expect(await answerTo(made("k"))).toMatchObject([409, { error: expect.stringContaining("5000 are open.") }]);
		vi.spyOn(proposals, "findProposalOfProgram").mockResolvedValue(null);
		const response = await send(made("k"));
		expect([response.status, response.headers.get("retry-after")]).toEqual([503, "5"]);
	});

	test.each<[string, object | string, string]>([
		["no JSON", "{", "The JSON must be"],
		["a list", "[]", "The JSON must be"],
		["neither files nor a patch", { key: "k" }, "The JSON must be"],
		["both", { key: "k", files: {}, patch: {} }, "The JSON must be"],
		["a list of files", { key: "k", files: [] }, "The JSON must be"],
		["another member", made("k", { deletes: true }), "There is no member “deletes”."],
		["no key", { files: {} }, "The key must be"],
		["a key that is not plain", made("é"), "The key must be"],
		["a key that is too long", made("k".repeat(201)), "The key must be"],
		["a reason that is no text", made("k", { reason: 1 }), "The reason must be a text."],
		["a reason that is too long", made("k", { reason: "r".repeat(201) }), "The reason is too long."],
		["a reason with a secret", made("k", { reason: "-----BEGIN PRIVATE KEY-----" }), "looks like a secret"],
		["a key that is there twice", '{"key":"k","key":"l","files":{}}', "“key” appears twice."],
		["a file that is there twice", '{"key":"k","files":{"a.json":{},"a.json":{}}}', "“a.json” appears twice."],
		["a path that leads out", { key: "k", files: { "../a.json": {} } }, "leads out of its folder."],
		["no template", { key: "k", files: {} }, "There is no template in it"],
		[
			"an unknown template",
			{ key: "k", patch: { Z: {} } },
			"No template has the ID, the name or the exported file “Z”.",
		],
		["a template twice", { key: "k", patch: { A: {}, vct_000001: {} } }, "names twice"],
		["a part that is no object", { key: "k", patch: { A: true } }, "“A” must be an object"],
		["what is too deep", `{"key":"k","files":${'{"a":'.repeat(80)}1${"}".repeat(80)}}`, "The JSON must be"],
	])("%s is refused in words, and stores nothing", async (_, body, words) => {
		const [status, { error }] = await answerTo(body);
		expect([status, error]).toEqual([400, expect.stringContaining(words)]);
		await expectNothingStored();
	});

	test("more templates than a proposal may change are refused, and a parameter too", async () => {
		const files = Object.fromEntries(Array.from({ length: 101 }, (_, of) => [`${of}.json`, fileOf(`T${of}`)]));
		expect(await answerTo({ key: "k", files })).toMatchObject([
			400,
			{ error: expect.stringContaining("may change 100 templates") },
		]);
		expect(await answerTo(made("k"), bearer(token), "?dry")).toEqual([400, { error: "There is no parameter “dry”." }]);
		await expectNothingStored();
	});

	test("where a reason is required, none is no proposal", async () => {
		heldConfig.set({ ...dashboardConfig(), reasonRequired: ["request-more"] });
		expect(await answerTo(made("k"))).toMatchObject([
			400,
			{ error: expect.stringContaining("needs a reason or ticket here") },
		]);
		await expectNothingStored();
		expect((await send(made("k", { reason: "SUP-1" }))).status).toBe(201);
	});

	test("any JSON is answered without a mistake of the console, and nothing is written to the tenant", async () => {
		vi.useFakeTimers({ toFake: ["Date"] });
		const json = fc.jsonValue({ maxDepth: 4 });
		const near = fc.record(
			{
				key: fc.oneof(fc.string(), fc.constant("k")),
				reason: fc.oneof(fc.string({ unit: "binary" }), json),
				files: fc.dictionary(
					fc.constantFrom("a.json", "__proto__", "b", "\u0000.json"),
					fc.oneof(json, fc.constant(fileOf("\u0000x"))),
				),
				patch: fc.dictionary(
					fc.constantFrom("A", "__proto__", "vct_000002"),
					fc.oneof(json, fc.record({ name: fc.string({ unit: "binary" }), __proto__: json }, { requiredKeys: [] })),
				),
			},
			{ requiredKeys: ["key"] },
		);
		await fc.assert(
			fc.asyncProperty(fc.oneof(json, near), async (body) => {
				vi.setSystemTime(Date.now() + 61_000);
				const [status] = await answerTo(JSON.stringify(body));
				expect([200, 201, 400, 409]).toContain(status);
			}),
			{ numRuns: 30 },
		);
		expect(tenant.written).toEqual([]);
	});
});

describe("who may propose", () => {
	beforeEach(() => start());

	test("a token that reads, none, and a session may not", async () => {
		signInAs("editor");
		const reads = await newToken("Reader");
		for (const headers of [{}, bearer(reads), bearer("idc_x"), { authorization: `Basic ${btoa(`x:${token}`)}` }]) {
			const response = await send(made("k"), headers as Record<string, string>);
			expect([response.status, response.headers.get("www-authenticate")]).toEqual([
				401,
				'Bearer realm="Identity Console"',
			]);
		}
		expect(tenant.service.seen).toEqual([]);
		await expectNothingStored();
	});

	test("one that was revoked, or whose creator is not an editor now, may not", async () => {
		heldConfig.set({ ...dashboardConfig(), editors: [] });
		expect((await send(made("k"))).status).toBe(401);
		heldConfig.set({ ...dashboardConfig(), editors: ["editor"] });
		expect((await send(made("k"))).status).toBe(201);
		signInAs("editor");
		await inRequest(async () => revokeConsoleToken((await listConsoleTokens())[0]?.id ?? ""));
		signInAs(null);
		expect((await send(made("k"))).status).toBe(401);
		expect(await countOpenProposals(await dashboardDatabase())).toBe(1);
	});
});
