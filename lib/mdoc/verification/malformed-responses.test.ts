import { describe, expect, it } from "vitest";
import { CborTag, embeddedCbor, encodeCbor, RawCbor } from "../cbor/encode-cbor";
import { MDL_NAMESPACE } from "../mdl";
import { DEVICE_NAMESPACES, ELEMENTS, ISSUER_AUTH, SECURITY_OBJECT } from "../testing/paths";
import { received, rewriteCbor } from "../testing/rewrite-cbor";
import { detailOf, namesOf, REQUESTED, respond, verified } from "../testing/sample-session";
import { elementIn, issuedAgain } from "../testing/sign-again";
import { CHECK_NAMES, type Verification } from "./verification";

/** CPU time, whatever else the machine does. */
const MILLISECONDS_MAX = process.env.LONG ? 1000 : Number.POSITIVE_INFINITY;
const WHOLE = respond("whole");
const ELEMENT = [...ELEMENTS, 0] as const;

/** The reason why bytes are no response, found in little time. */
function refusal(bytes: Uint8Array): string {
	const verification = inLittleTime(bytes);
	expect(verification.verdict).toBe("rejected");
	expect(namesOf(verification, "failed")).toEqual(["format"]);
	expect(namesOf(verification, "unchecked")).toEqual(CHECK_NAMES.slice(1));
	expect(verification).toMatchObject({ chain: [], validity: null, proof: null });
	expect(verification.elements.every(({ value, isSent }) => value === null && !isSent)).toBe(true);
	for (const { name, detail } of verification.checks.slice(1, -1)) {
		expect(detail, name).toBe("Not checked, because the response could not be read.");
	}
	return detailOf(verification, "format") ?? "";
}

function inLittleTime(bytes: Uint8Array): Verification {
	const start = process.cpuUsage();
	const verification = verified(bytes);
	const { user, system } = process.cpuUsage(start);
	expect((user + system) / 1000).toBeLessThan(MILLISECONDS_MAX);
	return verification;
}

describe("bytes that are no response are refused with the place where they are invalid", () => {
	it.each([
		["nothing", Buffer.alloc(0), "At byte 0: It ends before its content does."],
		["a number", Buffer.from([0]), "At byte 0: The response is not a map."],
		[
			"more bytes after its end",
			Buffer.concat([WHOLE, Buffer.from([0])]),
			`At byte ${WHOLE.length}: 1 more bytes follow its end.`,
		],
		["the first half", WHOLE.subarray(0, WHOLE.length / 2), "ends before its content does"],
		[
			"an indefinite length",
			Buffer.concat([Buffer.from([0xbf]), WHOLE.subarray(1), Buffer.from([0xff])]),
			"At byte 0: It has no definite length.",
		],
		["JSON", Buffer.from('{"vp_token":{}}'), "At byte"],
	])("%s", (_, bytes, expected) => {
		expect(refusal(bytes)).toContain(expected);
	});

	it("the same key twice", () => {
		const twice = Buffer.concat([Buffer.from([0xa4]), WHOLE.subarray(1), encodeCbor("status"), Buffer.from([0])]);
		expect(refusal(twice)).toBe(`At byte ${WHOLE.length}: A map has the same key twice.`);
	});
});

