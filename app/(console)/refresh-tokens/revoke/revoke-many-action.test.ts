import { afterEach, beforeEach, expect, test } from "vitest";
import { newestAuditEntries } from "@/lib/dashboard/audit/audit-trail";
import { roleOfEmbeddedUser } from "@/lib/dashboard/config";
import { readFlash } from "@/lib/dashboard/request/flash";
import { resources } from "@/lib/dashboard/resources/resources";
import { clearDashboardState, pointAtService, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { type FaultServer, json, startFaultServer } from "@/lib/dashboard/testing/fault-server";
import { runWithin } from "@/lib/dashboard/testing/run-within";
import { type RevokeManyState, revokeManyAction } from "./revoke-many-action";

const STAYS = resources["refresh token"].ends.stays.all;
const nothingYet: RevokeManyState = { requested: [], gone: [], left: [], unconfirmed: [], isOneByOne: false };

let service: FaultServer;
/** The user's tokens as the tenant lists them, fifty on a page. */
let listed: string[];
/** Of the tenant: the response to a request for several; null: accepted. */
let refusal: { statusCode: number; message?: string; errorCode?: string } | null;
/** Of these, that for a single one. */
let singly: Record<string, number>;

beforeEach(async () => {
	[listed, refusal, singly] = [[], null, {}];
	service = await startFaultServer();
	service.respondWithToken = (_, response) => {
		const scope = "read:refresh_tokens delete:refresh_tokens";
		json(response, 200, { access_token: "token", token_type: "Bearer", expires_in: 3600, scope });
	};
	service.handle = ({ method, url }, response) => {
		const { pathname, searchParams } = new URL(url, "http://x");
		if (method === "GET") {
			const from = Number(searchParams.get("from") ?? 0);
			const tokens = listed.slice(from, from + 50).map((id) => ({ id }));
			return json(response, 200, { tokens, next: from + 50 < listed.length ? String(from + 50) : null });
		}
		if (method === "POST") return json(response, refusal?.statusCode ?? 202, refusal ?? {});
		const status = singly[pathname.split("/").at(-1) ?? ""] ?? 202;
		json(response, status, { statusCode: status, message: "no" });
	};
	await pointAtService(service.address);
	signInAs("editor");
});
afterEach(async () => {
	await clearDashboardState();
	await service.close();
});

/** Presses the button. @returns the state that is shown, or the sentence on the page that it redirects to */
async function press(ids: readonly string[], before = nothingYet): Promise<RevokeManyState | string | null> {
	const form = new FormData();
	form.set("userId", "usr_1");
	for (const id of ids) form.append("token", id);
	try {
		return await runWithin(10_000, () => revokeManyAction(before, form));
	} catch (error) {
		expect((error as { digest?: string }).digest).toContain(";/refresh-tokens?user=usr_1;");
		return readFlash("/refresh-tokens");
	}
}

const together = () => service.seen.filter(({ method }) => method === "POST").map(({ body }) => JSON.parse(body).ids);
const single = () => service.seen.filter(({ method }) => method === "DELETE").map(({ url }) => url.split("/").at(-1));
const some = (count: number) => Array.from({ length: count }, (_, index) => `dcr_${index}`);

test("tokens are revoked a hundred in one request, and each has its row in the activity", async () => {
	listed = some(250);
	expect(await press(some(230))).toBe(`Revocation requested: 230 tokens. ${STAYS}`);
	expect(together().map((ids) => ids.length)).toEqual([100, 100, 30]);
	expect([together().flat(), single()]).toEqual([some(230), []]);
	const rows = await newestAuditEntries(300);
	expect(new Set(rows.map(({ target }) => target))).toEqual(new Set(some(230)));
	expect(rows.every(({ operation, outcome }) => operation === "post_refresh_tokens_revoke" && outcome === "done")).toBe(
		true,
	);
});

test("what the tenant does not list as this user's is not among them: each is requested by itself, which tells what is gone", async () => {
	listed = ["a", "b"];
	singly = { gone: 404 };
	expect(await press(["a", "gone", "b", "other"])).toBe(
		`Revocation requested: 3 tokens; 1 more was already gone. ${STAYS}`,
	);
	expect([together(), single()]).toEqual([[["a", "b"]], ["gone", "other"]]);
});

test("among odd rows tokens are revoked together, and none is taken for gone after a response that was lost", async () => {
	listed = ["a", "b"];
	const { handle } = service;
	service.handle = (request, response) => {
		if (request.method !== "GET") return handle(request, response);
		const odd = listed.map((id) => ({ id, user_id: 5, device: "x", refresh_token_metadata: { n: { x: 1 } } }));
		json(response, 200, { tokens: [null, 5, { id: 5 }, ...odd], length: 1 });
	};
	expect(await press(["a", "b"])).toBe(`Revocation requested: 2 tokens. ${STAYS}`);
	expect([together(), single()]).toEqual([[["a", "b"]], []]);
	refusal = { statusCode: 500, message: "no" };
	listed = ["c", "d"];
	service.handle = ((before) => (request, response) => {
		before(request, response);
		if (request.method === "POST") listed = ["c"];
	})(service.handle);
	expect(await press(["c", "d"])).toMatchObject({ requested: [], unconfirmed: ["c", "d"] });
});

test("a single token needs no list, only whose it is", async () => {
	await press(["a"]);
	expect(service.seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
		"GET /api/v2/refresh-tokens/a",
		"DELETE /api/v2/refresh-tokens/a",
	]);
});

