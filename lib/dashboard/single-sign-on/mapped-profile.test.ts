import { expect, test } from "vitest";
import { mappedProfile } from "./mapped-profile";
import type { ResponseReport } from "./response-report";

const EMAIL_FORMAT = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress";
const settings = { name: "acme", userIdAttribute: "", mapping: {} };
const subject = { name: "7", format: null };
const attributes = (sent: Record<string, string>): ResponseReport["attributes"] =>
	Object.entries(sent).map(([name, text]) => ({ name, friendlyName: null, values: [{ text, type: null }] }));

function profile(sent: Record<string, string>, changed: object = {}, of: ResponseReport["subject"] = subject) {
	const fields = mappedProfile({ subject: of, attributes: attributes(sent) }, { ...settings, ...changed });
	return Object.fromEntries(
		fields.map(({ field, value, from }) => [field, value === null ? null : `${value} ← ${from}`]),
	);
}

test("a field is from the first attribute that has a value, of those that are mapped, else of the usual ones", () => {
	expect(profile({ mail: " ", email: "ann@acme.example", sn: "Berg", custom: "Ann B." })).toMatchObject({
		user_id: "samlp|acme|7 ← NameID",
		email: "ann@acme.example ← email",
		family_name: "Berg ← sn",
		name: "Berg ← given and family name",
		given_name: null,
		email_verified: null,
	});
	const mapping = { name: ["absent", "custom"], email: ["absent"] };
	expect(profile({ email: "ann@acme.example", custom: "Ann B." }, { mapping })).toMatchObject({
		name: "Ann B. ← custom",
		email: null,
	});
});

test("an attribute that identifies users is not replaced by the NameID, which is an e-mail address where its format says so", () => {
	expect(profile({}, { userIdAttribute: "employee" }).user_id).toBeNull();
	expect(profile({ employee: "e1" }, { userIdAttribute: "employee" }).user_id).toBe("samlp|acme|e1 ← employee");
	const address = { name: "ann@acme.example", format: EMAIL_FORMAT };
	expect(profile({}, {}, address)).toMatchObject({
		email: "ann@acme.example ← NameID",
		name: "ann@acme.example ← e-mail address",
	});
	expect(profile({}).email).toBeNull();
});
