import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { SamlOptions } from "@/lib/contract/connection/connection-request";
import { selfSignedCertificate } from "../../keys/self-signed-certificate";
import { PARTIAL_LOGOUT, REQUESTER, RESPONDER, SUCCESS } from "../../saml/names";
import {
	addOtherProvider,
	addProvider,
	isSignedIn,
	leaveFederated,
	logoutRequestToProvider,
	logoutResponseXml,
	markupOf,
	OTHER_PARTY,
	PROVIDER_OPTIONS,
	postCrossSite,
	refusedLogout,
	signedAddress,
	signedForm,
	signedInThrough,
} from "../../testing/provider-logout";
import { partyKey } from "../../testing/saml-party";
import { TestBrowser } from "../../testing/test-browser";
import { ANY_ENGINE, startTestService } from "../../testing/test-service";

const GOODBYE = "http://localhost:3000/goodbye";
const STILL = "You are signed out here. You may still be signed in at The provider.";

describe.each(ANY_ENGINE)("a federated logout on %s", (engine) => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	beforeEach(async () => {
		tenant = await startTestService(engine);
		await addProvider(tenant.service);
	});
	afterEach(async () => {
		vi.restoreAllMocks();
		await tenant.stop();
	});

	const change = (values: { options?: string; enabled_clients?: string }) =>
		tenant.service.database.updateTable("connections").set(values).where("id", "=", "con_idp").execute();
	const withOptions = (options: SamlOptions) => change({ options: JSON.stringify(options) });
	const sentRequest = async (browser: TestBrowser) =>
		logoutRequestToProvider(tenant.service, await leaveFederated(browser));

	const obstacles: [string, () => Promise<unknown>, string][] = [
		[
			"has no sign-out address",
			() => withOptions({ ...PROVIDER_OPTIONS, signOutEndpoint: undefined }),
			"has no sign-out address",
		],
		[
			"is set to keep that session",
			() => withOptions({ ...PROVIDER_OPTIONS, disableSignout: true }),
			"leave that session alone",
		],
		[
			"has no certificate",
			() => withOptions({ ...PROVIDER_OPTIONS, signingCert: "" }),
			"no certificate that is valid now",
		],
		[
			"has a certificate that isn't valid yet",
			() => {
				const key = partyKey.export({ format: "jwk" }) as Parameters<typeof selfSignedCertificate>[0];
				const signingCert = selfSignedCertificate(key, "idp.example", new Date(Date.now() + 24 * 3600 * 1000));
				return withOptions({ ...PROVIDER_OPTIONS, signingCert });
			},
			"no certificate that is valid now",
		],
		["is off by then", () => change({ enabled_clients: "[]" }), "switched off since"],
	];

	it.each(obstacles)("shows that the user may still be signed in where the connection %s", async (_, change, why) => {
		await change();
		const { browser } = await signedInThrough(tenant.service, "con_idp");
		const page = await leaveFederated(browser);
		expect(page.status).toBe(200);
		const text = await markupOf(page);
		expect(text).toContain(STILL);
		expect(text).toContain(why);
		expect(text).toContain(`<a class="button" href="${GOODBYE}">Continue</a>`);
		expect(await isSignedIn(browser)).toBe(false);
	});

	it("shows this where the connection was deleted since", async () => {
		const { browser } = await signedInThrough(tenant.service, "con_idp");
		await browser.visit("v2/logout?client_id=web&federated");
		await tenant.service.database.deleteFrom("connections").execute();
		const text = await markupOf(await browser.visit("logout"));
		expect(text).toContain(STILL);
		expect(text).toContain("deleted since");
	});

	it.each([
		["denies the request", [RESPONDER], "did not sign you out"],
		["doesn't know the user", [REQUESTER], "did not sign you out"],
		["signs the user out partially", [SUCCESS, PARTIAL_LOGOUT], "could not sign you out everywhere"],
	] as const)("shows this where the provider %s", async (_, codes, why) => {
		const { browser } = await signedInThrough(tenant.service, "con_idp");
		const { id } = await sentRequest(browser);
		const page = await browser.visit(signedAddress(logoutResponseXml(id, { codes: [...codes] }), "SAMLResponse"));
		expect(page.status).toBe(200);
		const text = await markupOf(page);
		for (const part of [STILL, why, `<a class="button" href="${GOODBYE}">Continue</a>`]) expect(text).toContain(part);
	});

	it("shows this where the browser returns without a response, which may still come", async () => {
		const { browser } = await signedInThrough(tenant.service, "con_idp");
		const { id } = await sentRequest(browser);
		const text = await markupOf(await browser.visit("logout"));
		expect(text).toContain(STILL);
		expect(text).toContain("has not responded");
		const last = await browser.visit(signedAddress(logoutResponseXml(id), "SAMLResponse"));
		expect(last.headers.get("location")).toBe(GOODBYE);
	});

	describe("accepts no response", () => {
		it("that is unsigned, signed by another key, from another sender, to another address, or old; then accepts the valid one", async () => {
			const { browser } = await signedInThrough(tenant.service, "con_idp");
			const { id } = await sentRequest(browser);
			await addOtherProvider(tenant.service);
			const valid = logoutResponseXml(id);
			const hourAgo = new Date(Date.now() - 3600_000).toISOString();
			const cases: [ReturnType<typeof logoutResponseXml>, Parameters<typeof signedForm>[2], RegExp, number?][] = [
				[valid, OTHER_PARTY, /is not valid/],
				[logoutResponseXml(id, { issuer: "https://other.example" }), {}, /is not valid/],
				[
					logoutResponseXml(id, { issuer: "https://other.example" }),
					OTHER_PARTY,
					/does not match a request of this sign-out/,
				],
				[logoutResponseXml(id, { issuer: "https://unknown.example" }), {}, /not from an identity provider/, 404],
				[logoutResponseXml(id, { destination: "https://elsewhere.example/logout" }), {}, /sent to another URL/],
				[logoutResponseXml(id, { destination: null }), {}, /does not say where it was sent/],
				[logoutResponseXml(id, { issueInstant: hourAgo }), {}, /too old/],
				[logoutResponseXml("_other"), {}, /does not match a request of this sign-out/],
			];
			for (const [write, by, why, status] of cases) {
				const text = await refusedLogout(() => browser.visit(signedAddress(write, "SAMLResponse", by)), why, status);
				for (const part of [STILL, `<a class="button" href="${GOODBYE}">Continue</a>`]) expect(text).toContain(part);
			}
			const unsigned = signedAddress(valid, "SAMLResponse").split("&SigAlg=")[0] ?? "";
			await refusedLogout(() => browser.visit(unsigned), /The message is not signed/);
			for (const [write, by, why, status] of cases.slice(0, 2)) {
				const form = signedForm(write, "SAMLResponse", by);
				const text = await refusedLogout(() => postCrossSite(tenant.service, browser, form), why, status);
				// Without cookies the page knows of no logout, and links to the address where one is found.
				expect(text).toContain('<a href="/logout">Continue</a>');
			}
			const last = await browser.visit(signedAddress(valid, "SAMLResponse"));
			expect(last.headers.get("location")).toBe(GOODBYE);
		});

		it("in another browser, or a second time", async () => {
			const { browser } = await signedInThrough(tenant.service, "con_idp");
			const other = new TestBrowser(tenant.service);
			const { id } = await sentRequest(browser);
			const address = signedAddress(logoutResponseXml(id), "SAMLResponse");
			await refusedLogout(() => other.visit(address), /no sign-out in this browser/);
			const form = signedForm(logoutResponseXml(id), "SAMLResponse");
			const response = await postCrossSite(tenant.service, other, form);
			await refusedLogout(() => other.visit(response.headers.get("location") ?? ""), /no sign-out in this browser/);
			expect((await browser.visit(address)).headers.get("location")).toBe(GOODBYE);
			await refusedLogout(() => browser.visit(address), /no sign-out in this browser/);
			await refusedLogout(() => browser.visit("logout?answer=a.b.c.d.e"), /made up/);
		});
	});
});
