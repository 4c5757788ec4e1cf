import { expect, test } from "vitest";
import { plainPem } from "@/app/_certificates/pem";
import { HTTP_POST_BINDING, HTTP_REDIRECT_BINDING } from "@/lib/contract/client/addon-limits";
import { type ProviderMetadata, UnreadableMetadata } from "@/lib/dashboard/single-sign-on/provider-metadata";
import { ROOT, RSA_ROOT } from "@/lib/testing/example-certificates";
import { acmeContent } from "./connection.test-data";
import { type ConnectionContent, connectionEditor, newConnection } from "./connection-editor";
import { fillFromMetadata } from "./fill-from-metadata";

const now = new Date("2026-06-01T00:00:00Z");
const metadata: ProviderMetadata = {
	entityId: "urn:idp",
	signIn: { redirect: "https://idp.example/in", post: "https://idp.example/in-post" },
	signOut: {
		redirect: "https://idp.example/out",
		post: "https://idp.example/out-post",
		responseLocation: "https://idp.example/answers",
	},
	certificates: [RSA_ROOT],
	unreadable: [],
	wantsSignedRequests: false,
	nameIdFormats: [],
	validUntil: null,
};
const fill = (part: Partial<ProviderMetadata>, baseline: ConnectionContent | null = null) => {
	const values = baseline ? connectionEditor.valuesOf(baseline) : newConnection;
	return fillFromMetadata(baseline, { ...values, displayName: "Typed" }, { ...metadata, ...part }, now);
};

test("fills the metadata's values beside what was typed, and lists the changes", () => {
	const { values, notes } = fill({});
	expect(values).toMatchObject({
		displayName: "Typed",
		issuer: "urn:idp",
		signInEndpoint: "https://idp.example/in",
		signOutEndpoint: "https://idp.example/out",
		signOutResponseEndpoint: "https://idp.example/answers",
		protocolBinding: HTTP_REDIRECT_BINDING,
		signOutBinding: HTTP_REDIRECT_BINDING,
		signingCert: plainPem(RSA_ROOT),
	});
	expect(notes).toContain("Sets the provider's entity ID to “urn:idp”.");
	expect(notes.at(-1)).toMatch(/Where this metadata comes from is not checked/);
});

test("chooses the form post where there is no other binding", () => {
	const { values, notes } = fill({
		signIn: { redirect: null, post: "https://idp.example/in-post" },
		signOut: { redirect: null, post: "https://idp.example/out-post", responseLocation: null },
	});
	expect(values).toMatchObject({
		signInEndpoint: "https://idp.example/in-post",
		protocolBinding: HTTP_POST_BINDING,
		signOutEndpoint: "https://idp.example/out-post",
		signOutBinding: HTTP_POST_BINDING,
	});
	expect(notes).toContain("Sets the sign-out binding to Form post (was Redirect (in the URL)).");
});

test("requests a name identifier format that the provider supports, persistent ones before the others", () => {
	const format = (...names: string[]) =>
		fill({ nameIdFormats: names.map((name) => `urn:oasis:names:tc:SAML:${name}`) }).values.nameIdentifierFormat;
	const transient = "2.0:nameid-format:transient";
	const email = "1.1:nameid-format:emailAddress";
	const persistent = "2.0:nameid-format:persistent";
	expect(format(transient, email, persistent)).toBe(`urn:oasis:names:tc:SAML:${persistent}`);
	expect(format(transient, email)).toBe(`urn:oasis:names:tc:SAML:${email}`);
	expect(format(transient)).toBe(`urn:oasis:names:tc:SAML:${transient}`);
	for (const none of [[], ["2.0:nameid-format:kerberos"]]) {
		expect(format(...none)).toBe(`urn:oasis:names:tc:SAML:${persistent}`);
	}
});

test("removes a response location that the provider does not name any more", () => {
	const baseline = { ...connectionEditor.defaults, signOutResponseEndpoint: "https://idp.example/before" };
	const signOut = { redirect: "https://idp.example/out", post: null, responseLocation: null };
	expect(fill({ signOut }, baseline).values.signOutResponseEndpoint).toBe("");
	const none = { redirect: null, post: null, responseLocation: null };
	expect(fill({ signOut: none }, baseline).values.signOutResponseEndpoint).toBe("https://idp.example/before");
});

test.each([
	["no sign-in address", { signIn: { redirect: null, post: null } }, /no sign-in address/],
	["no sign-out address", { signOut: { redirect: null, post: null, responseLocation: null } }, /no sign-out address/],
	["no certificate", { certificates: [] }, /every response is refused/],
	[
		"only transient names",
		{ nameIdFormats: ["urn:oasis:names:tc:SAML:2.0:nameid-format:transient"] },
		/a new ID at each sign-in/,
	],
	["an end that has passed", { validUntil: new Date("2026-01-02") }, /out of date since 2026-01-02/],
] as const)("reports %s, and leaves the field as it is", (_, part, words) => {
	expect(fill(part as Partial<ProviderMetadata>).notes.join(" ")).toMatch(words);
});

const unreadable = ["Signing certificate 1 of 2 is empty.", "Signing certificate 2 of 2 is not Base64."];

test("names each certificate that can't be read, and fills in the others", () => {
	const { values, notes } = fill({ unreadable });
	expect(values.signingCert).toBe(plainPem(RSA_ROOT));
	for (const sentence of unreadable) expect(notes).toContain(`${sentence} It is left out.`);
});

test.each([
	["can be read", [], ""],
	[
		"has a key that can be used",
		[ROOT],
		" A certificate whose key is not an RSA key of at least 2048 bits is left out.",
	],
])("fills in nothing where it has certificates and none %s", (_, certificates, more) => {
	expect(() => fill({ certificates, unreadable })).toThrow(
		new UnreadableMetadata(`None of its signing certificates can be used. ${unreadable.join(" ")}${more}`),
	);
});

test("warns of a provider other than the stored one, and reports where nothing is new", () => {
	expect(fill({}, acmeContent).notes.join(" ")).toMatch(/a different provider/);
	const { values } = fill({});
	expect(fillFromMetadata(null, values, metadata, now).notes[0]).toBe("The form already holds all of it.");
});
