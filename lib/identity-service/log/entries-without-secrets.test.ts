import { afterAll, beforeAll, expect, it } from "vitest";
import { storedRows } from "@/lib/database/testing/stored-rows";
import { PASSWORD_REALM_GRANT } from "../clients/grant-types";
import { handleServiceRequest } from "../handle-request";
import { callAccounts, linkTo, messagesTo, pressButton } from "../testing/account-calls";
import { authorizeAddress, postResponse, signInThrough, toProvider } from "../testing/connection-sign-in";
import { changeClient } from "../testing/passive-sign-in";
import { TestBrowser } from "../testing/test-browser";
import { addConnection, testProvider } from "../testing/test-provider";
import { AUDIENCE, EMAIL, ISSUER, PASSWORD, REDIRECT_URI, startTestService } from "../testing/test-service";
import {
	challengeOf,
	credentials,
	exchange,
	post,
	requestToken,
	secretOf,
	signInForTokens,
} from "../testing/token-request";

const CHOSEN = "a phrase that is hard to guess";
const NEW = "new@example.com";
const KINDS = ["refresh_tokens", "sessions", "clients", "connections", "client_grants"];
const SCOPES = [
	...["create:clients", "update:clients", "update:users", "read:users", "create:client_grants"],
	...KINDS.map((kind) => `delete:${kind}`),
];

let tenant: Awaited<ReturnType<typeof startTestService>>;
const secrets = new Set<string>();
/** A secret that no entry may hold. */
function secret(text: string): string {
	if (text.length < 6) throw new Error(`"${text}" may be in an entry by chance`);
	secrets.add(text);
	return text;
}
const planted = (what: string) => secret(`planted-${what}`);

beforeAll(async () => {
	tenant = await startTestService();
	secret(PASSWORD);
	secret(CHOSEN);
	for (const client of ["web", "machine", "till"]) secret(secretOf(tenant.service, client));
});
afterAll(() => tenant.stop());

const service = () => tenant.service;
const parametersOf = (client_id: string): Record<string, string> => ({
	client_id,
	...challengeOf(planted("code-verifier-of-forty-three-characters-or-more")),
	...{ state: planted("state"), nonce: planted("nonce"), scope: "openid offline_access" },
});

/** What users type into the wrong fields, and right and wrong passwords and codes. */
async function signIns(): Promise<void> {
	const typed = ["P@ssw0rd-planted", "planted password", planted("name"), "+planted-in-place-of-a-number"].map(secret);
	for (const name of typed) {
		const browser = new TestBrowser(service());
		await browser.submit(await browser.authorize(parametersOf("web")), name, planted("password"));
		const page = await browser.authorize(parametersOf("courier"));
		await browser.visit(`${page.pathname}/code`, { destination: name });
		await browser.visit(`${page.pathname}/code`, { destination: name, code: planted("code") });
		await callAccounts(service(), "signup", { email: name, password: CHOSEN });
		await callAccounts(service(), "change_password", { email: name });
		const form = { grant_type: "password", username: name, password: PASSWORD, scope: "openid" };
		await requestToken(service(), { ...form, ...credentials(service(), "till") });
		const other = { ...form, grant_type: PASSWORD_REALM_GRANT, realm: planted("realm") };
		await requestToken(service(), { ...other, ...credentials(service(), "till") });
		await requestToken(service(), { ...form, ...credentials(service(), "web") });
		const named = { ...parametersOf("web"), connection: planted("connection"), login_hint: name };
		await browser.open(`authorize?${new URLSearchParams(named)}`);
	}
	await callAccounts(service(), "signup", { email: NEW, password: secret("sh0rt!") });
	const browser = new TestBrowser(service());
	await browser.submit(await browser.authorize(parametersOf("web")), EMAIL, planted("wrong-password"));
	const page = await browser.authorize(parametersOf("courier"));
	await browser.visit(`${page.pathname}/code`, { destination: EMAIL });
	const code = secret(/\d{6}/.exec((await messagesTo(service(), EMAIL.toLowerCase()))[0] ?? "")?.[0] ?? "");
	await browser.visit(`${page.pathname}/code`, { destination: EMAIL, code: `${code}0` });
	const signedIn = await browser.visit(`${page.pathname}/code`, { destination: EMAIL, code });
	const callback = new URL((await browser.open(signedIn.headers.get("location") ?? "")).headers.get("location") ?? "");
	secret(callback.searchParams.get("code") ?? "");
	const refusedAddress = `${REDIRECT_URI}?token=${planted("redirect-query")}`;
	await browser.open(`authorize?${new URLSearchParams({ ...parametersOf("web"), redirect_uri: refusedAddress })}`);
}

async function tokens(): Promise<void> {
	const sent = await new TestBrowser(service()).signIn(parametersOf("web"));
	const code = secret(sent.searchParams.get("code") ?? "");
	const form = { grant_type: "authorization_code", code, redirect_uri: REDIRECT_URI, ...credentials(service(), "web") };
	await requestToken(service(), { ...form, code_verifier: planted("wrong-verifier") });
	const browser = new TestBrowser(service());
	const { code_challenge: _, ...parameters } = parametersOf("web");
	const issued = await signInForTokens(service(), "web", parameters, browser);
	const { access_token, refresh_token, id_token } = issued;
	for (const token of [access_token, refresh_token, id_token]) secret(token);
	const next = await exchange(service(), "web", refresh_token);
	secret(next.body.refresh_token);
	secret(next.body.access_token);
	await exchange(service(), "web", planted("refresh-token"));
	await exchange(service(), "web-steady", next.body.refresh_token);
	const wrong = { client_id: "web", client_secret: planted("client-secret") };
	await requestToken(service(), { grant_type: "refresh_token", refresh_token: next.body.refresh_token, ...wrong });
	await requestToken(service(), { grant_type: "client_credentials", ...wrong });
	await post(service(), "oauth/revoke", { token: next.body.refresh_token, ...credentials(service(), "web") });
	await browser.open(`oidc/logout?id_token_hint=${planted("id-token-hint")}`);
	await browser.open(
		`v2/logout?client_id=web&returnTo=${encodeURIComponent(`https://x.example/?${planted("return")}`)}`,
	);
	await browser.open(`oidc/logout?client_id=web&id_token_hint=${id_token}&state=${planted("logout-state")}`);
}