describe("bytes that are too much are refused", () => {
	it("10 MB, with the number", () => {
		const large = encodeCbor(new Map([["version", Buffer.alloc(10_000_000)]]));
		expect(refusal(large)).toBe(`It has ${large.length} bytes; at most 204800 (200 KB) are read.`);
	});

	it.each([
		["arrays", 0x81],
		["tags", 0xc1],
	])("%s, 10,000 deep", (_, byte) => {
		expect(refusal(Buffer.concat([Buffer.alloc(10_000, byte), Buffer.from([0])]))).toBe(
			"At byte 16: It is nested more than 16 levels deep.",
		);
	});

	it("maps, 10,000 deep", () => {
		const deep = Buffer.concat([...Array.from({ length: 10_000 }, () => Buffer.from([0xa1, 0x00])), Buffer.from([0])]);
		expect(refusal(deep)).toContain("nested more than 16 levels deep");
	});

	it("10,000 deep inside an element, without a crash", () => {
		const deep = new CborTag(24, Buffer.concat([Buffer.alloc(10_000, 0x81), Buffer.from([0])]));
		const verification = inLittleTime(rewriteCbor(WHOLE, ELEMENT, () => deep));
		expect(namesOf(verification, "failed")).toEqual(["digests"]);
		expect(detailOf(verification, "digests")).toContain("nested more than 16 levels deep");
	});

	it.each([
		"9b00000000ffffffff",
		"bb7fffffffffffffff",
		"5b00000001ffffffff",
		"9b0020000000000000",
		"bf",
		"9f",
		"5f",
		"7f",
	])("a length that is larger than any input: %s", (hexadecimal) => {
		expect(refusal(Buffer.from(hexadecimal, "hex"))).toMatch(/^At byte 0: /);
	});

	it("100,000 documents, elements or errors in 200 KB", () => {
		const many = (item: number) =>
			new RawCbor(Buffer.concat([Buffer.from("9a000186a0", "hex"), Buffer.alloc(100_000, item)]));
		expect(refusal(rewriteCbor(WHOLE, ["documents"], () => many(0xa0)))).toContain("docType");
		expect(refusal(rewriteCbor(WHOLE, ELEMENTS, () => many(0xa0)))).toContain("An attribute");
		const errors = rewriteCbor(WHOLE, ["documentErrors"], () => many(0xa0));
		expect(inLittleTime(errors).verdict).toBe("verified");
	});

	it("tens of thousands of headers, elements of the phone, or digests", () => {
		const numbered = (from: number, count: number) =>
			new Map(Array.from({ length: count }, (_, index) => [from + index, 0] as const));
		const heads = rewriteCbor(WHOLE, [...ISSUER_AUTH, 0], () => encodeCbor(numbered(1000, 24_000)));
		const both = rewriteCbor(heads, [...ISSUER_AUTH, 1], () => numbered(100_000, 16_000));
		expect(inLittleTime(both).verdict).toBe("rejected");
		const named = new Map(Array.from({ length: 20_000 }, (_, index) => [index.toString(36), 0] as const));
		const stated = rewriteCbor(WHOLE, DEVICE_NAMESPACES, () => embeddedCbor(new Map([["org.example", named]])));
		expect(namesOf(inLittleTime(stated), "failed")).toEqual(["device-proof", "device-elements"]);
		const element = received(elementIn(WHOLE, MDL_NAMESPACE, 0));
		const many = rewriteCbor(WHOLE, ELEMENTS, () => Array.from({ length: 1500 }, () => element));
		expect(namesOf(inLittleTime(many), "failed")).toContain("distinct-elements");
	});
});

describe("an error inside embedded CBOR fails a check", () => {
	const HEAD = [...ISSUER_AUTH, 0];
	const OBJECT = [...ISSUER_AUTH, 2];
	it.each([
		["the protected header", HEAD, Buffer.from([0xa1])],
		["the protected header of another kind", HEAD, encodeCbor([1, -7])],
		["the mobile security object", OBJECT, Buffer.from([0x1c])],
		["the mobile security object without its tag", OBJECT, encodeCbor(new Map())],
	])("%s: nothing else can be checked", (_, path, value) => {
		expect(refusal(rewriteCbor(WHOLE, path, () => value))).toMatch(/^At byte \d+: /);
	});

	it.each([
		["an element", new CborTag(24, Buffer.from([0xff]))],
		["an element of another kind", new CborTag(24, encodeCbor([1, 2]))],
		["an element without its tag", Buffer.from([0xa0])],
		["an element with another tag", new CborTag(25, Buffer.from([0xa0]))],
	])("%s: the others are read", (_, value) => {
		const verification = verified(rewriteCbor(WHOLE, ELEMENT, () => value));
		expect(verification).toMatchObject({ verdict: "rejected", proof: "signature" });
		expect(namesOf(verification, "failed")).toEqual(["digests"]);
		expect(detailOf(verification, "digests")).toMatch(/ \(byte \d+\)\.$/);
		const hasValue = verification.elements.map((element) => element.value !== null);
		expect(hasValue).toEqual([false, ...REQUESTED.slice(1).map(() => true)]);
	});

	it("in the phone's own elements: the issuer's elements are read", () => {
		const broken = new CborTag(24, Buffer.from([0xa1]));
		const verification = verified(rewriteCbor(WHOLE, DEVICE_NAMESPACES, () => broken));
		expect(namesOf(verification, "failed")).toEqual(["device-proof", "device-elements"]);
		expect(verification.elements.every(({ value }) => value !== null)).toBe(true);
	});

	it("at its place in the outermost bytes", () => {
		const response = rewriteCbor(WHOLE, ELEMENT, () => new CborTag(24, Buffer.from([0xa1, 0x61, 0xff, 0])));
		const place = response.indexOf(Buffer.from("d81844a161ff00", "hex"));
		expect(detailOf(verified(response), "digests")).toBe(`A text is not in UTF-8 (byte ${place + 5}).`);
	});

	it("also where the issuer signed it", () => {
		const response = rewriteCbor(WHOLE, SECURITY_OBJECT, () => encodeCbor(new CborTag(24, Buffer.from([0xa1, 0]))));
		expect(refusal(issuedAgain(response))).toMatch(/^At byte \d+: It ends before its content does/);
	});
});
