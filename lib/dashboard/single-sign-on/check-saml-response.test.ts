import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestSigner, type TestSigner } from "@/lib/xml/testing/test-signer";
import { checkSamlResponse } from "./check-saml-response";
import type { Expectation, ResponseReport } from "./response-report";
import { ACS, NOW, type ResponseDetails, samlResponse } from "./saml-response.test-data";

let tenant: TestSigner;
let other: TestSigner;
beforeAll(async () => {
	tenant = await createTestSigner();
	other = await createTestSigner();
});
afterAll(() => {
	tenant.remove();
	other.remove();
});

const check = (text: string, expected: Partial<Expectation> = {}) =>
	checkSamlResponse(text, {
		sender: "tenant",
		certificates: [tenant.certificate],
		issuer: "urn:tenant.example",
		audience: "urn:application",
		receivers: [ACS],
		requestId: "_request",
		now: NOW,
		...expected,
	});
const response = (details: Partial<ResponseDetails> = {}, signer = tenant) => samlResponse(signer, details);
const failures = ({ checks }: ResponseReport) =>
	checks.filter(({ outcome }) => outcome === "failed").map(({ name }) => name);
const found = ({ checks }: ResponseReport, label: string) => checks.find(({ name }) => name === label)?.found ?? "";

describe("a valid response", () => {
	test.each(["XML", "base64", "base64 as a browser copies it from a form"])("passes every check, as %s", (form) => {
		const text = response();
		const base64 = Buffer.from(text).toString("base64");
		const report = check({ XML: text, base64 }[form] ?? `SAMLResponse=${encodeURIComponent(base64)}`);
		expect(failures(report)).toEqual([]);
		expect(report).toMatchObject({
			isGood: true,
			subject: { name: "auth0|1", format: "urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified" },
			attributes: [{ name: "email", friendlyName: "E-mail", values: [{ text: "ann@example.com", type: "xs:string" }] }],
		});
		expect(report.facts).toContainEqual({ term: "Session", text: "_s" });
		expect(report.decoded).toContain("\n  <saml:Assertion");
	});

	test("has what was signed, by which algorithm and certificate, and what is outside", () => {
		const report = check(response(), { certificates: [other.certificate, tenant.certificate] });
		expect(found(report, "Signature")).toMatch(
			/^The Assertion is signed with rsa-sha256, by the tenant's (next|previous) certificate/,
		);
		expect(report.checks).toContainEqual(expect.objectContaining({ name: "Envelope", outcome: "not-signed" }));
		const whole = check(response({ signs: "Response" }));
		expect(found(whole, "Signature")).toMatch(/^The Response is signed .* current certificate/);
		expect(whole.checks.map(({ name }) => name)).toEqual(expect.arrayContaining(["Status", "Destination"]));
		expect(whole.isGood).toBe(true);
	});

	test("of an identity provider is said to be its own, and an issuer that is not known is no failure", () => {
		const report = check(response({ signs: "Response" }), { sender: "provider", issuer: null, requestId: null });
		expect(report.isGood).toBe(true);
		expect(found(report, "Signature")).toMatch(
			/^The Response is signed with rsa-sha256, by the provider's certificate/,
		);
		expect(report.checks).toContainEqual(expect.objectContaining({ name: "Issuer", outcome: "warning" }));
		const unsigned = check(response(), { sender: "provider", certificates: [] });
		expect(found(unsigned, "Signature")).toContain("No certificate of the provider is set");
	});

	test("that is unsolicited is reported as a sign-in that began at the tenant", () => {
		expect(check(response(), { requestId: null }).checks).toContainEqual(
			expect.objectContaining({ name: "Request", outcome: "warning" }),
		);
	});

	test("turns no sentence about it around", () => {
		const odd = "\u202egnp.exe";
		const { checks } = check(response({ nameId: odd, issuer: odd, audience: odd, recipient: odd, inResponseTo: odd }));
		const refused = check(response({ signs: "Response", destination: odd, status: odd })).checks;
		const sentences = [...checks, ...refused].map(({ found }) => found);
		expect(sentences.filter((sentence) => sentence.includes("\u202e"))).toEqual([]);
		expect(sentences.filter((sentence) => sentence.includes("[U+202E]gnp.exe"))).toHaveLength(7);
	});

	test("can contain any text as a name", () => {
		fc.assert(
			fc.property(fc.string({ unit: "grapheme", minLength: 1 }), (name) => {
				const report = check(response({ nameId: `n${name}`, email: name }));
				expect(report.isGood).toBe(true);
				expect(report.subject?.name.startsWith("n")).toBe(true);
			}),
			{ numRuns: process.env.LONG ? 500 : 20 },
		);
	});
});

