import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as reading from "@/lib/xml/parse";
import { handleServiceRequest } from "../../handle-request";
import {
	addOtherProvider,
	addProvider,
	isSignedIn,
	logoutRequestXml,
	OTHER_PARTY,
	PROVIDER_ID,
	PROVIDER_OPTIONS,
	providerRequests,
	refusedLogout,
	signedAddress,
	signedForm,
	signedInThrough,
} from "../../testing/provider-logout";
import { messageId, postForm } from "../../testing/saml-party";
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

	const change = (values: { options?: string; enabled_clients?: string }, id = "con_idp") =>
		tenant.service.database.updateTable("connections").set(values).where("id", "=", id).execute();
	const { byGet, byPost } = providerRequests(() => tenant.service);

	it("is refused unsigned, signed by another key or another provider's, and for another issuer", async () => {
		const { browser } = await signedInThrough(tenant.service, "con_idp");
		const write = logoutRequestXml();
		const unsigned = signedAddress(write, "SAMLRequest").split("&SigAlg=")[0] ?? "";
		await refusedLogout(() => browser.visit(unsigned), "The message is not signed");
		await refusedLogout(() => browser.visit("logout", postForm(write(null))), "There is no signature");
		for (const send of [byGet, byPost]) {
			await refusedLogout(() => send(browser, write, OTHER_PARTY), "is not valid");
			await refusedLogout(() => send(browser, logoutRequestXml({ issuer: "https://other.example" })), "is not valid");
			await refusedLogout(
				() => send(browser, logoutRequestXml({ issuer: "urn:unknown" })),
				"not from an identity provider",
				404,
			);
		}
		// A provider's own request ends no session of another provider.
		await byGet(browser, logoutRequestXml({ issuer: "https://other.example" }), OTHER_PARTY);
		for (const at of ["logout?connection=other", "logout?connection=idp"]) {
			await refusedLogout(
				() => browser.visit(signedAddress(write, "SAMLRequest", { ...OTHER_PARTY, at })),
				/is not valid|not from an identity/,
				at.endsWith("idp") ? 400 : 404,
			);
		}
		expect(await isSignedIn(browser)).toBe(true);
	});

	it("is refused to another address, too old, from the future, expired, and a second time", async () => {
		const { browser } = await signedInThrough(tenant.service, "con_idp");
		const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
		for (const send of [byGet, byPost]) {
			for (const [parts, why] of [
				[{ destination: "https://elsewhere.example/logout" }, "sent to another URL"],
				[{ destination: `${ISSUER}logout/more` }, "sent to another URL"],
				[{ destination: null }, "does not say where it was sent"],
				[{ issueInstant: at(-3600) }, "too old"],
				[{ issueInstant: at(3600) }, "from the future"],
				[{ attributes: { NotOnOrAfter: at(-1) } }, "too old"],
				[{ attributes: { Version: "1.1" } }, "not SAML 2.0"],
			] as const) {
				await refusedLogout(() => send(browser, logoutRequestXml(parts)), why);
			}
		}
		expect(await isSignedIn(browser)).toBe(true);
		const write = logoutRequestXml({ sessionIndexes: ["elsewhere"] });
		await byGet(browser, write);
		const again = "already used";
		await refusedLogout(() => byGet(browser, write), again);
		await refusedLogout(() => byPost(browser, write), again);
		expect(await isSignedIn(browser)).toBe(true);
	});

	it("ends no session by a signature that was made for another request", async () => {
		const victim = await signedInThrough(tenant.service, "con_idp", { nameId: "person-2", sessionIndex: "there-2" });
		const id = messageId();
		const own = logoutRequestXml({ id, sessionIndexes: ["there-1"] });
		const document = (write: typeof own) => {
			const { SAMLRequest = "" } = signedForm(write, "SAMLRequest");
			return Buffer.from(SAMLRequest, "base64").toString();
		};
		const original = document(own);
		const [signature = ""] = /<ds:Signature .*<\/ds:Signature>/s.exec(original) ?? [];
		const forged = (content: string, forgedId = messageId()) =>
			logoutRequestXml({ id: forgedId, nameId: "person-2", sessionIndexes: ["there-2"] })(null).replace(
				"<saml:NameID",
				`${content}<saml:NameID`,
			);
		const inside = `<samlp:Extensions>${original.replace(signature, "")}</samlp:Extensions>`;
		for (const sent of [
			original.replace("person-1", "person-2").replace("there-1", "there-2"),
			original.replace("person-1", "person-1<!---->"),
			forged(signature + inside),
			forged(signature + inside, id),
			forged(`<samlp:Extensions>${original}</samlp:Extensions>`),
			forged(
				signature.replace(
					"</ds:Signature>",
					`<ds:Object>${original.replace(signature, "")}</ds:Object></ds:Signature>`,
				),
			),
			forged(signature, id),
			original.replace("</samlp:LogoutRequest>", `${forged("")}</samlp:LogoutRequest>`),
			original.replace(PROVIDER_ID, "https://other.example"),
		]) {
			await refusedLogout(
				() => new TestBrowser(tenant.service).visit("logout", postForm(sent)),
				/signature is not accepted|cannot be read/,
			);
		}
		const [octets = ""] = signedAddress(own, "SAMLRequest").split("&Signature=");
		const [, signedValue = ""] = signedAddress(own, "SAMLRequest").split("&Signature=");
		const elsewhere = signedAddress(logoutRequestXml({ nameId: "person-2", sessionIndexes: [] }), "SAMLRequest");
		for (const address of [
			`${elsewhere.split("&Signature=")[0]}&Signature=${signedValue}`,
			`${octets}&RelayState=x&Signature=${signedValue}`,
			`${octets}&SAMLRequest=${encodeURIComponent("x")}&Signature=${signedValue}`,
		]) {
			await refusedLogout(() => new TestBrowser(tenant.service).visit(address), /is not valid|sent twice/);
		}
		expect(await isSignedIn(victim.browser)).toBe(true);
	});

	it.each(["", "no certificate"])("is refused where the connection's certificate is %j", async (signingCert) => {
		const { browser } = await signedInThrough(tenant.service, "con_idp");
		await change({ options: JSON.stringify({ ...PROVIDER_OPTIONS, signingCert }) });
		for (const send of [byGet, byPost]) {
			await refusedLogout(() => send(browser, logoutRequestXml()), "no certificate that is valid now");
		}
		expect(await isSignedIn(browser)).toBe(true);
	});

	it("gets a 404 where the connection is off, and isn't read where all are", async () => {
		const { browser } = await signedInThrough(tenant.service, "con_idp");
		const parse = vi.spyOn(reading, "parseXml");
		await change({ enabled_clients: "[]" });
		await refusedLogout(() => byGet(browser, logoutRequestXml()), "not from an identity provider", 404);
		expect(parse).toHaveBeenCalled();
		await refusedLogout(() => byPost(browser, logoutRequestXml()), "not from an identity provider", 404);
		await change({ enabled_clients: "[]" }, "con_other");
		parse.mockClear();
		await refusedLogout(() => byGet(browser, logoutRequestXml()), "No one signs in here", 404);
		const request = new Request(`${ISSUER}logout`, {
			method: "POST",
			body: new URLSearchParams(signedForm(logoutRequestXml(), "SAMLRequest")),
			headers: { accept: "text/html" },
		});
		await refusedLogout(() => handleServiceRequest(tenant.service, request), "No one signs in here", 404);
		expect([request.bodyUsed, parse.mock.calls]).toEqual([false, []]);
		expect(await isSignedIn(browser)).toBe(true);
	});

	it("is refused as an AuthnRequest", async () => {
		const write = (signature: string | null) =>
			logoutRequestXml()(signature).replaceAll("LogoutRequest", "AuthnRequest");
		await refusedLogout(
			() => byGet(new TestBrowser(tenant.service), write),
			"This URL does not accept requests to sign in",
		);
	});
});
