import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { isoTranscript, openid4vpRedirectTranscript, openid4vpTranscript } from "./session-transcript";

/** The inputs of the examples of OpenID4VP 1.0, B.2.6.1 and B.2.6.2. */
const nonce = "exc7gBkxjx1rdc9udRrveKvSsJIq80avlXeLHhGwqtA";
const jwkThumbprint = thumbprint(
	"DxiH5Q4Yx3UrukE2lWCErq8N8bqC9CHLLrAwLz5BmE0",
	"XtLM4-3h5o3HUH0MHVJV0kyq0iBlrBwlh8qEDMZ4-Pc",
);

describe("the transcript of a session", () => {
	it("is the example of OpenID4VP 1.0 for the Digital Credentials API", () => {
		const transcript = openid4vpTranscript({ origin: "https://example.com", nonce, jwkThumbprint });
		expect(hex(transcript)).toBe(
			"83f6f682764f70656e4944345650444341504948616e646f7665725820" +
				"fbece366f4212f9762c74cfdbf83b8c69e371d5d68cea09cb4c48ca6daab761a",
		);
	});

	it("is the example of OpenID4VP 1.0 for redirects", () => {
		const clientId = "x509_san_dns:example.com";
		const responseUri = "https://example.com/response";
		const transcript = openid4vpRedirectTranscript({ clientId, nonce, jwkThumbprint, responseUri });
		expect(hex(transcript)).toBe(
			"83f6f682714f70656e494434565048616e646f7665725820" +
				"048bc053c00442af9b8eed494cefdd9d95240d254b046b11b68013722aad38ac",
		);
	});

	it.each([
		{
			// The string is cut off on purpose: it is hashed as text.
			source: "the OpenWallet Foundation's mdoc-ts pins",
			encryptionInfo: "gmVkY2FwaaJlbm9uY2VQAAECAwQFBgcICQoLDA0OD3JyZWNpcGllbnRQdWJsaWNLZXmkAQIgASFYIA",
			origin: "https://verifier.example.com",
			hash: "b1d05b3cc73cfcc4ad210f14dc039258ba01a46832e929c0b336845c59f56c92",
		},
		{
			source: "the European profile for the verification of ages prints",
			encryptionInfo:
				"gmVkY2FwaaJlbm9uY2VQtJvGiCZ0egQII8fQgu960HJyZWNpcGllbnRQdWJsaWNLZXmkAQIgASFYIMmliVBWgs8KKpAychO3py0Eqagows-" +
				"CrraFX1rVOniXIlggIMvYr_x55AY4LKiWZLHBlQJmX1R9Y5BkUfnuSddAmyE",
			origin: "https://verifier.ageverification.dev",
			hash: "4a292708fcf38ad55a7969f1c97ead9decf7756b7e9d8cfee942fe9f31b8db0a",
		},
		{
			source: "SMART Health Check-in captured from Chrome and a wallet",
			encryptionInfo:
				"gmVkY2FwaaJlbm9uY2VYIPYWYWk-rPkMTfljh2ux1_P-Q1kpwcDtsBKCkBS0IHWZcnJlY2lwaWVudFB1YmxpY0tleaQBAiABIVgg8CaGEhav" +
				"ZJEXKE3i8NCRJi_EZvjca6GG2s486h_Pp4wiWCAB_jZsoAWB1obhVPxvg67w1eAJq9laeKTIc6EGF8yDvA",
			origin: "http://127.0.0.1:3010",
			hash: "5d373e34bbc5306ff28c944c2a1af663af3d503e179ed3ce9df0aa610a7ffe72",
		},
	])("is what $source for Annex C of ISO 18013-7", ({ encryptionInfo, origin, hash }) => {
		expect(hex(isoTranscript({ encryptionInfo, origin }))).toBe(`83f6f6826564636170695820${hash}`);
	});

	it("differs by every one of its inputs", () => {
		const dcApi = { origin: "https://example.com", nonce, jwkThumbprint };
		const redirect = { clientId: "a", nonce, jwkThumbprint, responseUri: "https://example.com/" };
		const all = [
			openid4vpTranscript(dcApi),
			openid4vpTranscript({ ...dcApi, origin: "https://example.com/" }),
			openid4vpTranscript({ ...dcApi, nonce: `${nonce}A` }),
			openid4vpTranscript({ ...dcApi, jwkThumbprint: null }),
			openid4vpRedirectTranscript(redirect),
			openid4vpRedirectTranscript({ ...redirect, clientId: "b" }),
			openid4vpRedirectTranscript({ ...redirect, responseUri: "https://example.com" }),
			isoTranscript({ encryptionInfo: "gmVk", origin: "https://example.com" }),
			isoTranscript({ encryptionInfo: "gmVk=", origin: "https://example.com" }),
			isoTranscript({ encryptionInfo: "gmVk", origin: "http://example.com" }),
		];
		expect(new Set(all.map(hex)).size).toBe(all.length);
	});
});

function hex(bytes: Uint8Array): string {
	return Buffer.from(bytes).toString("hex");
}

/** RFC 7638. */
function thumbprint(x: string, y: string): Uint8Array {
	return createHash("sha256")
		.update(JSON.stringify({ crv: "P-256", kty: "EC", x, y }))
		.digest();
}
