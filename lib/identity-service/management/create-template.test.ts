import { afterAll, beforeAll, expect, it } from "vitest";
import { MDL_ATTRIBUTE_NAMES, presentationOf } from "@/lib/contract/template/mdl-elements";
import { NEW_PRESENTATION, TEMPLATES, templateCalls, templateRequest } from "../testing/template-calls";
import { describeOnEachEngine, FORM, type TestTenant } from "../testing/test-tenant";

const presentationJson = (elements: string) => `{"org.iso.18013.5.1.mDL":{"org.iso.18013.5.1":${elements}}}`;

describeOnEachEngine("creating a template", (open) => {
	let tenant: TestTenant;
	beforeAll(async () => {
		tenant = await open();
	});
	afterAll(() => tenant.close());
	const { post, created } = templateCalls(() => tenant);

	it("responds 201 with the whole template, which is then found", async () => {
		const body = templateRequest({ custom_certificate_authority: "-----BEGIN CERTIFICATE-----" });
		const response = await post(body);
		expect(response.status).toBe(201);
		const time = tenant.service.now().toISOString();
		expect(response.json).toEqual({
			id: expect.stringMatching(/^vct_\d{16}$/),
			...body,
			created_at: time,
			updated_at: time,
		});
		const { id } = response.json as { id: string };
		expect((await tenant.call("GET", `${TEMPLATES}/${id}`)).json).toEqual(response.json);
	});

	it("returns null for a certificate authority that is null or not given", async () => {
		expect(await created()).toHaveProperty("custom_certificate_authority", null);
		expect(await created({ custom_certificate_authority: null })).toHaveProperty("custom_certificate_authority", null);
	});

	it("stores every known attribute, false ones and unknown ones unchanged", async () => {
		const elements = {
			...Object.fromEntries(MDL_ATTRIBUTE_NAMES.map((name, index) => [name, index % 2 === 0])),
			age_over_21: true,
			odd: { nested: [1, "two", null] },
		};
		expect(await created({ presentation: presentationOf(elements) })).toHaveProperty(
			"presentation",
			presentationOf(elements),
		);
	});

	it("stores an attribute named __proto__", async () => {
		const presentation = presentationJson('{"__proto__":true,"constructor":false}');
		const body = JSON.stringify(templateRequest()).replace(JSON.stringify(NEW_PRESENTATION), presentation);
		const response = await post(body);
		expect(response.status).toBe(201);
		const { id } = response.json as { id: string };
		expect((await tenant.call("GET", `${TEMPLATES}/${id}`)).text).toContain(presentation);
	});

	it("accepts a form with the presentation in brackets, true and false as booleans", async () => {
		const at = "presentation[org.iso.18013.5.1.mDL][org.iso.18013.5.1]";
		const body = new URLSearchParams({
			name: "Form & co é",
			type: "mdl",
			dialect: "simplified/1.0",
			well_known_trusted_issuers: "aamva",
			[`${at}[family_name]`]: "true",
			[`${at}[portrait]`]: "false",
			[`${at}[age_over_18]`]: "true",
		});
		const response = await post(body.toString(), FORM);
		expect(response.status).toBe(201);
		expect(response.json).toMatchObject({
			name: "Form & co é",
			presentation: presentationOf({ family_name: true, portrait: false, age_over_18: true }),
		});
	});

	it.each([
		["a NUL", "nul \u0000 name"],
		["a lone surrogate", "half \ud83d name"],
		["another lone surrogate", "half \udc00 name"],
		["emoji, combining and right-to-left characters", "👩‍👩‍👧‍👦 é שלום \u202e"],
		["quotes and backslashes", "\"'\\ %_; drop table templates"],
		["line breaks", "a\r\nb\u2028c"],
		["what looks like JSON", '"{"a":1}"'],
	])("stores a name with %s, and refuses it the second time", async (_, name) => {
		const { id } = await created({ name, type: name });
		expect((await tenant.call("GET", `${TEMPLATES}/${id}`)).json).toMatchObject({ name, type: name });
		expect((await post(templateRequest({ name }))).status).toBe(409);
	});

	const long = "😀".repeat(256);
	it.each([
		["name", "", "String is too short (0 chars), minimum 1"],
		["name", long, "String is too long (256 chars), maximum 255"],
		["name", null, "Expected type string but found type null"],
		["name", 5, "Expected type string but found type integer"],
		["type", "", "String is too short (0 chars), minimum 1"],
		["type", long, "String is too long (256 chars), maximum 255"],
		["dialect", "simplified/2.0", "String does not match pattern ^simplified/1.0$: simplified/2.0"],
		["dialect", "simplified/1.0\n", "String does not match pattern ^simplified/1.0$: simplified/1.0\n"],
		["well_known_trusted_issuers", "aamva,x", "String does not match pattern ^aamva$: aamva,x"],
		["well_known_trusted_issuers", null, "Expected type string but found type null"],
		["custom_certificate_authority", "", "String is too short (0 chars), minimum 1"],
		["custom_certificate_authority", "a".repeat(4097), "String is too long (4097 chars), maximum 4096"],
		["custom_certificate_authority", ["a"], "Expected type string but found type array"],
		["presentation", null, "Expected type object but found type null"],
		["presentation", [], "Expected type object but found type array"],
	])("refuses %s %j", async (field, value, text) => {
		expect((await post(templateRequest({ [field]: value }))).json).toMatchObject({
			statusCode: 400,
			errorCode: "invalid_body",
			message: expect.stringContaining(`Payload validation error: '${text}' on property ${field}.`),
		});
	});

	it.each([
		["name", "😀".repeat(255)],
		["type", "😀".repeat(255)],
		["custom_certificate_authority", "😀".repeat(4096)],
	])("accepts %s at its greatest length in code points", async (field, value) => {
		expect(await created({ [field]: value })).toHaveProperty(field, value);
	});

	it.each([
		["{}", "'Missing required property: org.iso.18013.5.1.mDL' on property presentation."],
		[
			'{"org.iso.18013.5.1.mDL":{}}',
			"'Missing required property: org.iso.18013.5.1' on property presentation.org.iso.18013.5.1.mDL.",
		],
		[
			presentationJson("{}"),
			"'Too few properties defined (0), minimum 1' on property presentation.org.iso.18013.5.1.mDL.org.iso.18013.5.1.",
		],
		[presentationJson('{"family_name":"true"}'), "'Expected type boolean but found type string'"],
		[presentationJson('{"family_name":null}'), "'Expected type boolean but found type null'"],
		[presentationJson("[]"), "'Expected type object but found type array'"],
		['{"org.iso.18013.5.1.mDL":{"org.iso.18013.5.1":{"a":true},"x":1}}', "'Additional properties not allowed: x'"],
		['{"__proto__":{}}', "'Additional properties not allowed: __proto__'"],
	])("refuses the presentation %s", async (presentation, text) => {
		const body = JSON.stringify(templateRequest()).replace(JSON.stringify(NEW_PRESENTATION), presentation);
		expect((await post(body)).json).toMatchObject({ statusCode: 400, message: expect.stringContaining(text) });
	});

	it("refuses additional properties, also __proto__", async () => {
		for (const name of ["version", "id", "token_dialect", "__proto__"]) {
			const body = JSON.stringify(templateRequest()).replace("{", `{"${name}":1,`);
			expect((await post(body)).json).toMatchObject({
				message: `Payload validation error: 'Additional properties not allowed: ${name}'.`,
			});
		}
	});

	it("names everything that is missing", async () => {
		const missing = (name: string) => `Payload validation error: 'Missing required property: ${name}'.`;
		expect((await post({})).json).toMatchObject({
			message: ["name", "type", "dialect", "presentation", "well_known_trusted_issuers"].map(missing).join(" (also) "),
		});
	});

	it("responds 409 to a second one of the same name, and to all but one of many at once", async () => {
		const body = templateRequest();
		const responses = await Promise.all(Array.from({ length: 12 }, () => post(body)));
		expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array(11).fill(409)]);
		expect((await post(body)).json).toEqual({
			statusCode: 409,
			error: "Conflict",
			message: "Template (name) already exists.",
		});
	});
});
