import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SamlOptions } from "@/lib/contract/connection/connection-request";
import { anyText } from "@/lib/xml/testing/any-text";
import { Refusal } from "../../http/refusal";
import { profileOf } from "./profile";

const CLAIMS = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/";
const EMAIL_FORMAT = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress";
const TRANSIENT = "urn:oasis:names:tc:SAML:2.0:nameid-format:transient";

type Content = { nameId?: string; nameIdFormat?: string | null; attributes?: Record<string, string[] | string> };

function profile({ nameId = "rita", nameIdFormat = null, attributes = {} }: Content, options: SamlOptions = {}) {
	const entries = Object.entries(attributes).map(([name, values]) => [name, [values].flat()] as const);
	return profileOf({ name: "partner", options }, { nameId, nameIdFormat, attributes: new Map(entries) });
}

function refusal(content: Content, options: SamlOptions = {}): string {
	try {
		profile(content, options);
	} catch (error) {
		if (error instanceof Refusal) return error.message;
		throw error;
	}
	throw new Error("It was accepted.");
}

describe("a user's ID", () => {
	it("is the name identifier, within the connection", () => {
		expect(profile({}).id).toBe("samlp|partner|rita");
		// An attribute of such a name is not read unless an admin has named it.
		expect(profile({ attributes: { user_id: "admin", [`${CLAIMS}nameidentifier`]: "admin" } }).id).toBe(
			"samlp|partner|rita",
		);
	});

	it("is the attribute that is set for it, before the mapped one, before the name identifier", () => {
		const attributes = { employee: "17", number: "4" };
		const mapped = { fieldsMap: { user_id: ["none", "number"] } };
		expect(profile({ attributes }, { user_id_attribute: "employee", ...mapped }).id).toBe("samlp|partner|17");
		expect(profile({ attributes }, mapped).id).toBe("samlp|partner|4");
		expect(profile({ attributes }, { fieldsMap: { user_id: "employee" } }).id).toBe("samlp|partner|17");
		expect(profile({ attributes, nameIdFormat: TRANSIENT }, mapped).id).toBe("samlp|partner|4");
	});

	it("is refused where the attribute that is set for it isn't there, is empty, or has several values", () => {
		const options = { user_id_attribute: "employee" };
		const missing = "The response lacks the attribute that identifies users.";
		expect(refusal({}, options)).toBe(missing);
		expect(refusal({ attributes: { employee: [] } }, options)).toBe(missing);
		expect(refusal({ attributes: { employee: "" } }, options)).toBe(missing);
		expect(refusal({ attributes: { employee: ["17", "18"] } }, options)).toMatch("more than one value");
		expect(refusal({ attributes: { employee: ["17", ""] } }, options)).toMatch("more than one value");
		for (const value of [" 17", "17\n", "1\u200b7", "1\u00857", "\u202e17", "17\u00a0"]) {
			expect(refusal({ attributes: { employee: value } }, options), JSON.stringify(value)).toMatch(
				"invisible characters",
			);
		}
	});

	it("is never a transient identifier", () => {
		expect(refusal({ nameIdFormat: TRANSIENT })).toMatch("different each time (transient)");
	});

	it("may have 255 bytes with the connection's name and no more", () => {
		const rest = 255 - "samlp|partner|".length;
		expect(profile({ nameId: "x".repeat(rest) }).id).toHaveLength(255);
		expect(refusal({ nameId: "x".repeat(rest + 1) })).toMatch("too long");
		expect(refusal({ nameId: "é".repeat(rest / 2 + 1) })).toMatch("too long");
	});
});

describe("an address", () => {
	it("is verified only by a mapped attribute", () => {
		const attributes = { mail: "rita@partner.example", email_verified: "true", checked: "true" };
		expect(profile({ attributes })).toMatchObject({ email: "rita@partner.example", email_verified: false });
		const mapped = { fieldsMap: { email_verified: "checked" } };
		expect(profile({ attributes }, mapped).email_verified).toBe(true);
		for (const [checked, verified] of [
			["1", true],
			["TRUE", true],
			["0", false],
			["yes", false],
			["", false],
		] as const) {
			expect(profile({ attributes: { ...attributes, checked } }, mapped).email_verified, checked).toBe(verified);
		}
		expect(profile({ attributes: { checked: "true" } }, mapped)).toMatchObject({ email: null, email_verified: false });
	});

	it("is the name identifier where its format is that of an address, and no attribute has one", () => {
		const nameId = "rita@partner.example";
		expect(profile({ nameId, nameIdFormat: EMAIL_FORMAT }).email).toBe(nameId);
		expect(profile({ nameId }).email).toBeNull();
		expect(profile({ nameId, nameIdFormat: EMAIL_FORMAT, attributes: { mail: "r@x.example" } }).email).toBe(
			"r@x.example",
		);
	});

	it.each(["rita", "a b@x.example", "rita@x\u0000.example", `${"x".repeat(65)}@x.example`, "\u212aate@x.example"])(
		"is omitted where it is invalid: %j",
		(mail) => expect(profile({ attributes: { mail } }).email).toBeNull(),
	);
});

