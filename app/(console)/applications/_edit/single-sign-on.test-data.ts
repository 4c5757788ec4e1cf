import fc from "fast-check";
import { DIGEST_ALGORITHMS, LOGOUT_BINDINGS, SIGNATURE_ALGORITHMS } from "@/lib/contract/client/addon-limits";
import { type SingleSignOnContent, singleSignOnEditor } from "./single-sign-on-editor";

export const portal: SingleSignOnContent = {
	...singleSignOnEditor.defaults,
	protocol: "samlp",
	audience: "urn:portal",
	callbacks: ["https://portal.example/acs"],
};

const some = (...members: string[]) => fc.subarray(members);
const text = fc.constantFrom("", "a", "b");

/** Applications of few values, so that two of them often have something in common. */
export const content: fc.Arbitrary<SingleSignOnContent> = fc.record({
	protocol: fc.constantFrom("off", "samlp", "wsfed"),
	callbacks: some("https://a.example/", "https://b.example/"),
	aliases: some("urn:x", "urn:y"),
	audience: text,
	issuer: text,
	recipient: text,
	destination: text,
	lifetimeInSeconds: fc.constantFrom("", "60", "600"),
	authnContextClassRef: text,
	nameIdentifierFormat: text,
	probes: some("urn:a", "urn:b"),
	mappings: fc.uniqueArray(
		fc.record({ field: fc.constantFrom("email", "__proto__"), name: fc.constantFrom("urn:a", "urn:b") }),
		{ selector: ({ field, name }) => `${field} ${name}` },
	),
	passthroughClaimsWithNoMapping: fc.constantFrom("", "on", "off"),
	mapUnknownClaimsAsIs: fc.constantFrom("", "on", "off"),
	createUpnClaim: fc.constantFrom("", "on", "off"),
	mapIdentities: fc.constantFrom("", "on", "off"),
	typedAttributes: fc.constantFrom("", "on", "off"),
	includeAttributeNameFormat: fc.constantFrom("", "on", "off"),
	signatureAlgorithm: fc.constantFrom("", ...SIGNATURE_ALGORITHMS),
	digestAlgorithm: fc.constantFrom("", ...DIGEST_ALGORITHMS),
	signResponse: fc.constantFrom("", "on", "off"),
	signingCert: text,
	singleLogout: fc.constantFrom("", "on", "off"),
	logoutCallback: text,
	binding: fc.constantFrom("", ...LOGOUT_BINDINGS),
});
