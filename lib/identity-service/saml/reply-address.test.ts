import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { addAttackedClients, EVIL, refusedSaml, samlRequest } from "../testing/refused-saml";
import { authnRequestXml, postForm, redirectQuery } from "../testing/saml-party";
import { startTestService } from "../testing/test-service";

describe("an attack by SAML on the consumer service and on RelayState", () => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	beforeAll(async () => {
		tenant = await startTestService();
		await addAttackedClients(tenant.service);
	});
	afterAll(() => tenant.stop());
	afterEach(() => vi.restoreAllMocks());

	const { byRedirect, byPost, byBoth } = refusedSaml(() => tenant.service);

	describe("on the consumer service", () => {
		it.each([
			EVIL,
			"https://sp.example/acs/third",
			"https://sp.example/ac",
			"https://sp.example/acs?x",
			"https://sp.example/acs#x",
			"https://sp.example/acs/",
			"https://sp.example//acs",
			"https://sp.example/./acs",
			"https://sp.example/acs/../acs",
			"https://sp.example/%61cs",
			"https://sp.example\\acs",
			"https://sp.example:443/acs",
			"https://sp.example:8443/acs",
			"https://SP.example/acs",
			"HTTPS://sp.example/acs",
			"http://sp.example/acs",
			"//sp.example/acs",
			"/acs",
			"https://sp.example@evil.example/acs",
			"https://evil.example/https://sp.example/acs",
			"https://sp.example.evil.example/acs",
			"https://evilsp.example/acs",
			" https://sp.example/acs",
			"https://sp.example/acs ",
			"https://sp.example/acs\n",
			"javascript:alert(1)//https://sp.example/acs",
			"data:text/html,x",
			"",
		])("refuses the callback %j", async (acs) => {
			const refusal = await byBoth(samlRequest({ acs }));
			expect(refusal).toBe("The request asks for its response at a URL that is not a callback URL of the application.");
		});

		it("refuses a callback that no page can post to, though it is registered", async () => {
			const acs = "com.example.app:/acs";
			expect(await byBoth(authnRequestXml({ clientId: "private", acs }), "private")).toMatch("not a callback URL");
		});

		it("refuses a callback by its index, and a response by another binding", async () => {
			const attributes = { AssertionConsumerServiceIndex: "0" };
			expect(await byBoth(samlRequest({ attributes }))).toMatch("AssertionConsumerServiceIndex");
			for (const binding of ["HTTP-Redirect", "HTTP-Artifact", "PAOS", ""]) {
				const refusal = await byBoth(
					samlRequest({ attributes: { ProtocolBinding: `urn:oasis:names:tc:SAML:2.0:bindings:${binding}` } }),
				);
				expect(refusal).toBe("The request asks for a response by a binding other than HTTP-POST.");
			}
		});
	});

	describe("on RelayState", () => {
		it("refuses one of more than 80 bytes", async () => {
			const words = "The RelayState is longer than 80 bytes.";
			for (const relayState of ["x".repeat(81), "é".repeat(41)]) {
				expect(await byRedirect(redirectQuery(samlRequest(), { relayState }))).toBe(words);
				expect(await byPost(postForm(samlRequest(), { relayState }))).toBe(words);
				expect(await byRedirect(`RelayState=${encodeURIComponent(relayState)}`)).toBe(words);
			}
		});
	});

	describe("by a script in RelayState", () => {
		it.each(["javascript:alert(1)", "JavaScript:alert(1)", " java\nscript:x", "data:text/html,<p>", "vbscript:x"])(
			"refuses %j",
			async (relayState) => {
				const words = "The RelayState is a script.";
				expect(await byRedirect(redirectQuery(samlRequest(), { relayState }))).toBe(words);
				expect(await byPost(postForm(samlRequest(), { relayState }))).toBe(words);
				expect(await byRedirect(`RelayState=${encodeURIComponent(relayState)}`)).toBe(words);
			},
		);
	});
});
