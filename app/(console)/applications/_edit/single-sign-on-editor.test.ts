import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { contentOf } from "./add-ons";
import { content, portal } from "./single-sign-on.test-data";
import { type SingleSignOnContent, type SingleSignOnValues, singleSignOnEditor } from "./single-sign-on-editor";

const { changes, contentOfParts, hasEdits, names, partsOf, typed, defaults, valuesOf } = singleSignOnEditor;
const RUNS = { numRuns: process.env.LONG ? 2_000 : 60 };
const describeChanges = (before: Partial<SingleSignOnContent>, after: Partial<SingleSignOnContent>) =>
	singleSignOnEditor
		.describeChanges({ ...portal, ...before }, { ...portal, ...after }, new Map())
		.map(({ words }) => words);
const faults = (values: Partial<SingleSignOnValues>, baseline: SingleSignOnContent = portal) =>
	singleSignOnEditor.faults(baseline, { ...valuesOf(baseline), ...values });

describe("parts and values", () => {
	test("parts hold all that a protocol has, and the form's values all of the content", () => {
		fc.assert(
			fc.property(content, (one) => {
				expect(changes(contentOfParts(partsOf(one)), one)).toEqual([]);
				expect(singleSignOnEditor.contentOf(valuesOf(one), null)).toEqual(one);
			}),
			RUNS,
		);
	});

	test("settings of the other protocol are no change", () => {
		expect(changes({ ...portal, protocol: "wsfed" }, { ...portal, protocol: "wsfed", recipient: "x" })).toEqual([]);
	});
});

describe("each change is described in words", () => {
	test.each<[Partial<SingleSignOnContent>, Partial<SingleSignOnContent>, string[]]>([
		[{}, { audience: "urn:b" }, ["Sets the audience to “urn:b” (was “urn:portal”)"]],
		[{}, { audience: "" }, ["Removes the audience (was “urn:portal”)"]],
		[
			{},
			{ signResponse: "on", createUpnClaim: "off" },
			["Switches “Send a UPN” off", "Switches “Sign the whole response” on"],
		],
		[{ signResponse: "off" }, {}, ["Leaves “Sign the whole response” to the tenant"]],
		[{}, { digestAlgorithm: "sha256" }, ["Sets the digest algorithm to SHA-256 (was the tenant's default)"]],
		[
			{ signatureAlgorithm: "rsa-sha512" },
			{},
			["Sets the signature algorithm to the tenant's default (was RSA with SHA-512)"],
		],
		[{}, { probes: ["urn:b", "urn:a"] }, ["Sets the NameID attributes to urn:b, urn:a"]],
		[{}, { mappings: [{ field: "email", name: "urn:a" }] }, ["Sets the mapping of email to urn:a"]],
		[{ mappings: [{ field: "__proto__", name: "a" }] }, {}, ["Removes the mapping of __proto__ (was a)"]],
		[{}, { callbacks: [...portal.callbacks, "https://b.example/"] }, ["Adds the callback URL https://b.example/"]],
		[{ aliases: ["urn:x"] }, {}, ["Removes the realm urn:x"]],
		[{}, { protocol: "wsfed" }, ["Changes from SAML 2.0 to WS-Federation"]],
		[{ protocol: "off" }, { audience: "" }, ["Switches SAML 2.0 on"]],
	])("%j to %j", (before, after, words) => {
		expect(describeChanges(before, after)).toEqual(words);
	});

	test("switching off is one sentence, whatever was set", () => {
		expect(describeChanges({ recipient: "https://a.example/" }, { protocol: "off", aliases: ["urn:x"] })).toEqual([
			"Switches SAML 2.0 off, with all its settings",
			"Adds the realm urn:x",
		]);
	});
});

describe("each setting is accepted up to its bound", () => {
	test.each<[keyof SingleSignOnValues, string, string]>([
		["audience", "u".repeat(1024), "u".repeat(1025)],
		["issuer", "urn:é", "a\u0007b"],
		["recipient", "https://sp.example/acs", "ftp://sp.example/acs"],
		["destination", "http://localhost:1/acs", "http://sp.example/acs"],
		["logoutCallback", "https://sp.example/out", "https://sp.example/#out"],
		["lifetimeInSeconds", "86400", "86401"],
		["lifetimeInSeconds", "1", "0"],
		["lifetimeInSeconds", "60", "1.5"],
		["lifetimeInSeconds", "", "ten"],
		["signingCert", "-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----", "MIIB"],
		["signingCert", "", "-----BEGIN PRIVATE KEY-----\nAA==\n-----END PRIVATE KEY-----"],
		[
			"probes",
			Array.from({ length: 20 }, (_, index) => `p${index}`).join("\n"),
			Array.from({ length: 21 }, (_, index) => `p${index}`).join("\n"),
		],
		["aliases", "urn:x", "x\u0000"],
		["callbacks", "https://portal.example/acs\nhttps://b.example/", "https://portal.example/acs\n/relative"],
	])("%s", (name, valid, invalid) => {
		expect(faults({ [name]: valid })).toBeNull();
		expect(Object.keys(faults({ [name]: invalid }) ?? {})).toEqual([name]);
	});

	test("mappings", () => {
		const rows = (count: number, name = "urn:a") =>
			Array.from({ length: count }, (_, index) => ({ field: `f${index}`, name }));
		expect(faults({ mappings: [...rows(100), { field: "", name: "" }] })).toBeNull();
		for (const mappings of [
			rows(101),
			rows(1, ""),
			rows(1, "x\u0000"),
			[{ field: "", name: "urn:a" }],
			[{ field: "f".repeat(256), name: "urn:a" }],
			Array.from({ length: 21 }, (_, index) => ({ field: "f", name: `n${index}` })),
		]) {
			expect(Object.keys(faults({ mappings }) ?? {})).toEqual(["mappings"]);
		}
	});
});

