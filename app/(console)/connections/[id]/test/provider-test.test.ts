import { createHash, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Sample } from "@/app/_testing/console-pages";
import { renderPage } from "@/app/_testing/render-page";
import { GET } from "@/app/sign-in-test/provider/route";
import { POST } from "@/app/sign-in-test/provider/start/route";
import { dashboardConfig, heldConfig } from "@/lib/dashboard/config";
import { flushExchanges } from "@/lib/dashboard/exchanges/exchanges";
import { dashboardDatabase } from "@/lib/dashboard/store/dashboard-database";
import { clearDashboardState, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { json } from "@/lib/dashboard/testing/fault-server";
import {
	acme,
	type ConnectionTenant,
	OWN_SIGN_IN,
	startConnectionTenant,
} from "../../_edit/connection-tenant.test-data";
import TestProviderPage from "./page";
import { checkProviderResponseAction, endProviderTestAction } from "./provider-test-actions";

const CALLBACK = "http://localhost:3000/sign-in-test/provider";
const SCOPES = ["create:clients", "read:clients", "read:connections", "update:connections", "read:connections_options"];
const CLAIMS = { sub: "samlp|acme|7", email: "ann@acme.example", name: "Ann" };

const { privateKey: key, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const { privateKey: other } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const jwk = { ...publicKey.export({ format: "jwk" }), kid: "k1", alg: "RS256" };

function idToken(claims: object, by: KeyObject): string {
	const parts = [
		{ alg: "RS256", kid: "k1" },
		{ exp: Math.floor(Date.now() / 1000) + 60, ...claims },
	];
	const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
	return `${text}.${sign("sha256", Buffer.from(text), by).toString("base64url")}`;
}

/** All that the console's own store holds of it. */
async function stored(): Promise<string> {
	await flushExchanges();
	const database = await dashboardDatabase();
	const tables = ["audit_trail", "exchanges", "sign_in_tests", "flash_messages"] as const;
	return JSON.stringify(await Promise.all(tables.map((table) => database.selectFrom(table).selectAll().execute())));
}

let tenant: ConnectionTenant;
/** What the token endpoint was sent for a code. */
let exchanged: URLSearchParams | null;
/** Signs the ID token, and changes its claims. */
let issue: { by: KeyObject; claims: Record<string, unknown> };
let nonce = "";
beforeEach(async () => {
	exchanged = null;
	tenant = await startConnectionTenant();
	issue = { by: key, claims: {} };
	tenant.before = (what, response) => {
		const { address } = tenant.service;
		if (what === "POST /clients") {
			const made = { client_id: "tests", ...(tenant.writes.at(-1)?.body as { name: string }) };
			tenant.applications.push(made);
			json(response, 201, made);
		} else if (what === "GET /.well-known/openid-configuration") {
			json(response, 200, {
				issuer: `${address}/`,
				authorization_endpoint: `${address}/authorize`,
				token_endpoint: `${address}/oauth/token`,
				jwks_uri: `${address}/jwks`,
			});
		} else if (what === "GET /jwks") json(response, 200, { keys: [jwk] });
		else return false;
		return true;
	};
	tenant.grantScopes(SCOPES);
	const token = tenant.service.respondWithToken;
	tenant.service.respondWithToken = (request, response) => {
		const form = new URLSearchParams(request.body);
		if (form.get("grant_type") !== "authorization_code") return token(request, response);
		exchanged = form;
		const claims = { ...CLAIMS, iss: `${tenant.service.address}/`, aud: "tests", nonce, ...issue.claims };
		json(response, 200, { id_token: idToken(claims, issue.by) });
	};
});
afterEach(async () => {
	await clearDashboardState();
	await tenant.service.close();
});

function begin(fields: Record<string, string> = {}): Promise<Response> {
	const body = new URLSearchParams({ connectionId: acme.id, ...fields });
	return POST(new Request("http://localhost:3000/sign-in-test/provider/start", { method: "POST", body }));
}

/** @returns the parameters of the authorization request */
async function begun(fields?: Record<string, string>): Promise<URLSearchParams> {
	const response = await begin(fields);
	const url = new URL((response.headers.get("refresh") ?? "").replace("0; url=", ""));
	nonce = url.searchParams.get("nonce") ?? "";
	return url.searchParams;
}

/** The callback, as the browser is sent to it, and the page that it leads to. */
async function returned(parameters: Record<string, string>) {
	const response = await GET(new Request(`${CALLBACK}?${new URLSearchParams(parameters)}`));
	const pickup = new URL(response.headers.get("location") ?? CALLBACK).searchParams.get("pickup") ?? "";
	return { status: response.status, pickup };
}

async function open(query: Record<string, string> = {}, id = acme.id): Promise<string> {
	const page = {
		route: "/connections/[id]/test",
		Page: TestProviderPage,
		id: "provider",
		needs: [],
		uses: [],
	} as const;
	return (await renderPage({ ...page, query: () => query }, { provider: id } as Sample)).text;
}

async function becomeAnotherEditor(): Promise<void> {
	heldConfig.set({ ...dashboardConfig(), editors: ["editor", "another"] });
	const database = await dashboardDatabase();
	await database.updateTable("sessions").set({ subject: "another" }).where("subject", "=", "editor").execute();
}

async function tested(parameters: Record<string, string> = { code: "c" }): Promise<string> {
	const state = (await begun()).get("state") ?? "";
	const { pickup } = await returned({ state, ...parameters });
	return open({ pickup });
}

test("a test names the provider in a request of an application of its own, which it creates and turns the provider on for", async () => {
	expect(await open()).toContain("The test creates the application “Sign-in test (Identity Console)” and turns the");
	const parameters = await begun({ asksForCredentials: "on" });
	expect(Object.fromEntries(parameters)).toMatchObject({
		client_id: "tests",
		connection: "acme",
		redirect_uri: CALLBACK,
		response_type: "code",
		scope: "openid profile email",
		prompt: "login",
		code_challenge_method: "S256",
	});
	expect(tenant.writes).toEqual([
		{
			what: "POST /clients",
			body: expect.objectContaining({ callbacks: [CALLBACK], token_endpoint_auth_method: "none" }),
		},
		{ what: `PATCH /connections/${acme.id}/clients`, body: [{ client_id: "tests", status: true }] },
	]);
	tenant.writes.length = 0;
	expect((await begun()).has("prompt")).toBe(false);
	expect(tenant.writes).toEqual([]);
});

test("what came back is checked and shown once, with the profile, to the admin who began the test, and is stored nowhere", async () => {
	const parameters = await begun();
	const { status, pickup } = await returned({ state: parameters.get("state") ?? "", code: "planted-code" });
	expect(status).toBe(303);
	expect(await stored()).not.toContain("planted-code");
	const text = await open({ pickup });
	expect(text).toContain("The sign-in works");
	for (const found of ["User ID samlp|acme|7 sub", "E-mail address ann@acme.example email", "Given name not sent"])
		expect(text).toContain(found);
	const challenge = createHash("sha256")
		.update(exchanged?.get("code_verifier") ?? "")
		.digest("base64url");
	expect([exchanged?.get("code"), challenge]).toEqual(["planted-code", parameters.get("code_challenge")]);
	expect(await stored()).not.toContain("ann@acme.example");
	expect(await open({ pickup })).toContain("It was shown already");
});

test.each([
	["of another request", () => ({ claims: { nonce: "other" } }), "It responds to another request."],
	["signed with another key", () => ({ by: other }), "signature verification failed"],
	["for another application", () => ({ claims: { aud: "shop" } }), '“aud”|"aud"'],
	["of another issuer", () => ({ claims: { iss: "https://evil.example/" } }), '"iss"'],
])("an ID token %s fails, and its claims are not read as a profile", async (_, change, words) => {
	issue = { ...issue, ...change() };
	const text = await tested();
	expect(text).toContain("The sign-in failed");
	expect(text).toMatch(new RegExp(words));
	expect(text).not.toContain("Profile at the tenant");
});

test("a sign-in that the tenant refuses shows its reason", async () => {
	const text = await tested({ error: "access_denied", error_description: "No button for <you>" });
	expect(text).toContain("The tenant refused the sign-in: access_denied: No button for <you>.");
	expect(exchanged).toBeNull();
});

test("first tests that admins begin at once share one application, and each result is of the test's own", async () => {
	const first = Promise.withResolvers<void>();
	const { before } = tenant;
	tenant.before = (what, response) => {
		if (what !== "POST /clients") return before(what, response);
		void first.promise.then(() => before(what, response));
		return true;
	};
	const created = begin();
	await expect.poll(() => tenant.writes.length).toBe(1);
	await becomeAnotherEditor();
	const refused = await begin();
	expect(refused.status).toBe(400);
	expect(await refused.text()).toContain("Its application is being created. Try again in a moment.");
	first.resolve();
	expect((await created).status).toBe(200);
	expect(tenant.writes.filter(({ what }) => what === "POST /clients")).toHaveLength(1);
});

test("the result needs no other reading of the test's application, whose failure is said as such", async () => {
	const parameters = await begun();
	const { pickup } = await returned({ state: parameters.get("state") ?? "", code: "c" });
	const { before } = tenant;
	tenant.before = (what, response) => {
		if (what !== "GET /clients") return before(what, response);
		json(response, 400, { statusCode: 400, message: "No list today" });
		return true;
	};
	const text = await open({ pickup });
	expect(text).toContain("The sign-in works");
	expect(text).toContain("No list today");
	expect(text).not.toContain("deleted");
	expect(exchanged?.get("client_id")).toBe("tests");
});

test("a provider whose name the tenant leaves out can't be tested, which is said, and nothing is set up for it", async () => {
	tenant.connections.set(acme.id, { ...acme, name: undefined } as never);
	expect(await open()).toContain("can't be tested: its name is not known");
	const refused = await begin();
	expect(refused.status).toBe(400);
	expect(await refused.text()).toContain("can't be tested: its name is not known");
	expect(tenant.writes).toEqual([]);
});

test("another admin does not see the result, and a response that no test waits for is not kept", async () => {
	const state = (await begun()).get("state") ?? "";
	const { pickup } = await returned({ state, code: "c" });
	signInAs("viewer");
	expect(await open({ pickup })).toContain("Someone else started this test.");
	expect(exchanged).toBeNull();
	expect((await returned({ state, code: "c" })).status).toBe(400);
	expect((await returned({ state: "x".repeat(20_000), code: "c" })).status).toBe(413);
});

test("a viewer may test what is set up, and sets nothing up; nobody tests the console's own provider that way", async () => {
	signInAs("viewer");
	expect(await open()).not.toContain("Your browser goes");
	expect((await begin()).status).toBe(400);
	signInAs(null);
	expect((await begin()).status).toBe(403);
	signInAs("editor");
	tenant.clients.set(acme.id, [OWN_SIGN_IN]);
	expect((await begin()).status).toBe(400);
	expect(await open()).toContain("read-only here");
	expect(tenant.writes).toEqual([]);
	tenant.clients.set(acme.id, []);
	await begun();
	signInAs("viewer");
	expect(await open()).toContain("Your browser goes");
	expect((await begun()).get("connection")).toBe("acme");
});

test("a pasted response is checked against the provider's settings, for a viewer too, and kept nowhere", async () => {
	const form = new FormData();
	form.set("connectionId", acme.id);
	form.set("response", "<planted/>");
	signInAs("viewer");
	const { result } = await checkProviderResponseAction({}, form);
	expect(result?.report).toMatchObject({ isGood: false, checks: [{ found: "This is planted, not a SAML response." }] });
	expect(await stored()).not.toContain("planted");
	form.set("response", " ");
	expect((await checkProviderResponseAction({}, form)).fault).toContain("nothing is there");
	signInAs(null);
	expect((await checkProviderResponseAction({}, form)).problem).toBeDefined();
});

test("the provider is turned off for tests, and for no other application", async () => {
	await begun();
	expect(await open()).toContain("Turn off for tests");
	const form = new FormData();
	form.set("connectionId", acme.id);
	expect(await endProviderTestAction({}, form)).toEqual({ done: "Turned off." });
	expect(tenant.clients.get(acme.id)).toEqual(["shop"]);
});
