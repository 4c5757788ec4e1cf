import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CborValue, encodeCbor } from "../cbor/encode-cbor";
import { RESPONSE_BYTES_MAX } from "../limits";
import { MdocFault } from "../mdoc-fault";
import { encryptedResponse, vpToken, walletError } from "./wallet-response";

const RUNS = process.env.LONG ? 100_000 : 300;

describe("the response to a request of OpenID4VP", () => {
	it("has the response under the identifier of the query, in base64url", () => {
		expect(Buffer.from(vpToken({ vp_token: { mdl: ["oWE-_w"] } })).toString("hex")).toBe("a1613eff");
		expect(Buffer.from(vpToken({ vp_token: { mdl: ["oWE-_w=="] } })).toString("hex")).toBe("a1613eff");
	});

	it("is accepted under another identifier only where any is allowed", () => {
		const data = { vp_token: { licence: ["oWE-_w"] } };
		expect(() => vpToken(data)).toThrow('a different query from the one asked, which is "mdl"');
		expect(vpToken(data, { queryId: null })).toHaveLength(4);
	});

	it.each([
		[{ error: "access_denied" }, "The wallet answered with access_denied, not with a licence."],
		[{ error: "my name is Eleni" }, "The wallet answered with an error of its own, not with a licence."],
		[{ error: { vp_token: {} } }, "an error of its own"],
		[{ error: "invalid_request", vp_token: { mdl: ["oA"] } }, "invalid_request"],
		[{ response: "eyJ…" }, "encrypted (dc_api.jwt)"],
		[null, "no vp_token"],
		[undefined, "no vp_token"],
		["oA", "no vp_token"],
		[[], "no vp_token"],
		[{}, "no vp_token"],
		[{ vp_token: "oA" }, "names no query"],
		[{ vp_token: null }, "neither an object nor a text"],
		[{ vp_token: ["oA"] }, "names no query"],
		[{ vp_token: {} }, "answers 0 queries"],
		[{ vp_token: { mdl: ["oA"], other: ["oA"] } }, "answers 2 queries"],
		[{ vp_token: { mdl: "oA" } }, "no list of presentations"],
		[{ vp_token: { mdl: [] } }, "0 presentations"],
		[{ vp_token: { mdl: ["oA", "oA"] } }, "2 presentations"],
		[{ vp_token: { mdl: [{}] } }, "The presentation is an object; exactly one text in base64url is expected."],
		[{ vp_token: { mdl: [7] } }, "The presentation is a number; exactly one text"],
		[{ vp_token: { mdl: [null, false] } }, "None of 2 presentations is a text (null, true or false); exactly one text"],
		[{ vp_token: { mdl: [[[7, 256]]] } }, "The presentation is a list; exactly one text"],
		[{ vp_token: { mdl: [7, "oA"] } }, "1 of 2 presentations are not texts (a number), and are left out here."],
		[{ vp_token: { mdl: [[160]] } }, "The presentation is a list, and must be one text in base64url."],
		[{ vp_token: 7 }, "neither an object nor a text: it is a number"],
		[{ vp_token: { mdl: ["o+/A"] } }, "not in base64url"],
		[{ vp_token: { mdl: ["oAo\nA"] } }, "not in base64url"],
		[{ vp_token: { mdl: ["oAoAA"] } }, "not in base64url"],
	])("is refused with a message where it is %j", (data, message) => {
		expect(() => vpToken(data)).toThrow(MdocFault);
		expect(() => vpToken(data)).toThrow(message);
	});

	it.each([
		["oWE-_w", "names no query"],
		[["oWE-_w"], "names no query"],
		[{ mdl: "oWE-_w" }, "no list of presentations"],
	])("is read in the form of a draft where that is reported: %j", (token, reported) => {
		const deviations: string[] = [];
		expect(vpToken({ vp_token: token }, { report: (deviation) => deviations.push(deviation) })).toHaveLength(4);
		expect(deviations).toEqual([expect.stringContaining(reported)]);
	});

	const bytes = [161, 97, 62, 255];
	it.each([
		["a list of its bytes", bytes, "is a list"],
		["bytes as browsers write them", { ...bytes }, "is an object"],
		["bytes as Node writes them", { type: "Buffer", data: bytes }, "is an object"],
		["a list in a list", ["oWE-_w"], "is a list"],
	])("is read where that is reported: %s in place of a text", (_, presentation, reported) => {
		const deviations: string[] = [];
		const deviates = (deviation: string) => deviations.push(deviation);
		const data = { vp_token: { mdl: [presentation] } };
		expect([...vpToken(data, { deviates })]).toEqual(bytes);
		expect([...vpToken({ vp_token: { mdl: [null, "oWE-_w", 7] } }, { deviates })]).toEqual(bytes);
		expect(deviations).toEqual([
			`The presentation ${reported}, and must be one text in base64url.`,
			"2 of 3 presentations are not texts (null, a number), and are left out here.",
		]);
	});

	it.each([
		[["oA", "oA"], "2 presentations"],
		[[], "0 presentations"],
		[{ mdl: 7 }, "exactly one text"],
		["o+/A", "not in base64url"],
	])("is no draft either where it is %j", (token, message) => {
		expect(() => vpToken({ vp_token: token }, { report: () => {} })).toThrow(message);
	});
});