async function links(): Promise<void> {
	await callAccounts(service(), "signup", { email: NEW, password: CHOSEN });
	await callAccounts(service(), "change_password", { email: EMAIL });
	for (const [recipient, password] of [
		[NEW, planted("other-password")],
		[NEW, CHOSEN],
		[NEW, CHOSEN],
		[EMAIL, planted("a-new-and-long-password")],
		[EMAIL, planted("a-new-and-long-password")],
	] as const) {
		const link = await linkTo(service(), recipient);
		secret(link.searchParams.get("ticket") ?? "");
		await pressButton(service(), link, { password });
	}
	await pressButton(service(), new URL(`${ISSUER}dbconnections/verify?ticket=${planted("ticket")}`));
}

async function providers(): Promise<void> {
	const provider = testProvider();
	await addConnection(service(), "acme", ["web"], provider.options);
	const address = authorizeAddress({ client_id: "web", connection: "acme", state: planted("provider-state") });
	const browser = new TestBrowser(service());
	await signInThrough(service(), browser, provider, { address, connection: "acme", nameId: "ada" });
	const { id, relayState } = await toProvider(new TestBrowser(service()), address);
	const sent = { SAMLResponse: provider.response({ connection: "acme", inResponseTo: id, audience: "urn:other" }) };
	await postResponse(service(), "acme", { ...sent, RelayState: secret(relayState) });
	await postResponse(service(), "acme", { SAMLResponse: planted("saml-response"), RelayState: relayState });
	await postResponse(service(), planted("connection"), sent);
	secret(sent.SAMLResponse);
	await browser.visit(`logout?SAMLRequest=${planted("saml-request")}`);
}

async function changes(): Promise<void> {
	await changeClient(service(), "machine", { api_grants: JSON.stringify([{ audience: "/api/v2/", scopes: SCOPES }]) });
	const form = { grant_type: "client_credentials", audience: AUDIENCE, ...credentials(service(), "machine") };
	const token = secret((await requestToken(service(), form)).body.access_token);
	await requestToken(service(), { ...form, audience: `https://${planted("audience")}` });
	await requestToken(service(), { ...form, scope: planted("scope") });
	const call = async (method: string, path: string, body?: object) => {
		const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
		const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
		const response = await handleServiceRequest(service(), new Request(`${AUDIENCE}${path}`, init));
		return response.json().catch(() => null);
	};
	const client_secret = planted("secret-of-a-new-client-that-is-long-enough");
	const created = await call("POST", "clients", { name: "New", client_secret });
	await call("PATCH", `clients/${created.client_id}?state=${planted("query")}`, {
		name: planted("refused-by-its-query"),
	});
	await call("PATCH", `clients/${created.client_id}`, { client_secret: planted("another-secret-that-is-long-enough") });
	await call("DELETE", `connections/none?token=${planted("query-of-a-delete")}`, {});
	// In place of other values, names and identifiers.
	for (const body of [
		{ name: "New", app_type: planted("value-of-a-list") },
		{ name: "New", client_secret: [planted("value-of-another-type")] },
		{ name: "New", [planted("name-of-a-property")]: true },
		{ name: "New", client_metadata: { [planted("name-of-an-entry")]: 1 } },
		{ name: "New", logo_uri: `${planted("address")} with blanks` },
	]) {
		await call("POST", "clients", body);
	}
	await call("POST", "client-grants", { client_id: "web", audience: planted("audience-of-a-grant"), scope: [] });
	const value = planted("value-of-a-refresh-token-of-43-characters");
	for (const kind of ["refresh-tokens", "sessions", "clients", "connections", "client-grants"]) {
		await call("DELETE", `${kind}/${value}`);
	}
	for (const path of [`users/${value}`, `users/auth0%7C1?state=${planted("query-of-a-user")}`, `clients/${value}`]) {
		await call("PATCH", path, { name: [planted("name")] });
	}
	await call("GET", `users?search_engine=v3&q=${planted("search")}%3A%28`);
}

it("no entry holds a password, code, token, ticket, state, message or secret, whatever was sent", async () => {
	const kinds = new Set<string>();
	for (const flow of [signIns, tokens, links, providers, changes]) {
		await flow();
		await service().log.flush();
		const { log_entries: entries = [] } = await storedRows(service().database);
		const text = JSON.stringify(entries);
		const found = [...secrets].filter((each) => text.includes(each) || text.includes(encodeURIComponent(each)));
		expect(found, flow.name).toEqual([]);
		for (const { type } of entries as { type: string }[]) kinds.add(type);
	}
	// The flows have led to these, of which each could hold one.
	const expected = ["cls", "cs", "f", "fapi", "fc", "fcp", "feacft", "feccft", "fertft", "flo", "fp", "fu", "fv", "s"];
	expect([...kinds]).toEqual(
		expect.arrayContaining([...expected, "sapi", "scp", "seacft", "sertft", "slo", "srrt", "ss"]),
	);
});
