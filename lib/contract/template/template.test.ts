import fc from "fast-check";
import { expect, test } from "vitest";
import { CERTIFICATE_AUTHORITY_LENGTH_MAX, TEMPLATE_NAME_LENGTH_MAX, TEMPLATE_TYPE_LENGTH_MAX } from "../limits";
import { elementsOf, MDL_ATTRIBUTE_NAMES, MDL_DOCUMENT_TYPE, MDL_NAMESPACE } from "./mdl-elements";
import { createTemplateRequest, mdlElements, presentationRequest, template, updateTemplateRequest } from "./template";

const request = {
	name: "Age check",
	type: "mdl",
	dialect: "simplified/1.0",
	presentation: { "org.iso.18013.5.1.mDL": { "org.iso.18013.5.1": { portrait: true } } },
	well_known_trusted_issuers: "aamva",
};

function accepts(change: object): boolean {
	return createTemplateRequest.safeParse({ ...request, ...change }).success;
}

function acceptsElements(elements: unknown): boolean {
	return accepts({ presentation: { [MDL_DOCUMENT_TYPE]: { [MDL_NAMESPACE]: elements } } });
}

test("accepts the smallest request", () => {
	expect(createTemplateRequest.parse(request)).toEqual(request);
});

test.each(Object.keys(request))("refuses a request without %s", (field) => {
	const { [field]: _, ...rest } = request as Record<string, unknown>;
	expect(createTemplateRequest.safeParse(rest).success).toBe(false);
});

test.each(["name", "type", "dialect", "well_known_trusted_issuers", "presentation"])("refuses null as %s", (field) => {
	expect(accepts({ [field]: null })).toBe(false);
});

test.each([
	["name", TEMPLATE_NAME_LENGTH_MAX],
	["type", TEMPLATE_TYPE_LENGTH_MAX],
	["custom_certificate_authority", CERTIFICATE_AUTHORITY_LENGTH_MAX],
])("%s holds 1 to %i characters, counted in code points", (field, max) => {
	expect(accepts({ [field]: "" })).toBe(false);
	expect(accepts({ [field]: "x" })).toBe(true);
	expect(accepts({ [field]: "😀".repeat(max) })).toBe(true);
	expect(accepts({ [field]: `${"😀".repeat(max)}x` })).toBe(false);
	expect(accepts({ [field]: 7 })).toBe(false);
});

test("the certificate authority may be null or absent", () => {
	expect(accepts({ custom_certificate_authority: null })).toBe(true);
	expect(accepts({ custom_certificate_authority: undefined })).toBe(true);
});

test("the dialect follows the specification's pattern, whose dot is any character", () => {
	expect(accepts({ dialect: "simplified/1.0" })).toBe(true);
	expect(accepts({ dialect: "simplified/1x0" })).toBe(true);
	expect(accepts({ dialect: "simplified/1.00" })).toBe(false);
	expect(accepts({ dialect: " simplified/1.0" })).toBe(false);
	expect(accepts({ dialect: "simplified/1.0\n" })).toBe(false);
	expect(accepts({ dialect: "" })).toBe(false);
});

test("the trusted issuers are aamva and nothing else", () => {
	expect(accepts({ well_known_trusted_issuers: "aamva" })).toBe(true);
	for (const other of ["AAMVA", "aamva,x", "", "xaamva"])
		expect(accepts({ well_known_trusted_issuers: other })).toBe(false);
});

test("unknown properties are refused at every closed level", () => {
	expect(accepts({ token_dialect: "x" })).toBe(false);
	expect(accepts({ presentation: { ...request.presentation, other: {} } })).toBe(false);
	expect(accepts({ presentation: { [MDL_DOCUMENT_TYPE]: { [MDL_NAMESPACE]: { portrait: true }, other: {} } } })).toBe(
		false,
	);
	expect(accepts(JSON.parse('{"__proto__": 1}'))).toBe(false);
});

test("both levels above the attributes are required", () => {
	expect(accepts({ presentation: {} })).toBe(false);
	expect(accepts({ presentation: { [MDL_DOCUMENT_TYPE]: {} } })).toBe(false);
	expect(acceptsElements([])).toBe(false);
	expect(acceptsElements(null)).toBe(false);
});

test("at least one attribute is needed, of whatever name", () => {
	expect(acceptsElements({})).toBe(false);
	expect(acceptsElements({ portrait: false })).toBe(true);
	expect(acceptsElements({ unheard_of: { any: ["thing"] } })).toBe(true);
});

test.each(MDL_ATTRIBUTE_NAMES)("%s is true or false", (name) => {
	expect(acceptsElements({ [name]: true })).toBe(true);
	expect(acceptsElements({ [name]: false })).toBe(true);
	for (const other of ["true", 1, null, {}]) expect(acceptsElements({ [name]: other })).toBe(false);
});

test("every attribute of a request survives, whatever its name", () => {
	fc.assert(
		fc.property(fc.dictionary(fc.string(), fc.boolean(), { minKeys: 1, noNullPrototype: false }), (elements) => {
			const own = JSON.parse(JSON.stringify(elements)) as object;
			expect(Object.entries(mdlElements.parse(own))).toEqual(Object.entries(own));
		}),
	);
	const proto = JSON.parse('{"__proto__": true}') as object;
	expect(Object.keys(mdlElements.parse(proto))).toEqual(["__proto__"]);
});

test("an update may hold any part but the certificate authority", () => {
	expect(updateTemplateRequest.safeParse({}).success).toBe(true);
	expect(updateTemplateRequest.safeParse({ name: null, type: null, dialect: null, version: null }).success).toBe(true);
	expect(updateTemplateRequest.safeParse({ presentation: null }).success).toBe(false);
	expect(updateTemplateRequest.safeParse({ custom_certificate_authority: "x" }).success).toBe(false);
	expect(updateTemplateRequest.safeParse({ name: "" }).success).toBe(false);
});

test("a response may lack everything but the id, and keeps unknown properties", () => {
	expect(template.parse({ id: "vct_1", new_field: 1 })).toEqual({ id: "vct_1", new_field: 1 });
	expect(template.safeParse({ name: "x" }).success).toBe(false);
});

test("a response with a presentation of another shape is accepted", () => {
	expect(template.parse({ id: "vct_1", presentation: { other: 1 } }).presentation).toBeNull();
});

test("the elements of a presentation are its innermost object", () => {
	expect(elementsOf(presentationRequest.parse(request.presentation))).toEqual({ portrait: true });
});
