import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { HTTP_POST_BINDING } from "@/lib/contract/client/addon-limits";
import type { SamlOptions } from "@/lib/contract/connection/connection-request";
import { providerSessionOf } from "../../sessions/saml-sessions";
import { nextAddress } from "../../testing/federated-sign-in";
import {
	addProvider,
	isSignedIn,
	leaveFederated,
	logoutRequestToProvider,
	logoutResponseXml,
	markupOf,
	PERSISTENT,
	PROVIDER_OPTIONS,
	postCrossSite,
	SIGN_OUT_ADDRESS,
	signedAddress,
	signedForm,
	signedInThrough,
} from "../../testing/provider-logout";
import { addLogoutClients, samlLogout } from "../../testing/saml-logout";
import { TestBrowser } from "../../testing/test-browser";
import { ANY_ENGINE, ISSUER, REDIRECT_URI, startTestService } from "../../testing/test-service";
import { credentials, requestToken } from "../../testing/token-request";

const GOODBYE = "http://localhost:3000/goodbye";

describe.each(ANY_ENGINE)("a federated logout on %s", (engine) => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	beforeEach(async () => {
		tenant = await startTestService(engine);
		await addProvider(tenant.service);
	});
	afterEach(() => tenant.stop());

	const withOptions = (options: SamlOptions) =>
		tenant.service.database
			.updateTable("connections")
			.set({ options: JSON.stringify(options) })
			.execute();
	const sentRequest = async (browser: TestBrowser) =>
		logoutRequestToProvider(tenant.service, await leaveFederated(browser));

	it.each([
		"v2/logout?client_id=web&federated",
		"v2/logout?client_id=web&federated=",
		"v2/logout?federated=true&client_id=web",
	])("ends the session here, and notifies the provider that it came from: /%s", async (address) => {
		const { browser, sessionUid } = await signedInThrough(tenant.service, "con_idp", {
			nameQualifier: "urn:there",
			spNameQualifier: "urn:here",
		});
		const first = await browser.visit(address);
		expect([first.status, first.headers.get("location")]).toEqual([303, `${ISSUER}logout`]);
		expect(await isSignedIn(browser)).toBe(false);
		expect(await providerSessionOf(tenant.service, sessionUid)).toBeNull();
		expect(await logoutRequestToProvider(tenant.service, await browser.visit("logout"))).toMatchObject({
			target: SIGN_OUT_ADDRESS,
			issuer: "urn:auth0:localhost:3000:idp",
			relayState: null,
			name: { value: "person-1", Format: PERSISTENT, NameQualifier: "urn:there", SPNameQualifier: "urn:here" },
			sessionIndexes: ["there-1"],
			until: expect.stringMatching(/^\d{4}-.*Z$/),
		});
	});

	it("names nothing that the provider has not named", async () => {
		const unnamed = { nameIdFormat: null, sessionIndex: null };
		const { browser } = await signedInThrough(tenant.service, "con_idp", unnamed);
		expect(await sentRequest(browser)).toMatchObject({ name: { value: "person-1" }, sessionIndexes: [] });
	});

	it.each(["GET", "POST"] as const)(
		"redirects to the application when the provider has responded by %s",
		async (by) => {
			const { browser } = await signedInThrough(tenant.service, "con_idp");
			const { id } = await sentRequest(browser);
			const response = logoutResponseXml(id);
			const last =
				by === "GET"
					? await browser.visit(signedAddress(response, "SAMLResponse"))
					: await browser.visit(
							(await postCrossSite(tenant.service, browser, signedForm(response, "SAMLResponse"))).headers.get(
								"location",
							) ?? "",
						);
			expect([last.status, last.headers.get("location")]).toEqual([303, GOODBYE]);
			expect(last.headers.getSetCookie()).toEqual([
				expect.stringMatching(/provider-logout\.3000=; Path=\/logout; Max-Age=0/),
			]);
		},
	);

	it("notifies the provider by HTTP-POST where the connection requires it, and continues without a redirect", async () => {
		await withOptions({ ...PROVIDER_OPTIONS, signOutBinding: HTTP_POST_BINDING });
		const { browser } = await signedInThrough(tenant.service, "con_idp");
		const page = await leaveFederated(browser);
		const { id, target } = await logoutRequestToProvider(tenant.service, page.clone());
		expect(target).toBe(SIGN_OUT_ADDRESS);
		expect(await markupOf(page)).toContain("Signing out of The provider");
		const last = await browser.visit(signedAddress(logoutResponseXml(id), "SAMLResponse"));
		expect([last.status, await nextAddress(last)]).toEqual([200, GOODBYE]);
	});

	it.each(["GET", "POST"])("begins at /oidc/logout with a hint, too, by %s", async (method) => {
		const { browser } = await signedInThrough(tenant.service, "con_idp");
		const { searchParams } = await browser.authorize({ client_id: "web", scope: "openid", prompt: "none" });
		const { body } = await requestToken(tenant.service, {
			grant_type: "authorization_code",
			code: searchParams.get("code") ?? "",
			redirect_uri: REDIRECT_URI,
			...credentials(tenant.service, "web"),
		});
		const parameters = {
			id_token_hint: String(body.id_token),
			post_logout_redirect_uri: GOODBYE,
			state: "s",
			federated: "",
		};
		const response =
			method === "GET"
				? await browser.visit(`oidc/logout?${new URLSearchParams(parameters)}`)
				: await browser.visit("oidc/logout", parameters);
		expect(response.headers.get("location")).toBe(`${ISSUER}logout`);
		const { id } = await logoutRequestToProvider(tenant.service, await browser.visit("logout"));
		const last = await browser.visit(signedAddress(logoutResponseXml(id), "SAMLResponse"));
		expect(last.headers.get("location")).toBe(`${GOODBYE}?state=s`);
	});

	it("begins at /oidc/logout after the user has confirmed it, too, and not where they stay signed in", async () => {
		const leaves = await signedInThrough(tenant.service, "con_idp");
		const page = await markupOf(await leaves.browser.visit("oidc/logout?client_id=web&federated"));
		const [, xsrf = ""] = /name="xsrf" value="([^"]*)"/.exec(page) ?? [];
		expect(page).toContain('<input type="hidden" form="op.logoutForm" name="federated">');
		const stays = await signedInThrough(tenant.service, "con_idp");
		const [, other = ""] =
			/name="xsrf" value="([^"]*)"/.exec(await markupOf(await stays.browser.visit("oidc/logout?federated"))) ?? [];
		const stayed = await stays.browser.visit("oidc/logout/confirm", { xsrf: other, federated: "" });
		expect(stayed.headers.get("location")).not.toBe(`${ISSUER}logout`);
		expect(await isSignedIn(stays.browser)).toBe(true);
		const confirmed = await leaves.browser.visit("oidc/logout/confirm", { xsrf, logout: "yes", federated: "" });
		expect(confirmed.headers.get("location")).toBe(`${ISSUER}logout`);
		expect(
			(await logoutRequestToProvider(tenant.service, await leaves.browser.visit("logout"))).sessionIndexes,
		).toEqual(["there-1"]);
	});

	it.each(["v2/logout?client_id=web", "v2/logout?client_id=web&returnTo=http://localhost:3000/goodbye"])(
		"has to be requested: /%s does not notify the provider",
		async (address) => {
			const { browser } = await signedInThrough(tenant.service, "con_idp");
			const response = await browser.visit(address);
			expect([response.status, response.headers.get("location")]).toEqual([302, GOODBYE]);
			expect(response.headers.getSetCookie().join()).not.toContain("provider-logout");
		},
	);

	it("changes nothing for the tenant's own accounts", async () => {
		const browser = new TestBrowser(tenant.service);
		await browser.signIn({ client_id: "web" });
		const response = await browser.visit("v2/logout?client_id=web&federated");
		expect([response.status, response.headers.get("location")]).toEqual([302, GOODBYE]);
	});

	it("notifies the SAML applications first", async () => {
		await addLogoutClients(tenant.service);
		const { signedIn, followed, logoutRequestOf, responseOf } = samlLogout(() => tenant.service);
		const { browser } = await signedInThrough(tenant.service, "con_idp");
		await signedIn(browser, "redirecting");
		const toApplication = await logoutRequestOf(
			await followed(browser, await browser.visit("v2/logout?client_id=web&federated")),
		);
		expect(toApplication.target).toBe("https://redirecting.example/logout");
		const { send } = samlLogout(() => tenant.service);
		const back = await send(browser, "redirecting", responseOf("redirecting", toApplication.id), {
			by: "GET",
			response: true,
		});
		const { id } = await logoutRequestToProvider(tenant.service, await browser.visit((await nextAddress(back)) ?? ""));
		const last = await browser.visit(signedAddress(logoutResponseXml(id), "SAMLResponse"));
		expect(last.headers.get("location")).toBe(GOODBYE);
	});

	it("accepts the response of a provider without a configured issuer at the address that names its connection", async () => {
		const { issuer, ...unnamed } = PROVIDER_OPTIONS;
		await withOptions(unnamed);
		const { browser } = await signedInThrough(tenant.service, "con_idp");
		const { id } = await sentRequest(browser);
		const [at, destination] = ["logout?connection=idp", `${ISSUER}logout?connection=idp`];
		const last = await browser.visit(
			signedAddress(logoutResponseXml(id, { issuer, destination }), "SAMLResponse", { at }),
		);
		expect(last.headers.get("location")).toBe(GOODBYE);
	});
});
