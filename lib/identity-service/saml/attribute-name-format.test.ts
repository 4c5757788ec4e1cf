import { expect, it } from "vitest";
import { attributeNameFormat } from "./response";

it.each([
	["urn:oid:0.9.2342.19200300.100.1.3", "uri"],
	["http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name", "uri"],
	["mail", "basic"],
	["_given-name.2", "basic"],
	["名前", "basic"],
	["Full Name", "unspecified"],
	["2fa", "unspecified"],
	["http://example.com/a b", "unspecified"],
	["<x>", "unspecified"],
])("gives the name %s the format %s", (name, format) => {
	expect(attributeNameFormat(name)).toBe(`urn:oasis:names:tc:SAML:2.0:attrname-format:${format}`);
});