describe("rules across settings", () => {
	test("an application of SAML needs its entity ID, where SAML is switched on or the entity ID removed", () => {
		expect(faults({ audience: "" })).toEqual({ audience: expect.stringContaining("Enter the entity ID") });
		const off = { ...portal, protocol: "off" as const, audience: "" };
		expect(faults({ protocol: "samlp" }, off)).toHaveProperty("audience");
		expect(faults({ protocol: "samlp", audience: "urn:portal" }, off)).toBeNull();
		expect(faults({ protocol: "wsfed" }, off)).toBeNull();
		expect(faults({ issuer: "urn:x" }, { ...portal, audience: "" })).toBeNull();
	});

	test("single logout needs an address", () => {
		expect(faults({ singleLogout: "on" })).toHaveProperty("logoutCallback");
		expect(faults({ singleLogout: "on", logoutCallback: "https://sp.example/out" })).toBeNull();
	});

	test("a stored value is not checked until it changes", () => {
		const block = "-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----\n";
		const odd = {
			...portal,
			audience: "a\u0007",
			lifetimeInSeconds: "0",
			signatureAlgorithm: "rsa-sha1",
			signingCert: block + block,
			callbacks: ["odd:x"],
		};
		expect(faults({ issuer: "urn:x" }, odd)).toBeNull();
		expect(faults({ audience: "b\u0007" }, odd)).toHaveProperty("audience");
	});

	test("settings that the protocol does not have block nothing", () => {
		expect(faults({ protocol: "wsfed", recipient: "odd" })).toBeNull();
		expect(faults({ protocol: "off", audience: "a\u0007" })).toBeNull();
	});

	test("where both protocols are stored, one is chosen before anything is saved", () => {
		const both = { ...portal, protocol: "both" as const };
		expect(faults({}, both)).toBeNull();
		expect(faults({ aliases: "urn:x" }, both)).toEqual({ protocol: expect.stringContaining("choose which") });
		expect(faults({ protocol: "wsfed" }, both)).toBeNull();
		expect(faults({ protocol: "both" })).toHaveProperty("protocol");
	});

	test("SHA-1 is refused from any caller, unless it is stored and stays", () => {
		const values = { signatureAlgorithm: "rsa-sha1", digestAlgorithm: "sha1", binding: "urn:soap" };
		expect(Object.keys(faults(values) ?? {})).toEqual(["signatureAlgorithm", "digestAlgorithm", "binding"]);
		expect(faults({ issuer: "urn:x" }, { ...portal, signatureAlgorithm: "rsa-sha1" })).toBeNull();
	});
});

describe("without scripts", () => {
	/** The form data that a browser submits for the rendered form. */
	function submitted(values: SingleSignOnValues): FormData {
		const form = new FormData();
		for (const name of names) {
			const value = values[name];
			if (typeof value === "string") form.set(name, value.replaceAll(/\r\n|\n/g, "\r\n"));
		}
		for (const { field, name } of [...values.mappings, { field: "", name: "" }]) {
			form.append("mappingField", field);
			form.append("mappingName", name);
		}
		return form;
	}

	test("an untouched form is read as it was rendered", () => {
		fc.assert(
			fc.property(content, (one) => {
				expect(typed(submitted(valuesOf(one)))).toEqual(valuesOf(one));
			}),
		);
	});

	test("both protocols, where a tenant has stored them, stay both until one is chosen", () => {
		const both = valuesOf({ ...portal, protocol: "both" });
		expect(hasEdits(both, typed(submitted(both)))).toBe(false);
	});

	test("line ends of a submitted form are no edit of a certificate", () => {
		const signingCert = "-----BEGIN CERTIFICATE-----\r\nAA==\r\n-----END CERTIFICATE-----\r\n";
		const values = valuesOf(contentOf({ client_id: "c", addons: { samlp: { signingCert } } }));
		expect(hasEdits(values, typed(submitted(values)))).toBe(false);
	});

	test("every row of the largest mapping that a tenant may store is read", () => {
		const mappings = Array.from({ length: 2_000 }, (_, index) => ({ field: `f${index % 100}`, name: `n${index}` }));
		const values = { ...valuesOf(portal), mappings };
		expect(typed(submitted(values)).mappings).toEqual(mappings);
		expect(hasEdits(values, typed(submitted(values)))).toBe(false);
	});
});

test("the content of a page or a draft is accepted as a whole or not at all", () => {
	const { valuesIn, contentIn } = singleSignOnEditor;
	expect(contentIn(JSON.parse(JSON.stringify(portal)))).toEqual(portal);
	expect(valuesIn({ ...valuesOf(defaults), mappings: [{ field: "email" }] })).toBeNull();
	expect(valuesIn({ ...valuesOf(defaults), protocol: "constructor" })).toBeNull();
});