describe("the rest of a profile", () => {
	it.each([
		[`${CLAIMS}emailaddress`, "email"],
		["urn:oid:0.9.2342.19200300.100.1.3", "email"],
		["mail", "email"],
		["email", "email"],
		[`${CLAIMS}givenname`, "given_name"],
		["urn:oid:2.5.4.42", "given_name"],
		["givenName", "given_name"],
		[`${CLAIMS}surname`, "family_name"],
		["urn:oid:2.5.4.4", "family_name"],
		["sn", "family_name"],
		[`${CLAIMS}name`, "name"],
		["urn:oid:2.16.840.1.113730.3.1.241", "name"],
		["displayName", "name"],
		[`${CLAIMS}upn`, "username"],
		["uid", "username"],
		["nickname", "nickname"],
	] as const)("is read from %s unless something else is set", (attribute, field) => {
		const attributes = { [attribute]: "rita@partner.example" };
		expect(profile({ attributes })[field]).toBe("rita@partner.example");
		const elsewhere = profile(
			{ attributes: { ...attributes, own: "own@partner.example" } },
			{ fieldsMap: { [field]: "own" } },
		);
		expect(elsewhere[field]).toBe("own@partner.example");
		// Once an attribute is set, no other is read.
		expect(profile({ attributes }, { fieldsMap: { [field]: ["own"] } })[field]).not.toBe(
			field === "name" ? "rita@partner.example" : undefined,
		);
	});

	it("has the full name, or the address, or the provider's identifier as its name", () => {
		expect(profile({ attributes: { givenName: "Rita", sn: "Rook" } }).name).toBe("Rita Rook");
		expect(profile({ attributes: { sn: "Rook", mail: "rita@partner.example" } }).name).toBe("Rook");
		expect(profile({ attributes: { mail: "rita@partner.example" } }).name).toBe("rita@partner.example");
		expect(profile({}).name).toBe("rita");
	});

	it("omits values that are too long, have control characters, or are no address of a picture", () => {
		expect(
			profile({ attributes: { givenName: "x".repeat(301), nickname: "a\u0085b", uid: "x".repeat(129) } }),
		).toMatchObject({ given_name: null, nickname: null, username: null });
		expect(profile({ attributes: { nickname: "a\u007fb" } }).nickname).toBeNull();
		expect(profile({ attributes: { displayName: " Rita\n\tRook " } }).name).toBe("Rita Rook");
		for (const picture of [
			"javascript:alert(1)",
			"x",
			"https://x.example/ a",
			`https://x.example/${"x".repeat(2048)}`,
		]) {
			expect(profile({ attributes: { picture } }).picture, picture).toBeNull();
		}
		expect(profile({ attributes: { picture: "https://x.example/a.png" } }).picture).toBe("https://x.example/a.png");
	});

	it("has the first value that isn't blank", () => {
		expect(profile({ attributes: { mail: ["", " ", "rita@partner.example", "r@x.example"] } }).email).toBe(
			"rita@partner.example",
		);
	});

	it("can be stored and written for any text", () => {
		fc.assert(
			fc.property(anyText, anyText, (one, two) => {
				const { id, ...fields } = profile({
					attributes: { mail: one, displayName: two, givenName: one, sn: two, uid: one, picture: two, nickname: one },
				});
				expect(id).toBe("samlp|partner|rita");
				for (const value of Object.values(fields)) {
					if (typeof value !== "string") continue;
					expect(value).not.toMatch(/[\p{Cc}\p{Cs}\ufffd]/u);
					expect([...value].length).toBeLessThanOrEqual(2048);
				}
			}),
		);
	});
});
