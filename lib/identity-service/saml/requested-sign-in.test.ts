import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { followedThrough, postedForm } from "../testing/federated-sign-in";
import {
	addSamlClient,
	authnRequestXml,
	partyCertificate,
	postForm,
	redirectQuery,
	signedQuery,
	signedXml,
} from "../testing/saml-party";
import { TestBrowser } from "../testing/test-browser";
import { ANY_ENGINE, startTestService } from "../testing/test-service";

const RELAY_STATE = "/a b?c='d'&é";

describe.each(ANY_ENGINE)("a sign-in that an application requests by SAML on %s", (engine) => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	beforeAll(async () => {
		tenant = await startTestService(engine);
		await addSamlClient(tenant.service, "signing", { signingCert: partyCertificate });
	});
	afterAll(() => tenant.stop());

	/** The page that posts itself at the end. */
	async function posted(browser: TestBrowser, address: string, form?: Record<string, string>) {
		const response = await followedThrough(browser, address, form ? { form } : {});
		const markup = await response.text();
		expect(response.status, markup).toBe(200);
		const { action, fields } = postedForm(markup);
		return { action, fields, document: Buffer.from(fields.SAMLResponse ?? "", "base64").toString() };
	}

	it.each(["saml", "signing"])(
		"of %s gets a response by HTTP-Redirect and by HTTP-POST, signed or not",
		async (clientId) => {
			const isSigned = clientId === "signing";
			for (const binding of ["HTTP-Redirect", "HTTP-POST"]) {
				const id = `_request-${engine}-${binding}`;
				const parts = { clientId, id, issueInstant: new Date().toISOString() };
				const query = redirectQuery(authnRequestXml(parts), { relayState: RELAY_STATE });
				const message = isSigned
					? signedXml("AuthnRequest", (signature) => authnRequestXml(parts, signature))
					: authnRequestXml(parts);
				const { action, fields, document } =
					binding === "HTTP-Redirect"
						? await posted(
								new TestBrowser(tenant.service),
								`samlp/${clientId}?${isSigned ? signedQuery(query) : query}`,
							)
						: await posted(
								new TestBrowser(tenant.service),
								`samlp/${clientId}`,
								postForm(message, { relayState: RELAY_STATE }),
							);
				expect(action).toBe("https://sp.example/acs");
				expect(fields.RelayState).toBe(RELAY_STATE);
				expect(document.split(`InResponseTo="${id}"`)).toHaveLength(3);
				expect(document).toContain("<saml:Audience>https://sp.example/metadata</saml:Audience>");
			}
		},
	);

	it("gets its response at the callback that it names, and at the first where it names none", async () => {
		const second = "https://sp.example/acs/second";
		for (const [acs, expected] of [
			[second, second],
			[null, "https://sp.example/acs"],
		] as const) {
			const query = redirectQuery(authnRequestXml({ clientId: "saml", acs }));
			expect((await posted(new TestBrowser(tenant.service), `samlp/saml?${query}`)).action).toBe(expected);
		}
	});
});
