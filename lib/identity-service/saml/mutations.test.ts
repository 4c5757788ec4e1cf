import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { longLimit, MEGABYTES_MAX } from "@/lib/testing/long-limit";
import { changedTexts } from "@/lib/xml/testing/changed-texts";
import { cpuMilliseconds } from "@/lib/xml/testing/cpu-time";
import { Refusal } from "../http/refusal";
import { ISSUER } from "../testing/addresses";
import {
	authnRequestXml,
	messageXml,
	partyCertificate,
	postForm,
	redirectQuery,
	signedQuery,
	signedXml,
} from "../testing/saml-party";
import { checkedMessage } from "./checked-message";
import { transported } from "./transport";

/** Of each kind of message. */
const RUNS = process.env.LONG ? 25_000 : 80;
const MILLISECONDS_MAX = longLimit(1000);

const ADDRESS = `${ISSUER}samlp/signing`;
const now = new Date();
const parts = {
	clientId: "signing",
	id: "_0123456789abcdef",
	issueInstant: now.toISOString(),
	destination: ADDRESS,
	content:
		'<saml:Subject><saml:NameID>rita@example.com</saml:NameID></saml:Subject><samlp:NameIDPolicy AllowCreate="true"/><samlp:RequestedAuthnContext Comparison="minimum"><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></samlp:RequestedAuthnContext>',
};
const logoutParts = {
	...parts,
	content: "<saml:NameID>rita</saml:NameID><samlp:SessionIndex>_one</samlp:SessionIndex>",
};
const authn = (signature: string | null) => authnRequestXml(parts, signature);
const logout = (signature: string | null) => messageXml("LogoutRequest", logoutParts, signature);

const byRedirect = (query: string) => new Request(`${ADDRESS}?${query}`);
const byPost = (form: Record<string, string>) =>
	new Request(ADDRESS, { method: "POST", body: new URLSearchParams(form) });
/** Of base64 that mutations may have changed. */
const byPostOf = (message: string) => byPost({ SAMLRequest: message, RelayState: "state" });

async function read(sent: Request) {
	const { method, headers, url } = sent;
	const request = { method, headers, url: new URL(url), bytes: () => sent.bytes() };
	const received = await transported(request);
	if (received.parameter === null) return { ...received, message: null };
	const recipient = { address: ADDRESS, certificates: [partyCertificate], callbacks: ["https://sp.example/acs"], now };
	return { relayState: received.relayState, message: checkedMessage(received, recipient) };
}

const mutationsOf = (text: string, piece: RegExp) => changedTexts(text.split(piece));
const TAGS = /(?=<)|(?<=>)/;
const PARAMETERS = /(?=&)|(?<==)/;
const signedAuthn = signedXml("AuthnRequest", authn);
const signedLogout = signedXml("LogoutRequest", logout);
const signedAddress = signedQuery(redirectQuery(authn(null), { relayState: "state" }));
const inBase64 = (text: string) => Buffer.from(text, "utf8").toString("base64");

describe("a valid message that was changed anywhere", () => {
	it.each<[string, Request, fc.Arbitrary<Request>]>([
		[
			"a signed address",
			byRedirect(signedAddress),
			mutationsOf(signedAddress, PARAMETERS).map((query) => byRedirect(query)),
		],
		[
			"the XML of a signed form",
			byPost(postForm(signedAuthn, { relayState: "state" })),
			mutationsOf(signedAuthn, TAGS).map((xml) => byPostOf(inBase64(xml))),
		],
		[
			"the base64 of a signed form",
			byPost(postForm(signedAuthn, { relayState: "state" })),
			mutationsOf(inBase64(signedAuthn), /(?=.{40})/).map((text) => byPostOf(text)),
		],
		[
			"the XML of a signed logout",
			byPost(postForm(signedLogout, { relayState: "state" })),
			mutationsOf(signedLogout, TAGS).map((xml) => byPostOf(inBase64(xml))),
		],
	])("is refused, or read as before, in little time and memory: %s", async (_, valid, mutations) => {
		const original = await read(valid);
		expect(original.message?.kind).toMatch(/Request$/);
		const memory = process.memoryUsage().rss;
		let slowest = 0;
		await fc.assert(
			fc.asyncProperty(mutations, async (mutated) => {
				const start = cpuMilliseconds();
				try {
					const { message, relayState } = await read(mutated);
					// Without a message it is no request, and has no effect.
					if (message !== null) expect({ message, relayState }).toEqual(original);
				} catch (error) {
					if (!(error instanceof Refusal)) throw error;
				}
				slowest = Math.max(slowest, cpuMilliseconds() - start);
			}),
			{ numRuns: RUNS },
		);
		expect(slowest).toBeLessThan(MILLISECONDS_MAX);
		expect((process.memoryUsage().rss - memory) / 2 ** 20).toBeLessThan(MEGABYTES_MAX);
	});
});
