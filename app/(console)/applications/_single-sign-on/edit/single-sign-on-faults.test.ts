import { describe, expect, test } from "vitest";
import { portal } from "./single-sign-on.test-data";
import { type SingleSignOnValues, valuesOf } from "./single-sign-on-content";
import { singleSignOnFaults } from "./single-sign-on-faults";
import { refusedFields } from "./single-sign-on-form-schema";

const faults = (values: Partial<SingleSignOnValues>, opened = portal) =>
	singleSignOnFaults(opened, { ...valuesOf(opened), ...values });

describe("each setting has its bound, and holds up to it", () => {
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
	])("%s", (name, good, bad) => {
		expect(faults({ [name]: good })).toBeNull();
		expect(Object.keys(faults({ [name]: bad }) ?? {})).toEqual([name]);
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

test("an application of SAML needs its entity ID, where SAML is switched on or the entity ID taken away", () => {
	expect(faults({ audience: "" })).toEqual({ audience: expect.stringContaining("Enter the entity ID") });
	const off = { ...portal, protocol: "off" as const, audience: "" };
	expect(faults({ protocol: "samlp" }, off)).toHaveProperty("audience");
	expect(faults({ protocol: "samlp", audience: "urn:portal" }, off)).toBeNull();
	expect(faults({ protocol: "wsfed" }, off)).toBeNull();
	expect(faults({ issuer: "urn:x" }, { ...portal, audience: "" })).toBeNull();
});

test("single logout needs an address", () => {
	expect(faults({ singleLogout: true })).toHaveProperty("logoutCallback");
	expect(faults({ singleLogout: true, logoutCallback: "https://sp.example/out" })).toBeNull();
});

test("what a tenant has stored is not judged until it changes", () => {
	const odd = {
		...portal,
		audience: "a\u0007",
		lifetimeInSeconds: "0",
		signatureAlgorithm: "rsa-sha1",
		callbacks: ["odd:x"],
	};
	expect(faults({ issuer: "urn:x" }, odd)).toBeNull();
	expect(faults({ audience: "b\u0007" }, odd)).toHaveProperty("audience");
});

test("settings that the protocol does not have stop nothing", () => {
	expect(faults({ protocol: "wsfed", recipient: "odd" })).toBeNull();
	expect(faults({ protocol: "off", audience: "a\u0007" })).toBeNull();
});

test("where both protocols are stored, one is chosen before anything is saved", () => {
	const both = { ...portal, protocol: "both" as const };
	expect(faults({}, both)).toBeNull();
	expect(faults({ aliases: "urn:x" }, both)).toHaveProperty("protocol");
	expect(faults({ protocol: "wsfed" }, both)).toBeNull();
});

test("SHA-1 is refused from whomever it comes, unless it is stored and stays", () => {
	const values = { ...valuesOf(portal), signatureAlgorithm: "rsa-sha1", digestAlgorithm: "sha1", binding: "urn:soap" };
	expect(Object.keys(refusedFields(portal, values) ?? {})).toEqual([
		"signatureAlgorithm",
		"digestAlgorithm",
		"binding",
	]);
	const stored = { ...portal, signatureAlgorithm: "rsa-sha1" };
	expect(refusedFields(stored, { ...valuesOf(stored), issuer: "urn:x" })).toBeNull();
});