describe("the response to org-iso-mdoc", () => {
	const sealed = { enc: Buffer.from("04", "hex"), cipherText: Buffer.from("05", "hex") };

	it("has the key of the wallet and the encrypted text, as an object or as its text only", () => {
		expect(encryptedResponse({ response: written(sealed) })).toEqual(sealed);
		expect(encryptedResponse(written(sealed))).toEqual(sealed);
	});

	it("is read from a list of its bytes where that is reported", () => {
		const deviations: string[] = [];
		const response = [...Buffer.from(written(sealed), "base64url")];
		expect(encryptedResponse({ response }, (deviation) => deviations.push(deviation))).toEqual(sealed);
		expect(deviations).toEqual(["The encrypted response is a list, and must be a text in base64url."]);
		expect(() => encryptedResponse({ response })).toThrow("is a list");
	});

	it("may have unknown properties", () => {
		expect(encryptedResponse(written({ ...sealed, more: 1 }))).toEqual(sealed);
	});

	it.each([
		[{ error: "access_denied" }, "The wallet answered with access_denied, not with a licence."],
		[null, "has no text in it"],
		[{}, "has no text in it"],
		[{ response: 5 }, "has no text in it: it is a number"],
		[{ response: {} }, "it is an object"],
		[{ response: "+" }, "not in base64url"],
		[{ response: "" }, "ends before its content"],
		[{ response: "oA" }, "not an encrypted one"],
		[{ response: base64url(["dcapi"]) }, "not an encrypted one"],
		[{ response: base64url(["dcapi2", new Map()]) }, "not an encrypted one"],
		[{ response: base64url(["dcapi", new Map(), 1]) }, "not an encrypted one"],
		[{ response: base64url(["dcapi", []]) }, "not an encrypted one"],
		[{ response: written({ cipherText: sealed.cipherText }) }, "enc is missing"],
		[{ response: written({ enc: sealed.enc }) }, "cipherText is missing"],
		[{ response: written({ ...sealed, enc: "text" }) }, "enc is missing, or is not bytes"],
		[{ response: `${written(sealed)}AA` }, "more bytes follow"],
	])("is refused with a message where it is %j", (data, message) => {
		expect(() => encryptedResponse(data)).toThrow(MdocFault);
		expect(() => encryptedResponse(data)).toThrow(message);
	});

	function written(entries: Record<string, CborValue>): string {
		return base64url(["dcapi", new Map(Object.entries(entries))]);
	}
});

describe("both responses", () => {
	it("are refused with the number of their bytes from 200 KB on, before anything of them is read", () => {
		const large = "A".repeat(10 * 1024 * 1024);
		for (const read of [() => vpToken({ vp_token: { mdl: [large] } }), () => encryptedResponse({ response: large })]) {
			expect(read).toThrow(`has ${(10 * 1024 * 1024 * 3) / 4} bytes; at most ${RESPONSE_BYTES_MAX} (200 KB) are read`);
		}
		const most = Buffer.alloc(RESPONSE_BYTES_MAX).toString("base64url");
		expect(vpToken({ vp_token: { mdl: [most] } })).toHaveLength(RESPONSE_BYTES_MAX);
		const more = Buffer.alloc(RESPONSE_BYTES_MAX + 1).toString("base64url");
		expect(() => vpToken({ vp_token: { mdl: [more] } })).toThrow("has 204801 bytes");
	});

	it("are read or refused with a message, whatever they are, and messages never repeat them", () => {
		const secret = "Papadaki";
		const data = fc.oneof(
			fc.jsonValue(),
			fc.record({ vp_token: fc.jsonValue() }),
			fc.record({ vp_token: fc.record({ mdl: fc.oneof(fc.jsonValue(), fc.array(fc.base64String())) }) }),
			fc.record({ response: fc.oneof(fc.base64String(), fc.string()) }),
			fc.constantFrom({ error: secret }, { vp_token: { [secret]: [secret] } }, { response: secret }),
		);
		fc.assert(
			fc.property(data, (given) => {
				const draft = () => vpToken(given, { queryId: null, report: () => {} });
				for (const read of [vpToken, draft, encryptedResponse, walletError]) {
					try {
						read(given);
					} catch (error) {
						expect(error).toBeInstanceOf(MdocFault);
						expect(String(error)).not.toContain(secret);
					}
				}
			}),
			{ numRuns: RUNS },
		);
	});
});

function base64url(value: CborValue): string {
	return encodeCbor(value).toString("base64url");
}