test("support's guard reads whose it is, and nobody reads it once more", async () => {
	signInAs("support");
	roleOfEmbeddedUser.set(async (id) => (id === "support" ? "support" : null));
	const { handle } = service;
	service.handle = (request, response) =>
		request.method === "GET" && request.url.includes("/refresh-tokens/")
			? json(response, 200, { id: "a", user_id: "usr_1" })
			: handle(request, response);
	expect(await press(["a"])).toBe(`Revocation requested: 1 token. ${STAYS}`);
	expect(service.seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
		"GET /api/v2/refresh-tokens/a",
		"DELETE /api/v2/refresh-tokens/a",
	]);
	expect(await newestAuditEntries(1)).toMatchObject([{ target: "a", userId: "usr_1" }]);
});

test.each([
	{ statusCode: 404, message: "Not Found" },
	{ statusCode: 405, message: "Method Not Allowed" },
	{ statusCode: 403, message: "Please upgrade", errorCode: "insufficient_entitlement" },
	{ statusCode: 400, message: "Not here", errorCode: "operation_not_supported" },
	{ statusCode: 403, message: "Insufficient scope, expected any of: x", errorCode: "insufficient_scope" },
])(
	"where the tenant answers %o the single requests follow in the same press, and it is not asked again",
	async (body) => {
		refusal = body;
		listed = ["a", "b", "c"];
		singly = { b: 404, c: 403 };
		const state = await press(["a", "b", "c"]);
		expect(state).toMatchObject({ requested: ["a"], gone: ["b"], left: ["c"], unconfirmed: [], isOneByOne: true });
		expect([together().length, single()]).toEqual([1, ["a", "b", "c"]]);
		singly = {};
		expect(await press(["c"], state as RevokeManyState)).toBe(
			`Revocation requested: 2 tokens; 1 more was already gone. ${STAYS}`,
		);
		expect([together().length, single()]).toEqual([1, ["a", "b", "c", "c"]]);
	},
);

test.each([
	[{ statusCode: 400, message: "no", errorCode: "invalid_body" }, "The tenant refused the request"],
	[{ statusCode: 500, message: "no" }, "Not confirmed"],
])("any other refusal (%o) is shown, and nothing else is tried", async (body, title) => {
	refusal = body;
	listed = ["a", "b"];
	expect(await press(["a", "b"])).toMatchObject({ requested: [], left: ["a", "b"], problem: { title } });
	expect([together().length, single()]).toEqual([1, []]);
});

test("where the response is lost, what is no longer listed was requested, and the rest is not confirmed", async () => {
	listed = ["a", "b", "c"];
	const { handle } = service;
	service.handle = (request, response) => {
		if (request.method !== "POST") return handle(request, response);
		listed = ["b"];
		response.destroy();
	};
	expect(await press(["a", "b", "c"])).toMatchObject({
		requested: ["a", "c"],
		left: ["b"],
		unconfirmed: ["b"],
		problem: { title: "Not confirmed" },
	});
	const outcomes = (await newestAuditEntries(9)).map(({ target, outcome }) => [target, outcome]);
	expect(Object.fromEntries(outcomes)).toEqual({ a: "done", b: "unknown", c: "done" });
});

test("where the user's tokens can't be listed, each is requested by itself", async () => {
	const { handle } = service;
	service.handle = (request, response) =>
		request.method === "GET" ? json(response, 403, { statusCode: 403, message: "no" }) : handle(request, response);
	expect(await press(["a", "b"])).toBe(`Revocation requested: 2 tokens. ${STAYS}`);
	expect([together(), single()]).toEqual([[], ["a", "b"]]);
});