describe("a response that an application has to refuse", () => {
	test.each<[string, Partial<ResponseDetails>, string[]]>([
		["for another audience", { audience: "urn:other" }, ["Audience"]],
		["for another receiver", { recipient: "https://evil.example/acs" }, ["Recipient"]],
		["that has expired", { notOnOrAfter: "2026-06-01T11:59:59Z" }, ["Use until", "Not on or after"]],
		["that is not valid yet", { notBefore: "2026-06-01T12:05:00Z" }, ["Not before"]],
		["to another request", { inResponseTo: "_other" }, ["Request"]],
		["of another issuer", { issuer: "urn:other.example" }, ["Issuer"]],
	])("%s fails that check, and no other", (_, details, names) => {
		for (const signs of ["Assertion", "Response"] as const) {
			const report = check(response({ ...details, signs }));
			expect(report.isGood).toBe(false);
			expect(failures(report)).toEqual(names);
		}
	});

	test("sent to another address fails where the Response is signed", () => {
		expect(failures(check(response({ destination: "https://evil.example/", signs: "Response" })))).toEqual([
			"Destination",
		]);
	});

	test("with a status other than success explains it", () => {
		const status = "urn:oasis:names:tc:SAML:2.0:status:NoPassive";
		const report = check(response({ status, hasAssertion: false, signs: "Response" }));
		expect(failures(report)).toEqual(["Status"]);
		expect(found(report, "Status")).toContain("no one is signed in");
	});

	test.each([
		["altered after it was signed", () => response().replace("ann@example.com", "eve@example.com")],
		["signed with another key", () => response({}, other)],
		["not signed", () => response().replace(/<ds:Signature[\s\S]*<\/ds:Signature>/, "")],
		[
			"with a forged assertion in place of the signed one",
			() => {
				const [assertion = ""] = /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(response()) ?? [];
				const forged = assertion.replace(/<ds:Signature[\s\S]*<\/ds:Signature>/, "").replace('ID="_a"', 'ID="_b"');
				return response().replace("<saml:Assertion", `${forged.replace("auth0|1", "auth0|2")}<saml:Assertion`);
			},
		],
	])("%s is never read as the tenant's", (_, forged) => {
		const report = check(forged());
		const isRead = report.subject !== null;
		// The signed assertion may still be beside the forged one: then only the signed one is read.
		expect(isRead ? report.subject?.name : "auth0|1").toBe("auth0|1");
		if (!isRead) {
			expect(failures(report)).toEqual(["Signature"]);
			expect(report).toMatchObject({ attributes: [], facts: [], isGood: false });
		}
	});

	test("cannot be checked where the tenant publishes no certificate", () => {
		expect(failures(check(response(), { certificates: [] }))).toEqual(["Signature"]);
	});

	test.each([
		["nothing", ""],
		["words", "hello"],
		["other XML", "<a/>"],
		["a document type", `<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>`],
		["too much", "<a>".repeat(200_000)],
	])("that is %s is refused in a sentence, without an exception", (_, text) => {
		const report = check(text);
		expect(failures(report)).toEqual(["XML"]);
		expect(report.checks[0]?.found).toMatch(/\.$/);
	});
});
