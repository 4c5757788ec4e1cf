import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { HTTP_POST_BINDING } from "@/lib/contract/client/addon-limits";
import { PARTIAL_LOGOUT, REQUESTER, SUCCESS, UNKNOWN_PRINCIPAL, UNSPECIFIED_NAME } from "../../saml/names";
import {
	addOtherProvider,
	addProvider,
	isSignedIn,
	logoutRequestXml,
	logoutResponseToProvider,
	PERSISTENT,
	PROVIDER_OPTIONS,
	providerRequests,
	refusedLogout,
	SIGN_OUT_ADDRESS,
	signedAddress,
	signedInThrough,
} from "../../testing/provider-logout";
import { addLogoutClients, samlLogout } from "../../testing/saml-logout";
import { messageId } from "../../testing/saml-party";
import { TestBrowser } from "../../testing/test-browser";
import { ANY_ENGINE, ISSUER, startTestService } from "../../testing/test-service";

describe.each(ANY_ENGINE)("a logout that a provider requests on %s", (engine) => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	beforeEach(async () => {
		tenant = await startTestService(engine);
		await addProvider(tenant.service);
		await addOtherProvider(tenant.service);
	});
	afterEach(async () => {
		vi.restoreAllMocks();
		await tenant.stop();
	});

	const change = (values: { options: string }) =>
		tenant.service.database.updateTable("connections").set(values).where("id", "=", "con_idp").execute();
	const { byGet, byPost } = providerRequests(() => tenant.service);

	it.each([
		["GET", byGet],
		["POST", byPost],
	])("ends the named session without its cookie, and gets a response, by %s", async (_, send) => {
		const { browser } = await signedInThrough(tenant.service, "con_idp");
		const bystander = await signedInThrough(tenant.service, "con_idp", { sessionIndex: "there-2" });
		const cookies = new Map(browser.cookies);
		const id = messageId();
		const response = await send(new TestBrowser(tenant.service), logoutRequestXml({ id }), {
			relayState: "their state",
		});
		expect(await logoutResponseToProvider(tenant.service, response)).toEqual({
			codes: [SUCCESS],
			inResponseTo: id,
			relayState: "their state",
			target: SIGN_OUT_ADDRESS,
			issuer: "urn:auth0:localhost:3000:idp",
		});
		expect(await isSignedIn(browser)).toBe(false);
		for (const [name, cookie] of cookies) browser.cookies.set(name, cookie);
		expect(await isSignedIn(browser)).toBe(false);
		expect(await isSignedIn(bystander.browser)).toBe(true);
	});

	it("ends all of a user's sessions where none is named, and no other user's", async () => {
		const [one, two] = [
			await signedInThrough(tenant.service, "con_idp"),
			await signedInThrough(tenant.service, "con_idp", { sessionIndex: null }),
		];
		const else1 = await signedInThrough(tenant.service, "con_idp", { nameId: "person-2" });
		const else2 = await signedInThrough(tenant.service, "con_other");
		await byGet(one.browser, logoutRequestXml({ sessionIndexes: [] }));
		const all = [one, two, else1, else2];
		expect(await Promise.all(all.map(({ browser }) => isSignedIn(browser)))).toEqual([false, false, true, true]);
	});

	it.each([
		["another user", { nameId: "person-2" }],
		["another session", { sessionIndexes: ["there-2"] }],
		["a name identifier of another format", { format: "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress" }],
	])("gets UnknownPrincipal where %s is named, and ends no session", async (_, named) => {
		const { browser } = await signedInThrough(tenant.service, "con_idp");
		const response = await byGet(browser, logoutRequestXml(named));
		expect((await logoutResponseToProvider(tenant.service, response)).codes).toEqual([REQUESTER, UNKNOWN_PRINCIPAL]);
		expect(await isSignedIn(browser)).toBe(true);
		// Where no user is signed in, the request is fulfilled already.
		const empty = await byGet(new TestBrowser(tenant.service), logoutRequestXml(named));
		expect((await logoutResponseToProvider(tenant.service, empty)).codes).toEqual([SUCCESS]);
		expect(await isSignedIn(browser)).toBe(true);
	});

	it.each([
		[PERSISTENT, null],
		[null, PERSISTENT],
		[PERSISTENT, UNSPECIFIED_NAME],
	])("matches name identifiers of the formats %j and %j", async (nameIdFormat, format) => {
		const { browser } = await signedInThrough(tenant.service, "con_idp", { nameIdFormat });
		await byGet(browser, logoutRequestXml({ format }));
		expect(await isSignedIn(browser)).toBe(false);
	});

	it("notifies the SAML applications before the response, which reports those that could not be notified", async () => {
		await addLogoutClients(tenant.service);
		const { signedIn, followed, logoutRequestOf, responseOf, send } = samlLogout(() => tenant.service);
		for (const [own, codes] of [
			[["redirecting"], [SUCCESS]],
			[
				["redirecting", "nowhere"],
				[SUCCESS, PARTIAL_LOGOUT],
			],
			[["nowhere"], [SUCCESS, PARTIAL_LOGOUT]],
		]) {
			const { browser } = await signedInThrough(tenant.service, "con_idp");
			await signedIn(browser, ...(own ?? []));
			const id = messageId();
			let response = await followed(browser, await byPost(browser, logoutRequestXml({ id })));
			if (own?.includes("redirecting")) {
				const toApplication = await logoutRequestOf(response);
				expect(await isSignedIn(browser)).toBe(false);
				const write = responseOf("redirecting", toApplication.id);
				response = await send(browser, "redirecting", write, { by: "GET", response: true });
				const [, onward = ""] = /url=([^"]*)"/.exec(await response.clone().text()) ?? [];
				if (onward) response = await browser.visit(onward.replaceAll("&amp;", "&"));
			}
			expect(await logoutResponseToProvider(tenant.service, response)).toMatchObject({ codes, inResponseTo: id });
		}
	});

	it("gets its response by HTTP-POST, and at another address, where the connection requires it", async () => {
		const signOutResponseEndpoint = "https://idp.example/responses";
		await change({
			options: JSON.stringify({ ...PROVIDER_OPTIONS, signOutResponseEndpoint, signOutBinding: HTTP_POST_BINDING }),
		});
		const { browser } = await signedInThrough(tenant.service, "con_idp");
		const response = await byGet(browser, logoutRequestXml());
		expect(response.status).toBe(200);
		expect((await logoutResponseToProvider(tenant.service, response)).target).toBe(signOutResponseEndpoint);
	});

	it("is accepted from a provider without a configured issuer at the address of its connection alone", async () => {
		const { issuer, ...unnamed } = PROVIDER_OPTIONS;
		await change({ options: JSON.stringify(unnamed) });
		const { browser } = await signedInThrough(tenant.service, "con_idp");
		await refusedLogout(() => byGet(browser, logoutRequestXml({ issuer })), "not from an identity provider", 404);
		const at = "logout?connection=idp";
		const destination = `${ISSUER}${at}`;
		await browser.visit(signedAddress(logoutRequestXml({ destination }), "SAMLRequest", { at }));
		expect(await isSignedIn(browser)).toBe(false);
	});

	it("ends the sessions and shows so where the provider has no address for responses", async () => {
		const { signOutEndpoint, ...addressless } = PROVIDER_OPTIONS;
		await change({ options: JSON.stringify(addressless) });
		const { browser } = await signedInThrough(tenant.service, "con_idp");
		await refusedLogout(() => byGet(browser, logoutRequestXml()), "You are signed out here.");
		expect(await isSignedIn(browser)).toBe(false);
		expect(signOutEndpoint).toBeDefined();
	});
});
