import fc from "fast-check";
import { expect, test } from "vitest";
import { contentOf } from "../_save/content-of";
import { acmeContent, CERTIFICATES, content } from "./connection.test-data";
import { contentChanges, contentOfFields, fieldsOf, toldChanges } from "./connection-changes";
import { type ConnectionContent, emptyContent, plainPem, valuesOf, wantedContent } from "./connection-content";
import { createRequestOf, updateRequestOf } from "./connection-request";

const RUNS = { numRuns: process.env.LONG ? 2_000 : 200 };
const names = new Map([["shop", "Shop"]]);
const told = (before: Partial<ConnectionContent>, after: Partial<ConnectionContent>) =>
	toldChanges({ ...acmeContent, ...before }, { ...acmeContent, ...after }, names).map(({ words }) => words);
const stored = (body: object) => ({ id: "con_1", name: "acme", strategy: "samlp", ...body });

test("fields hold all of a connection, and the form's values all of the content", () => {
	fc.assert(
		fc.property(content, (one) => {
			expect(contentChanges(contentOfFields(fieldsOf(one)), one)).toEqual([]);
			expect(contentChanges(wantedContent(null, valuesOf(one)), one)).toEqual([]);
		}),
		RUNS,
	);
});

test("what is created is what the form says", () => {
	fc.assert(
		fc.property(content, (one) => {
			expect(contentChanges(contentOf(stored(createRequestOf(one))), one)).toEqual([]);
		}),
		RUNS,
	);
});

test("what is sent makes the wanted content of what is there, and leaves all other options as they are", () => {
	const unknown = { odd: { secret: "s" }, debug: true };
	fc.assert(
		fc.property(content, content, (before, after) => {
			const { options, ...rest } = createRequestOf(before);
			const initiated = { ...options?.idpinitiated, note: 1 };
			const all = { ...options, ...unknown, idpinitiated: initiated };
			const made = stored({ ...rest, options: all });
			expect(contentChanges(contentOf(made), before)).toEqual([]);
			const request = updateRequestOf(before, after, all);
			const now = { ...made, ...request } as typeof made & { options: Record<string, unknown> };
			expect(contentChanges(contentOf(now), after)).toEqual([]);
			expect(now.options).toMatchObject({ ...unknown, idpinitiated: { note: 1 } });
			expect(request === null).toBe(contentChanges(before, after).length === 0);
			expect(request ?? {}).not.toHaveProperty("name");
		}),
		RUNS,
	);
});

test("only applications are sent where only they change: options stay with the service", () => {
	expect(updateRequestOf(acmeContent, { ...acmeContent, clients: [] }, { a: 1 })).toEqual({ enabled_clients: [] });
});

test("metadata that a tenant keeps goes with the fields that it would fill again", () => {
	const kept = { metadataXml: "<a/>", thumbprints: ["t"], expires: "e", issuer: "urn:acme" };
	const changed = (part: Partial<ConnectionContent>) =>
		updateRequestOf(acmeContent, { ...acmeContent, ...part }, kept)?.options;
	expect(changed({ userIdAttribute: "uid" })).toEqual({ ...kept, user_id_attribute: "uid" });
	expect(changed({ issuer: "urn:b" })).toEqual({ thumbprints: ["t"], expires: "e", issuer: "urn:b" });
	expect(changed({ signingCert: CERTIFICATES[0] })).toEqual({ issuer: "urn:acme", signingCert: CERTIFICATES[0] });
});

test("certificates are the same in each form in which a tenant stores them", () => {
	const [pem = ""] = CERTIFICATES;
	const base64 = Buffer.from(pem).toString("base64");
	for (const signingCert of [pem, base64, pem.replaceAll("\n", "\r\n"), `Bag\n${pem}`]) {
		expect(contentOf(stored({ options: { signingCert } })).signingCert).toBe(pem);
	}
	const body = "QUJD".repeat(40);
	expect(plainPem(body)).toBe(plainPem(`-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----`));
	expect(plainPem("neither")).toBe("neither");
	expect(contentOf(stored({ options: { cert: base64 } })).signingCert).toBe(pem);
});

test("options of shapes that the form can't show are left out, and stay", () => {
	const options = { issuer: 1, fieldsMap: { email: { a: 1 }, name: ["n", 2] }, idpinitiated: "yes", entityId: null };
	const shown = contentOf(stored({ options }));
	expect(shown).toMatchObject({ issuer: "", entityId: "", mapping: { name: ["n"] }, isProviderInitiated: false });
	expect(updateRequestOf(shown, { ...shown, userIdAttribute: "uid" }, options)?.options).toEqual({
		...{ ...options, user_id_attribute: "uid" },
	});
});

test("each change is told in words", () => {
	expect(told({}, { signInEndpoint: "https://b.example/" })).toEqual([
		"Sets the sign-in address to “https://b.example/” (was “https://acme.example/in”)",
	]);
	expect(told({}, { mapping: {} })).toEqual(["Removes the mapping of e-mail address (was mail)"]);
	expect(told({}, { isShown: false })).toEqual(["Switches “Show a button on the sign-in page” off"]);
	expect(told({}, { clients: ["shop", "x"] })).toEqual(["Lets x use it"]);
	expect(told({}, { clients: [] })).toEqual(["Turns it off", "Takes it from Shop"]);
	expect(told({ clients: [] }, {})).toEqual(["Turns it on", "Lets Shop use it"]);
	expect(told({}, { defaultProtocol: "wsfed" })).toEqual([
		"Sets the protocol of the default application to WS-Federation (was OpenID Connect)",
	]);
	expect(told({}, { signingCert: CERTIFICATES[0] })).toEqual([
		"Sets the signing certificates to a certificate ending in b25l",
	]);
	expect(told({ signingCert: CERTIFICATES[0] ?? "" }, { signingCert: CERTIFICATES[1] ?? "" })).toEqual([
		"Replaces the signing certificates: 2 certificates ending in b25l, dHdv (was a certificate ending in b25l)",
	]);
	expect(told({ signingCert: CERTIFICATES[0] ?? "" }, {})).toEqual([
		"Removes the signing certificates (a certificate ending in b25l)",
	]);
	expect(toldChanges(emptyContent, emptyContent, names)).toEqual([]);
});
