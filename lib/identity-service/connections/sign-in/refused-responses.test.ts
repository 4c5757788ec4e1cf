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
const NO_REQUEST = "The answer is to no request of this service that still waits. Begin the sign-in again.";
const OTHER_BROWSER = "The sign-in was begun in another browser, or has expired. Nobody was signed in.";
const USED = "The provider's answer was used already, or is of another sign-in.";
const TAKEN_OFF = "The application does not take people of this connection any more.";

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

	/** At the provider, with what it may answer. */
	async function asked(connection = "acme", by = browser) {
		const { id, relayState, uid } = await toProvider(by, authorizeAddress({ client_id: "web", connection }));
		const fields = { SAMLResponse: provider.response({ connection, inResponseTo: id }), RelayState: relayState };
		return { id, relayState, uid, fields };
	}
	const send = (fields: Record<string, string>, connection: string | null = "acme") =>
		postResponse(tenant.service, connection, fields);
	const refusal = (fields: Record<string, string>, connection: string | null = "acme", statuses?: number[]) =>
		refused(tenant.service, () => send(fields, connection), statuses);
	/** Of the address that the callback leads to. */
	const locationOf = async (fields: Record<string, string>) => {
		const response = await send(fields);
		expect(response.status, await response.clone().text()).toBe(303);
		return response.headers.get("location") ?? "";
	};
	const change = (values: object) =>
		tenant.service.database.updateTable("connections").set(values).where("name", "=", "acme").execute();

	it("takes an answer once, by whatever way it comes again", async () => {
		const { fields, id, relayState } = await asked();
		const location = await locationOf(fields);
		expect(await refusal(fields)).toContain("answer is to no request");
		const another = provider.response({ connection: "acme", inResponseTo: id });
		expect(await refusal({ SAMLResponse: another, RelayState: relayState })).toBe(NO_REQUEST);
		expect((await browser.visit(location)).status).toBe(303);
		expect(await refused(tenant.service, () => browser.visit(location))).toBe(USED);
	});

	it("takes one of two at the same moment", async () => {
		const { fields } = await asked();
		const answers = await Promise.all(Array.from({ length: 5 }, () => send(fields)));
		expect(answers.map(({ status }) => status).sort()).toEqual([303, 400, 400, 400, 400]);
	});

	it("signs nobody in whose browser has not begun the sign-in, and the answer is used up", async () => {
		const { id, relayState } = await asked();
		const answer = provider.response({ connection: "acme", inResponseTo: id, nameId: "nobody-yet" });
		const location = await locationOf({ SAMLResponse: answer, RelayState: relayState });
		const stranger = new TestBrowser(tenant.service);
		expect(await refused(tenant.service, () => stranger.visit(location))).toBe(OTHER_BROWSER);
		expect(await refused(tenant.service, () => browser.visit(location))).toBe(USED);
		expect(await findUser(tenant.service.database, "samlp|acme|nobody-yet")).toBeNull();
	});

	it("plants nobody in a browser that waits for a sign-in of its own", async () => {
		const victim = new TestBrowser(tenant.service);
		const own = await asked("acme", victim);
		const planted = await asked();
		// As the attacker was answered, in the victim's browser.
		const location = await locationOf(planted.fields);
		expect(await refused(tenant.service, () => victim.visit(location))).toBe(OTHER_BROWSER);
		// With the token brought to the victim's own login.
		const again = await asked();
		const token = new URL(await locationOf(again.fields)).searchParams.get("answer") ?? "";
		expect(await refused(tenant.service, () => victim.visit(`login/${own.uid}/connection?answer=${token}`))).toBe(USED);
		// With the RelayState of one and the request of the other.
		const third = await asked();
		expect(await refusal({ ...third.fields, RelayState: own.relayState })).toBe(NO_REQUEST);
		expect(await refusal({ ...own.fields, RelayState: third.relayState })).toBe(NO_REQUEST);
		// The victim's own still works.
		expect((await victim.visit(await locationOf(own.fields))).status).toBe(303);
	});

	it("takes nothing in answer to another connection's request, or to none", async () => {
		const { id, relayState, fields } = await asked();
		expect(await refusal(fields, "other")).not.toBe("");
		const forOther = provider.response({ connection: "other", inResponseTo: id });
		expect(await refusal({ SAMLResponse: forOther, RelayState: relayState }, "other")).toBe(NO_REQUEST);
		const invented = provider.response({ connection: "acme", inResponseTo: "_invented" });
		expect(await refusal({ SAMLResponse: invented, RelayState: relayState })).toBe(NO_REQUEST);
		expect(await refusal({ ...fields, RelayState: "another" })).toBe(NO_REQUEST);
	});

	it("takes what lacks RelayState, or InResponseTo, for begun by the provider, which is off", async () => {
		const { id, relayState } = await asked();
		const answer = (inResponseTo?: string) => provider.response({ connection: "acme", inResponseTo });
		expect(await refusal({ SAMLResponse: answer(id) })).toBe(NOT_ENABLED);
		expect(await refusal({ SAMLResponse: answer(id), RelayState: "" })).toBe(NOT_ENABLED);
		expect(await refusal({ SAMLResponse: answer() })).toBe(NOT_ENABLED);
		expect(await refusal({ SAMLResponse: answer(), RelayState: relayState })).toBe(NOT_ENABLED);
	});

	it("wants RelayState with an answer to a request where providers may begin, too", async () => {
		const { id } = await asked("open");
		const answer = provider.response({ connection: "open", inResponseTo: id });
		expect(await refusal({ SAMLResponse: answer }, "open")).toContain("The RelayState is missing");
	});

	it("says the documented words for another audience, and a connection that is missing or disabled", async () => {
		const { id, relayState, fields } = await asked();
		const elsewhere = provider.response({ connection: "acme", inResponseTo: id, audience: "urn:somebody" });
		expect(await refusal({ SAMLResponse: elsewhere, RelayState: relayState })).toContain("Audience is invalid");
		expect(await refusal(fields, null)).toContain("connection is missing");
		expect(await refusal(fields, "")).toContain("connection is missing");
		expect(await refusal(fields, "disabled")).toContain("disabled");
		expect(await refusal(fields, "nobody", [404])).toBe("There is no such connection.");
		expect(await refusal(fields, "a\0b", [404])).toBe("There is no such connection.");
	});

	it("answers programs in the shape of the interface", async () => {
		const answer = provider.response({ connection: "acme" });
		const response = await postResponse(
			tenant.service,
			"acme",
			{ SAMLResponse: answer },
			{ accept: "application/json" },
		);
		expect([response.status, await response.json()]).toEqual([
			400,
			{ error: "invalid_request", error_description: NOT_ENABLED },
		]);
	});

	it("takes nothing when the application was taken off, or the connection deleted, in the meantime", async () => {
		const first = await asked();
		const second = await asked("acme", new TestBrowser(tenant.service));
		const location = await locationOf(first.fields);
		await change({ enabled_clients: JSON.stringify(["saml"]) });
		expect(await refusal(second.fields)).toBe(TAKEN_OFF);
		expect(await refused(tenant.service, () => browser.visit(location))).toBe(TAKEN_OFF);
		await tenant.service.database.deleteFrom("connections").where("name", "=", "acme").execute();
		expect(await refusal(second.fields, "acme", [404])).toBe("There is no such connection.");
	});

	it("makes nobody of a connection that is deleted before the browser is back, and made anew", async () => {
		const { fields } = await asked();
		const location = await locationOf(fields);
		await tenant.service.database.deleteFrom("connections").where("name", "=", "acme").execute();
		await addConnection(tenant.service, "acme", ["web"], provider.options, { id: "con_anew" });
		expect(await refused(tenant.service, () => browser.visit(location))).toBe(TAKEN_OFF);
	});

	it("takes nothing after ten minutes at the provider, or once the login is gone", async () => {
		const { service } = tenant;
		const { id, relayState, fields } = await asked();
		const expire = (model: string) =>
			service.database
				.updateTable("oidc_artifacts")
				.set({ expires_at: Math.floor(Date.now() / 1000) - 1 })
				.where("model", "=", model)
				.execute();
		expect(PENDING_REQUEST_SECONDS).toBe(600);
		await expire("ConnectionRequest");
		expect(await refusal(fields)).toBe(NO_REQUEST);
		const late = await asked();
		const location = await locationOf(late.fields);
		await expire("ProviderSignIn");
		expect(await refused(service, () => browser.visit(location))).toBe(USED);
		expect([id, relayState]).not.toContain("");
		const gone = await asked();
		const goneTo = await locationOf(gone.fields);
		await service.database.deleteFrom("oidc_artifacts").where("model", "=", "Interaction").execute();
		expect(await refused(service, () => browser.visit(goneTo))).toBe(OTHER_BROWSER);
	});

	it("leads back to the login that waits, which says what has happened", async () => {
		const { relayState, uid } = await asked();
		const response = await send({ SAMLResponse: "none", RelayState: relayState });
		expect(await response.text()).toContain(`<a href="/login/${uid}?way=refused">Back to the sign-in</a>`);
		const page = await browser.visit(`login/${uid}?way=refused`);
		expect(await textOf(page)).toContain("The other provider did not sign you in. Try again, or sign in another way.");
		const strange = await send({ SAMLResponse: "none", RelayState: "x".repeat(43) });
		expect(await strange.text()).toContain('<a href="/">');
	});

	it.each([
		["no form", { body: "{}", headers: { "content-type": "application/json" } }, 400],
		["no type", { body: new Uint8Array([1]) }, 400],
		["a form without an answer", { body: new URLSearchParams({ RelayState: "x" }) }, 400],
		["an empty answer", { body: new URLSearchParams({ SAMLResponse: "" }) }, 400],
		["two answers", { body: new URLSearchParams("SAMLResponse=a&SAMLResponse=b") }, 400],
		["a request and an answer", { body: new URLSearchParams("SAMLResponse=a&SAMLRequest=b") }, 400],
		["two states", { body: new URLSearchParams("SAMLResponse=a&RelayState=b&RelayState=c") }, 400],
		["a state that is a script", { body: new URLSearchParams({ SAMLResponse: "a", RelayState: "javascript:1" }) }, 400],
		["a long state", { body: new URLSearchParams({ SAMLResponse: "a", RelayState: "x".repeat(81) }) }, 400],
		["too much", { body: new URLSearchParams({ SAMLResponse: "A".repeat(600_000) }) }, 413],
		["no base64", { body: new URLSearchParams({ SAMLResponse: "%%%" }) }, 400],
	] as const)("refuses %s", async (_, init, status) => {
		const headers = { accept: "text/html", ...("headers" in init ? init.headers : {}) };
		const address = `${ISSUER}login/callback?connection=acme`;
		const call = () =>
			handleServiceRequest(tenant.service, new Request(address, { method: "POST", body: init.body, headers }));
		expect(await refused(tenant.service, call, [status])).not.toBe("");
	});

	it("takes a connection once, and by POST alone", async () => {
		const { fields } = await asked();
		const address = `${ISSUER}login/callback?connection=acme&connection=other`;
		const init = { method: "POST", body: new URLSearchParams(fields), headers: { accept: "text/html" } };
		const twice = () => handleServiceRequest(tenant.service, new Request(address, init));
		expect(await refused(tenant.service, twice)).toContain("more than one connection");
		const response = await browser.visit("login/callback?connection=acme");
		expect([response.status, response.headers.get("allow")]).toEqual([405, "OPTIONS, POST"]);
	});
});
