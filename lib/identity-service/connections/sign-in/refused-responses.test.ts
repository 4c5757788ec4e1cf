import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { handleServiceRequest } from "../../handle-request";
import { findUser } from "../../store/users";
import { textOf } from "../../testing/account-calls";
import { authorizeAddress, postResponse, toProvider } from "../../testing/connection-sign-in";
import { refused } from "../../testing/expect-refused";
import { TestBrowser } from "../../testing/test-browser";
import { addConnection, testProvider } from "../../testing/test-provider";
import { ANY_ENGINE, ISSUER, startTestService } from "../../testing/test-service";
import { PENDING_REQUEST_SECONDS } from "./pending-request";

const NOT_ENABLED = "IdP-Initiated login is not enabled for connection 'acme'.";
const NO_REQUEST = "The response does not match a pending request of this service. Begin the sign-in again.";
const OTHER_BROWSER = "The sign-in began in another browser, or has expired. No one was signed in.";
const USED = "The provider's response was already used, or belongs to another sign-in.";
const TAKEN_OFF = "The application no longer accepts users of this connection.";

describe.each(ANY_ENGINE)("the callback of outside providers on %s", (engine) => {
	const provider = testProvider();
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	let browser: TestBrowser;
	beforeAll(async () => {
		tenant = await startTestService(engine);
	});
	beforeEach(async () => {
		browser = new TestBrowser(tenant.service);
		const { service } = tenant;
		await service.database.deleteFrom("connections").execute();
		await addConnection(service, "acme", ["web"], provider.options);
		await addConnection(service, "other", ["web"], provider.options);
		await addConnection(service, "open", ["web"], {
			...provider.options,
			idpinitiated: { enabled: true, client_id: "web", client_protocol: "oidc" },
		});
		await addConnection(service, "disabled", [], provider.options);
	});
	afterAll(() => tenant.stop());

	/** Begins a sign-in, up to the provider. `fields`: the form of a valid response. */
	async function begin(connection = "acme", by = browser) {
		const { id, relayState, uid } = await toProvider(by, authorizeAddress({ client_id: "web", connection }));
		const fields = { SAMLResponse: provider.response({ connection, inResponseTo: id }), RelayState: relayState };
		return { id, relayState, uid, fields };
	}
	const send = (fields: Record<string, string>, connection: string | null = "acme") =>
		postResponse(tenant.service, connection, fields);
	const refusal = (fields: Record<string, string>, connection: string | null = "acme", statuses?: number[]) =>
		refused(tenant.service, () => send(fields, connection), statuses);
	/** Where the callback redirects to. */
	const locationOf = async (fields: Record<string, string>) => {
		const response = await send(fields);
		expect(response.status, await response.clone().text()).toBe(303);
		return response.headers.get("location") ?? "";
	};
	const change = (values: object) =>
		tenant.service.database.updateTable("connections").set(values).where("name", "=", "acme").execute();

	it("accepts one response to a request, once", async () => {
		const { fields, id, relayState } = await begin();
		const location = await locationOf(fields);
		expect(await refusal(fields)).toContain("response does not match a pending request");
		const another = provider.response({ connection: "acme", inResponseTo: id });
		expect(await refusal({ SAMLResponse: another, RelayState: relayState })).toBe(NO_REQUEST);
		expect((await browser.visit(location)).status).toBe(303);
		expect(await refused(tenant.service, () => browser.visit(location))).toBe(USED);
	});

	it("accepts one of several responses at the same time", async () => {
		const { fields } = await begin();
		const responses = await Promise.all(Array.from({ length: 5 }, () => send(fields)));
		expect(responses.map(({ status }) => status).sort()).toEqual([303, 400, 400, 400, 400]);
	});

	it("signs in no browser but the one that has begun the sign-in, and then the response is used up", async () => {
		const { id, relayState } = await begin();
		const SAMLResponse = provider.response({ connection: "acme", inResponseTo: id, nameId: "planted" });
		const location = await locationOf({ SAMLResponse, RelayState: relayState });
		const other = new TestBrowser(tenant.service);
		expect(await refused(tenant.service, () => other.visit(location))).toBe(OTHER_BROWSER);
		expect(await refused(tenant.service, () => browser.visit(location))).toBe(USED);
		expect(await findUser(tenant.service.database, "samlp|acme|planted")).toBeNull();
	});

	it("signs in no attacker's user in a browser with a pending sign-in", async () => {
		const victim = new TestBrowser(tenant.service);
		const own = await begin("acme", victim);
		const planted = await begin();
		// The attacker's redirect in the victim's browser.
		const location = await locationOf(planted.fields);
		expect(await refused(tenant.service, () => victim.visit(location))).toBe(OTHER_BROWSER);
		// The attacker's token in the victim's login.
		const again = await begin();
		const token = new URL(await locationOf(again.fields)).searchParams.get("answer") ?? "";
		expect(await refused(tenant.service, () => victim.visit(`login/${own.uid}/connection?answer=${token}`))).toBe(USED);
		// The RelayState of one and the response of the other.
		const third = await begin();
		expect(await refusal({ ...third.fields, RelayState: own.relayState })).toBe(NO_REQUEST);
		expect(await refusal({ ...own.fields, RelayState: third.relayState })).toBe(NO_REQUEST);
		// The victim's own response is still accepted.
		expect((await victim.visit(await locationOf(own.fields))).status).toBe(303);
	});

	it("refuses a response to another connection's request, or to an unknown one", async () => {
		const { id, relayState, fields } = await begin();
		expect(await refusal(fields, "other")).not.toBe("");
		const forOther = provider.response({ connection: "other", inResponseTo: id });
		expect(await refusal({ SAMLResponse: forOther, RelayState: relayState }, "other")).toBe(NO_REQUEST);
		const invented = provider.response({ connection: "acme", inResponseTo: "_invented" });
		expect(await refusal({ SAMLResponse: invented, RelayState: relayState })).toBe(NO_REQUEST);
		expect(await refusal({ ...fields, RelayState: "another" })).toBe(NO_REQUEST);
	});

	it("refuses a response without RelayState or InResponseTo as IdP-initiated, which is off", async () => {
		const { id, relayState } = await begin();
		const response = (inResponseTo?: string) => provider.response({ connection: "acme", inResponseTo });
		expect(await refusal({ SAMLResponse: response(id) })).toBe(NOT_ENABLED);
		expect(await refusal({ SAMLResponse: response(id), RelayState: "" })).toBe(NOT_ENABLED);
		expect(await refusal({ SAMLResponse: response() })).toBe(NOT_ENABLED);
		expect(await refusal({ SAMLResponse: response(), RelayState: relayState })).toBe(NOT_ENABLED);
	});

	it("requires RelayState with a response to a request where IdP-initiated sign-ins are enabled, too", async () => {
		const { id } = await begin("open");
		const SAMLResponse = provider.response({ connection: "open", inResponseTo: id });
		expect(await refusal({ SAMLResponse }, "open")).toContain("The RelayState is missing");
	});

	it("refuses another audience, and a missing or disabled connection, with the documented sentences", async () => {
		const { id, relayState, fields } = await begin();
		const elsewhere = provider.response({ connection: "acme", inResponseTo: id, audience: "urn:other" });
		expect(await refusal({ SAMLResponse: elsewhere, RelayState: relayState })).toContain("Audience is invalid");
		expect(await refusal(fields, null)).toContain("connection is missing");
		expect(await refusal(fields, "")).toContain("connection is missing");
		expect(await refusal(fields, "disabled")).toContain("disabled");
		expect(await refusal(fields, "unknown", [404])).toBe("There is no such connection.");
		expect(await refusal(fields, "a\0b", [404])).toBe("There is no such connection.");
	});

	it("responds in JSON to a client that accepts it", async () => {
		const fields = { SAMLResponse: provider.response({ connection: "acme" }) };
		const response = await postResponse(tenant.service, "acme", fields, { accept: "application/json" });
		expect([response.status, await response.json()]).toEqual([
			400,
			{ error: "invalid_request", error_description: NOT_ENABLED },
		]);
	});

	it("refuses a response when the application was disabled or the connection deleted since", async () => {
		const first = await begin();
		const second = await begin("acme", new TestBrowser(tenant.service));
		const location = await locationOf(first.fields);
		await change({ enabled_clients: JSON.stringify(["saml"]) });
		expect(await refusal(second.fields)).toBe(TAKEN_OFF);
		expect(await refused(tenant.service, () => browser.visit(location))).toBe(TAKEN_OFF);
		await tenant.service.database.deleteFrom("connections").where("name", "=", "acme").execute();
		expect(await refusal(second.fields, "acme", [404])).toBe("There is no such connection.");
	});

	it("creates no user when the connection is deleted and created again before the browser is back", async () => {
		const { fields } = await begin();
		const location = await locationOf(fields);
		await tenant.service.database.deleteFrom("connections").where("name", "=", "acme").execute();
		await addConnection(tenant.service, "acme", ["web"], provider.options, { id: "con_anew" });
		expect(await refused(tenant.service, () => browser.visit(location))).toBe(TAKEN_OFF);
	});

	it("refuses a response after ten minutes at the provider, or once the login is gone", async () => {
		const { service } = tenant;
		const { id, relayState, fields } = await begin();
		const expire = (model: string) =>
			service.database
				.updateTable("oidc_artifacts")
				.set({ expires_at: Math.floor(Date.now() / 1000) - 1 })
				.where("model", "=", model)
				.execute();
		expect(PENDING_REQUEST_SECONDS).toBe(600);
		await expire("ConnectionRequest");
		expect(await refusal(fields)).toBe(NO_REQUEST);
		const late = await begin();
		const location = await locationOf(late.fields);
		await expire("ProviderSignIn");
		expect(await refused(service, () => browser.visit(location))).toBe(USED);
		expect([id, relayState]).not.toContain("");
		const gone = await begin();
		const goneTo = await locationOf(gone.fields);
		await service.database.deleteFrom("oidc_artifacts").where("model", "=", "Interaction").execute();
		expect(await refused(service, () => browser.visit(goneTo))).toBe(OTHER_BROWSER);
	});

	it("links back to the pending login, which shows what has happened", async () => {
		const { relayState, uid } = await begin();
		const response = await send({ SAMLResponse: "none", RelayState: relayState });
		expect(await response.text()).toContain(`<a href="/login/${uid}?way=refused">Back to sign-in</a>`);
		const page = await browser.visit(`login/${uid}?way=refused`);
		expect(await textOf(page)).toContain("The other provider did not sign you in. Try again, or sign in another way.");
		const unknown = await send({ SAMLResponse: "none", RelayState: "x".repeat(43) });
		expect(await unknown.text()).toContain('<a href="/">');
	});

	it.each([
		["no form", { body: "{}", headers: { "content-type": "application/json" } }, 400],
		["no type", { body: new Uint8Array([1]) }, 400],
		["a form without a response", { body: new URLSearchParams({ RelayState: "x" }) }, 400],
		["an empty response", { body: new URLSearchParams({ SAMLResponse: "" }) }, 400],
		["two responses", { body: new URLSearchParams("SAMLResponse=a&SAMLResponse=b") }, 400],
		["a request and a response", { body: new URLSearchParams("SAMLResponse=a&SAMLRequest=b") }, 400],
		["two RelayStates", { body: new URLSearchParams("SAMLResponse=a&RelayState=b&RelayState=c") }, 400],
		[
			"a RelayState that is a script",
			{ body: new URLSearchParams({ SAMLResponse: "a", RelayState: "javascript:1" }) },
			400,
		],
		["a long RelayState", { body: new URLSearchParams({ SAMLResponse: "a", RelayState: "x".repeat(81) }) }, 400],
		["a large form", { body: new URLSearchParams({ SAMLResponse: "A".repeat(600_000) }) }, 413],
		["no base64", { body: new URLSearchParams({ SAMLResponse: "%%%" }) }, 400],
	] as const)("refuses %s", async (_, init, status) => {
		const headers = { accept: "text/html", ...("headers" in init ? init.headers : {}) };
		const address = `${ISSUER}login/callback?connection=acme`;
		const call = () =>
			handleServiceRequest(tenant.service, new Request(address, { method: "POST", body: init.body, headers }));
		expect(await refused(tenant.service, call, [status])).not.toBe("");
	});

	it("accepts one connection, and POST alone", async () => {
		const { fields } = await begin();
		const address = `${ISSUER}login/callback?connection=acme&connection=other`;
		const init = { method: "POST", body: new URLSearchParams(fields), headers: { accept: "text/html" } };
		const twice = () => handleServiceRequest(tenant.service, new Request(address, init));
		expect(await refused(tenant.service, twice)).toContain("more than one connection");
		const response = await browser.visit("login/callback?connection=acme");
		expect([response.status, response.headers.get("allow")]).toEqual([405, "OPTIONS, POST"]);
	});
});
