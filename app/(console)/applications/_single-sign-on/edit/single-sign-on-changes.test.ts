import fc from "fast-check";
import { expect, test } from "vitest";
import { contentOf } from "../save/content-of";
import { content, portal } from "./single-sign-on.test-data";
import { contentChanges, contentOfFields, fieldsOf, toldChanges } from "./single-sign-on-changes";
import { emptyContent, type SingleSignOnContent, valuesOf, wantedContent } from "./single-sign-on-content";
import { updateRequestOf } from "./single-sign-on-request";

const RUNS = { numRuns: process.env.LONG ? 2_000 : 200 };
const told = (before: Partial<SingleSignOnContent>, after: Partial<SingleSignOnContent>) =>
	toldChanges({ ...portal, ...before }, { ...portal, ...after }).map(({ words }) => words);

test("fields hold all that a protocol has, and the form's values all of the content", () => {
	fc.assert(
		fc.property(content, (one) => {
			expect(contentChanges(contentOfFields(fieldsOf(one)), one)).toEqual([]);
			expect(wantedContent(null, valuesOf(one))).toEqual(one);
		}),
		RUNS,
	);
});

test("what is sent makes the wanted content of what is there, and leaves everything else as it is", () => {
	const unknown = { firebase: { private_key: "k" }, aws: 1 };
	fc.assert(
		fc.property(content, content, (before, after) => {
			const start = updateRequestOf(emptyContent, before, unknown) ?? {};
			const stored = { addons: unknown as Record<string, unknown>, callbacks: [], client_aliases: [], ...start };
			const { protocol } = before;
			const settings =
				protocol === "off" ? {} : { [protocol]: { ...Object(stored.addons?.[protocol as never]), odd: [1] } };
			const addons = { ...stored.addons, ...settings };
			const client = { client_id: "c", ...stored, addons };
			expect(contentChanges(contentOf(client as never), before)).toEqual([]);
			const request = updateRequestOf(before, after, addons);
			const made = { ...client, ...request };
			expect(contentChanges(contentOf(made as never), after)).toEqual([]);
			expect(made.addons).toMatchObject(unknown);
			if (before.protocol === after.protocol && before.protocol !== "off") {
				expect(made.addons).toMatchObject({ [before.protocol]: { odd: [1] } });
			}
			expect(request === null).toBe(contentChanges(before, after).length === 0);
		}),
		RUNS,
	);
});

test("what is as usual is left out of what is sent", () => {
	expect(updateRequestOf(emptyContent, { ...emptyContent, protocol: "samlp" }, {})).toEqual({ addons: { samlp: {} } });
	const stored = { samlp: { audience: "urn:portal", logout: { slo_enabled: true, other: 1 }, lifetimeInSeconds: 60 } };
	const before = { ...portal, singleLogout: true, lifetimeInSeconds: "60" };
	expect(updateRequestOf(before, { ...portal, audience: "" }, stored)).toEqual({
		addons: { samlp: { logout: { other: 1 } } },
	});
});

test("only callbacks and realms change where nothing else does: add-ons are not sent", () => {
	const after = { ...portal, callbacks: [...portal.callbacks, "https://b.example/"], aliases: ["urn:x"] };
	expect(updateRequestOf(portal, after, { samlp: {} })).toEqual({
		...{ callbacks: ["https://portal.example/acs", "https://b.example/"], client_aliases: ["urn:x"] },
	});
});

test("mappings of shapes that the form can't show stay as they are", () => {
	const stored = { samlp: { audience: "urn:portal", mappings: { odd: { a: 1 }, email: "urn:a" } } };
	const before = { ...portal, mappings: [{ field: "email", name: "urn:a" }] };
	const after = { ...portal, mappings: [{ field: "email", name: "urn:b" }] };
	expect(updateRequestOf(before, after, stored)).toEqual({
		addons: { samlp: { audience: "urn:portal", mappings: { odd: { a: 1 }, email: "urn:b" } } },
	});
});

test("each change is told in words", () => {
	expect(told({}, { audience: "urn:b" })).toEqual(["Sets the audience to “urn:b” (was “urn:portal”)"]);
	expect(told({}, { audience: "" })).toEqual(["Removes the audience (was “urn:portal”)"]);
	expect(told({}, { signResponse: true, createUpnClaim: false })).toEqual([
		"Switches “Send a UPN” off",
		"Switches “Sign the whole response” on",
	]);
	expect(told({}, { signatureAlgorithm: "rsa-sha512" })).toEqual(["Sets the signature algorithm to RSA with SHA-512"]);
	expect(told({ signatureAlgorithm: "rsa-sha512" }, {})).toEqual([
		"Sets the signature algorithm to RSA with SHA-256 (was RSA with SHA-512)",
	]);
	expect(told({}, { signingCert: "-----BEGIN CERTIFICATE-----" })).toEqual(["Sets the signing certificate"]);
	expect(told({}, { mappings: [{ field: "email", name: "urn:a" }] })).toEqual(["Sets the mapping of email to urn:a"]);
	expect(told({}, { callbacks: [...portal.callbacks, "https://b.example/"] })).toEqual([
		"Adds the callback URL https://b.example/",
	]);
	expect(told({}, { protocol: "wsfed" })).toEqual(["Changes from SAML 2.0 to WS-Federation"]);
});

test("switching off is one sentence, whatever was set", () => {
	expect(told({ recipient: "https://a.example/" }, { protocol: "off" })).toEqual([
		"Switches SAML 2.0 off, with all its settings",
	]);
});

test("settings of the other protocol are no change", () => {
	expect(contentChanges({ ...portal, protocol: "wsfed" }, { ...portal, protocol: "wsfed", recipient: "x" })).toEqual(
		[],
	);
});
