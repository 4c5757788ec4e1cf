import fc from "fast-check";
import { expect, test } from "vitest";
import { contentOf } from "../save/content-of";
import { postedValues } from "./posted-values";
import { CHOICE_SETTINGS, SWITCH_SETTINGS, TEXT_SETTINGS } from "./setting-catalogue";
import { content, portal } from "./single-sign-on.test-data";
import { hasEdits } from "./single-sign-on-changes";
import { type SingleSignOnValues, valuesOf } from "./single-sign-on-content";

/** What a browser posts of the form as it is drawn. */
function posted(values: SingleSignOnValues): FormData {
	const form = new FormData();
	const texts = ["protocol", "probes", "aliases", "callbacks", ...TEXT_SETTINGS, ...CHOICE_SETTINGS] as const;
	for (const name of texts) form.set(name, values[name].replaceAll(/\r\n|\n/g, "\r\n"));
	for (const name of SWITCH_SETTINGS) if (values[name]) form.set(name, "on");
	for (const { field, name } of [...values.mappings, { field: "", name: "" }]) {
		form.append("mappingField", field);
		form.append("mappingName", name);
	}
	return form;
}

test("a form that nobody touched is read as it was", () => {
	fc.assert(
		fc.property(content, (one) => {
			expect(postedValues(posted(valuesOf(one)))).toEqual(valuesOf(one));
		}),
	);
});

test("both protocols, where a tenant has stored them, stay both until one is chosen", () => {
	const both = valuesOf({ ...portal, protocol: "both" });
	expect(hasEdits(both, postedValues(posted(both)))).toBe(false);
	expect(contentOf({ client_id: "c", addons: { samlp: {}, wsfed: {} } }).protocol).toBe("both");
});

test("line ends of the wire are no edit of a certificate", () => {
	const signingCert = "-----BEGIN CERTIFICATE-----\r\nAA==\r\n-----END CERTIFICATE-----\r\n";
	const values = valuesOf(contentOf({ client_id: "c", addons: { samlp: { signingCert } } }));
	expect(hasEdits(values, postedValues(posted(values)))).toBe(false);
});

test("what is stored in odd shapes is read without an error, and shown as far as it goes", () => {
	for (const odd of [null, [], "x", 1, { a: 1 }]) {
		const samlp = Object.fromEntries(
			["audience", "mappings", "logout", "signingCert", "nameIdentifierProbes", "createUpnClaim", "binding"].map(
				(name) => [name, odd],
			),
		);
		expect(contentOf({ client_id: "c", addons: { samlp } }).protocol).toBe("samlp");
		expect(contentOf({ client_id: "c", addons: { samlp: odd } }).protocol).toMatch(/^(samlp|off)$/);
	}
});

test("every row of the most that a tenant may store is read", () => {
	const mappings = Array.from({ length: 2_000 }, (_, index) => ({ field: `f${index % 100}`, name: `n${index}` }));
	const values = { ...valuesOf(portal), mappings };
	expect(hasEdits(values, postedValues(posted(values)))).toBe(false);
});
