import { deflateRawSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { resolveConsent } from "../login/login";
import { findPendingLogin } from "../login/login-page";
import { linkTo, pressButton, textOf } from "../testing/account-calls";
import { postedForm } from "../testing/federated-sign-in";
import { addSamlClient, authnRequestXml, redirectQuery } from "../testing/saml-party";
import { obtainSamlResponse, readSamlResponse } from "../testing/saml-response";
import { TestBrowser } from "../testing/test-browser";
import { EMAIL, OTHER_EMAIL, startTestService, USER_ID } from "../testing/test-service";
import { NO_AUTHN_CONTEXT, NO_PASSIVE, PASSWORD_CONTEXT, REQUEST_DENIED, RESPONDER } from "./names";

const FIELDS = "http://schemas.auth0.com/";
const PROTECTED_PASSWORD = "urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport";

describe("what an application requests of a SAML sign-in", () => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	beforeAll(async () => {
		tenant = await startTestService();
	});
	afterAll(() => tenant.stop());
	afterEach(() => vi.restoreAllMocks());

	const query = (request: Partial<Parameters<typeof authnRequestXml>[0]> = {}) =>
		redirectQuery(authnRequestXml({ clientId: "saml", ...request }), { relayState: "back" });
	const signedIn = async () => {
		const browser = new TestBrowser(tenant.service);
		await browser.signIn({ client_id: "web" });
		return browser;
	};
	const loginPage = async (browser: TestBrowser, address: string) => {
		const response = await browser.visit(address);
		const page = await browser.visit(response.headers.get("location") ?? "");
		return new URL(page.headers.get("location") ?? "");
	};
	const context = (comparison: string, ...classRefs: string[]) =>
		`<samlp:RequestedAuthnContext Comparison="${comparison}">${classRefs
			.map((name) => `<saml:AuthnContextClassRef>${name}</saml:AuthnContextClassRef>`)
			.join("")}</samlp:RequestedAuthnContext>`;

	it("gets a response for the requester and for this request", async () => {
		const { assertion, fields } = await obtainSamlResponse(
			tenant.service,
			await signedIn(),
			`samlp/saml?${query({ id: "_request", issuer: "https://sp.example/metadata" })}`,
		);
		expect(assertion).toMatchObject({
			audience: "https://sp.example/metadata",
			confirmation: { InResponseTo: "_request", Recipient: "https://sp.example/acs" },
			nameId: { value: USER_ID },
		});
		expect(fields.RelayState).toBe("back");
	});

	it("gets a response for each name that the application is registered under", async () => {
		await addSamlClient(tenant.service, "many-names", {});
		const browser = await signedIn();
		for (const issuer of ["many-names", "urn:many-names", "https://sp.example/metadata"]) {
			const request = query({ clientId: "many-names", issuer });
			const { assertion } = await obtainSamlResponse(tenant.service, browser, `samlp/many-names?${request}`);
			expect(assertion?.audience).toBe(issuer);
		}
	});

	it("is refused with the entity ID of another party, registered or not: the assertion would be valid there", async () => {
		await addSamlClient(tenant.service, "other", { audience: "https://other.example/metadata" });
		const browser = await signedIn();
		vi.spyOn(process.stderr, "write").mockReturnValue(true);
		for (const issuer of ["https://other.example/metadata", "https://elsewhere.example/metadata", "other"]) {
			const page = await browser.visit(`samlp/saml?${query({ issuer })}`);
			expect([page.status, await page.text()]).toEqual([400, expect.stringContaining("is not the entity ID")]);
		}
	});

	it("may be compressed in a form as in an address, unless it is a decompression bomb", async () => {
		const posted = (message: string | Buffer) => ({ SAMLRequest: deflateRawSync(message).toString("base64") });
		const form = posted(authnRequestXml({ clientId: "saml", id: "_compressed" }));
		const { assertion } = await obtainSamlResponse(tenant.service, await signedIn(), "samlp/saml", { form });
		expect(assertion?.confirmation.InResponseTo).toBe("_compressed");
		vi.spyOn(process.stderr, "write").mockReturnValue(true);
		const bomb = posted(Buffer.alloc(50_000_000));
		expect((await new TestBrowser(tenant.service).visit("samlp/saml", bomb)).status).toBe(413);
	});

	it("gets a response for the audience that is set rather than for the requester", async () => {
		await addSamlClient(tenant.service, "with-audience", { audience: "urn:set" });
		const request = query({ clientId: "with-audience" });
		const { assertion } = await obtainSamlResponse(tenant.service, await signedIn(), `samlp/with-audience?${request}`);
		expect(assertion?.audience).toBe("urn:set");
	});

	it("IsPassive shows no page: the response is for the signed-in user, or NoPassive", async () => {
		const attributes = { IsPassive: "true" };
		const anonymous = await obtainSamlResponse(
			tenant.service,
			new TestBrowser(tenant.service),
			`samlp/saml?${query({ attributes, id: "_passive" })}`,
			{ password: "not used" },
		);
		expect(anonymous).toMatchObject({ statuses: [RESPONDER, NO_PASSIVE], signed: "Response", assertion: null });
		expect(anonymous.document).toContain('InResponseTo="_passive"');
		expect(anonymous.fields.RelayState).toBe("back");
		const browser = await signedIn();
		const known = await obtainSamlResponse(tenant.service, browser, `samlp/saml?${query({ attributes })}`, {
			password: "not used",
		});
		expect(known.assertion?.nameId.value).toBe(USER_ID);
		tenant.passSeconds(5);
		const anew = query({ attributes: { IsPassive: "true", ForceAuthn: "1" } });
		expect((await obtainSamlResponse(tenant.service, browser, `samlp/saml?${anew}`)).statuses).toContain(NO_PASSIVE);
	});

	it("ForceAuthn prompts for the password again", async () => {
		const browser = await signedIn();
		tenant.passSeconds(60);
		const page = await loginPage(browser, `samlp/saml?${query({ attributes: { ForceAuthn: "true" } })}`);
		expect(page.pathname).toMatch(/^\/login\//);
	});

	it.each([
		["exact", [PASSWORD_CONTEXT], PASSWORD_CONTEXT],
		["minimum", [PASSWORD_CONTEXT], PROTECTED_PASSWORD],
	])("a context that a password meets is named in the response: %s %j", async (comparison, requested, named) => {
		const request = query({ content: context(comparison, ...requested) });
		const { assertion } = await obtainSamlResponse(
			tenant.service,
			new TestBrowser(tenant.service),
			`samlp/saml?${request}`,
		);
		expect(assertion?.contextClass).toBe(named);
	});

	it("a context that no login meets gets a signed error at once, and no user signs in", async () => {
		const browser = new TestBrowser(tenant.service);
		const card = "urn:oasis:names:tc:SAML:2.0:ac:classes:Smartcard";
		const response = await browser.visit(`samlp/saml?${query({ id: "_card", content: context("exact", card) })}`);
		expect(response.status).toBe(200);
		expect(response.headers.get("content-security-policy")).toContain("form-action https://sp.example/acs");
		const result = await readSamlResponse(tenant.service, await response.text());
		expect(result).toMatchObject({
			action: "https://sp.example/acs",
			statuses: [RESPONDER, NO_AUTHN_CONTEXT],
			signed: "Response",
			assertion: null,
		});
		expect(result.document).toContain('InResponseTo="_card"');
		expect(browser.cookies.size).toBe(0);
	});

	it("a subject that looks like an e-mail address is filled in on the login page", async () => {
		const hintOf = async (name: string) => {
			const browser = new TestBrowser(tenant.service);
			const content = `<saml:Subject><saml:NameID>${name}</saml:NameID></saml:Subject>`;
			const login = await loginPage(browser, `samlp/saml?${query({ content })}`);
			const pending = await findPendingLogin(tenant.service, browser.request(login));
			return pending?.emailHint;
		};
		expect(await hintOf(OTHER_EMAIL)).toBe(OTHER_EMAIL);
		expect(await hintOf("auth0|1")).toBe("");
	});

	it.each([
		["connection=Username-Password-Authentication", null],
		["connection=google-oauth2", "There is no such connection. Available: Username-Password-Authentication."],
		["connection=", "There is no such connection. Available: Username-Password-Authentication."],
		[
			"connection=Username-Password-Authentication&connection=google-oauth2",
			"There is no such connection. Available: Username-Password-Authentication.",
		],
		["organization=org_1", "There are no organizations on this service."],
	])("?%s beside it is accepted or refused in words", async (parameters, words) => {
		const log = vi.spyOn(process.stderr, "write").mockReturnValue(true);
		for (const message of ["", `&${query()}`]) {
			log.mockClear();
			const response = await new TestBrowser(tenant.service).visit(`samlp/saml?${parameters}${message}`);
			expect(response.status).toBe(words === null ? 303 : 400);
			if (words === null) continue;
			expect(await response.text()).toContain(words);
			expect(log.mock.calls.map(([line]) => line)).toEqual([`identity-service: samlp refused: ${words}\n`]);
		}
	});

	it("a third-party application requires consent, and gets an error where the user declines", async () => {
		await addSamlClient(tenant.service, "third-party-saml", {});
		await tenant.service.database
			.updateTable("clients")
			.set({ first_party: 0 })
			.where("client_id", "=", "third-party-saml")
			.execute();
		const responseAfter = async (isAllowed: boolean) => {
			const browser = await signedIn();
			const response = await browser.visit(
				`samlp/third-party-saml?${query({ clientId: "third-party-saml", id: `_${isAllowed}` })}`,
			);
			const prompt = await browser.visit(response.headers.get("location") ?? "");
			const page = new URL(prompt.headers.get("location") ?? "");
			expect(page.pathname).toMatch(/^\/login\//);
			const returnTo = await resolveConsent(tenant.service, browser.request(page), isAllowed);
			const markup = await (await browser.visit(returnTo)).text();
			expect(postedForm(markup).action).toBe("https://sp.example/acs");
			return readSamlResponse(tenant.service, markup);
		};
		expect((await responseAfter(false)).statuses).toEqual([RESPONDER, REQUEST_DENIED]);
		expect((await responseAfter(true)).assertion?.nameId.value).toBe(USER_ID);
		const attributes = { IsPassive: "true" };
		await addSamlClient(tenant.service, "silent-third-party", {});
		await tenant.service.database
			.updateTable("clients")
			.set({ first_party: 0 })
			.where("client_id", "=", "silent-third-party")
			.execute();
		const silent = query({ clientId: "silent-third-party", attributes });
		const result = await obtainSamlResponse(tenant.service, await signedIn(), `samlp/silent-third-party?${silent}`);
		expect(result.statuses).toEqual([RESPONDER, NO_PASSIVE]);
	});

	it("a new user signs up on its login page, and gets an assertion once their address is confirmed", async () => {
		const [email, password] = ["new-by-saml@example.com", "a phrase hard to guess"];
		const browser = new TestBrowser(tenant.service);
		const page = await loginPage(browser, `samlp/saml?${query({ id: "_newcomer" })}`);
		const sent = await browser.visit(`${page.pathname}/signup`, { email, password });
		expect(await textOf(await browser.visit(sent.headers.get("location") ?? ""))).toContain("Check your inbox");
		expect(await browser.submit(page, email, password)).toEqual({ problem: "credentials" });
		await pressButton(tenant.service, await linkTo(tenant.service, email), {}, browser);
		const outcome = await browser.submit(page, email, password);
		if ("problem" in outcome) throw new Error(outcome.problem);
		const { assertion } = await readSamlResponse(tenant.service, await (await browser.visit(outcome.returnTo)).text());
		expect(assertion?.confirmation.InResponseTo).toBe("_newcomer");
		expect(assertion?.attributes[`${FIELDS}email_verified`]?.[0]?.value).toBe("true");
	});

	it("a user who is locked out after wrong passwords is locked out here, too", async () => {
		const browser = new TestBrowser(tenant.service);
		const page = await loginPage(browser, `samlp/saml?${query()}`);
		for (let attempt = 0; attempt < 10; attempt += 1) await browser.submit(page, EMAIL, "wrong");
		expect(await browser.submit(page)).toEqual({ problem: "blocked" });
		await tenant.service.database.deleteFrom("login_failures").execute();
	});

	it("the session of a deleted user requires a new login", async () => {
		const browser = new TestBrowser(tenant.service);
		await browser.signIn({ client_id: "web" }, OTHER_EMAIL);
		await tenant.service.database.deleteFrom("users").where("email", "=", OTHER_EMAIL).execute();
		const { statuses } = await obtainSamlResponse(
			tenant.service,
			browser,
			`samlp/saml?${query({ attributes: { IsPassive: "true" } })}`,
		);
		expect(statuses).toEqual([RESPONDER, NO_PASSIVE]);
		expect((await obtainSamlResponse(tenant.service, browser, `samlp/saml?${query()}`)).assertion?.nameId.value).toBe(
			USER_ID,
		);
	});

	it("an application that has switched SAML off meanwhile gets no response", async () => {
		await addSamlClient(tenant.service, "going", {});
		const browser = await signedIn();
		const response = await browser.visit("samlp/going");
		await tenant.service.database
			.updateTable("clients")
			.set({ settings: "{}" })
			.where("client_id", "=", "going")
			.execute();
		const page = await browser.visit(response.headers.get("location") ?? "");
		expect(page.status).toBe(400);
		expect(await page.text()).not.toContain("SAMLResponse");
	});
});
