import { expect, it } from "vitest";
import { pastedPlace } from "./pasted-place";
import { wantsUsers } from "./use-jump";

it.each([
	["vct_1234567890123456", "/templates/vct_1234567890123456"],
	["  vct_1234567890123456\n", "/templates/vct_1234567890123456"],
	["dcr_oYiXqp0fDdHjPzOV", "/refresh-tokens/dcr_oYiXqp0fDdHjPzOV"],
	["dcr_oYiXqpQfDdHjPzOV", "/refresh-tokens/dcr_oYiXqpQfDdHjPzOV"],
	["auth0|13d3658d4956bbdd8f577ab8", "/users/auth0%7C13d3658d4956bbdd8f577ab8"],
	["google-oauth2|12", "/users/google-oauth2%7C12"],
	["mina.park@example.org", "/users?q=mina.park%40example.org"],
	["V1StGXR8_Z5jdHi6B-myT", "/refresh-tokens?q=V1StGXR8_Z5jdHi6B-myT"],
	["Kq3vB9xT2mPz7LwYd4Nf8RsHc6Ja1Ge5", "/refresh-tokens?q=Kq3vB9xT2mPz7LwYd4Nf8RsHc6Ja1Ge5"],
])("links the pasted %j directly to %s", (pasted, href) => {
	expect(pastedPlace(pasted)?.href).toBe(href);
});

it.each([
	"",
	"mina",
	"mina park",
	"mina@",
	"@example",
	"Age verification 18",
	"connection",
	"verification",
	"family_name_birth",
	"VerificationTemplate",
	"alexander1987",
	"alex_smith1987",
	"JohnMcDonald1987",
	"a|b c",
	"|",
])("treats %j as a text to search for", (text) => {
	expect(pastedPlace(text)).toBeNull();
});

it("searches the tenant's users only where the text may mean one", () => {
	for (const text of ["mi", "mina@example.org", "auth0|1", "550e8400-e29b-41d4-a716-446655440000"])
		expect(wantsUsers(text), text).toBe(true);
	for (const text of ["", " m ", "vct_1234567890123456", "dcr_oYiXqp0fDdHjPzOV"])
		expect(wantsUsers(text), text).toBe(false);
});
