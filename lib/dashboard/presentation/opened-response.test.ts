import { generateKeyPairSync } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { encodeCbor } from "@/lib/mdoc/cbor/encode-cbor";
import { MdocFault } from "@/lib/mdoc/mdoc-fault";
import { keptRequest } from "../store/wallet-requests.test-data";
import { openedResponse } from "./wallet-request";

const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const request = { ...keptRequest, readerKey: privateKey.export({ type: "pkcs8", format: "pem" }).toString() };

const base64url = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes).toString("base64url"));
const encrypted = fc
	.tuple(fc.uint8Array({ maxLength: 70 }), fc.uint8Array({ maxLength: 100 }))
	.map(([enc, cipherText]) =>
		encodeCbor(["dcapi", new Map(Object.entries({ enc, cipherText }))]).toString("base64url"),
	);
const text = fc.oneof(fc.string(), base64url, encrypted);
const data = fc.oneof(
	fc.jsonValue(),
	fc.record({ response: text }),
	fc.record({ vp_token: fc.record({ mdl: fc.array(text, { maxLength: 2 }) }) }),
	fc.record({ vp_token: fc.dictionary(fc.string(), fc.jsonValue()) }),
);
const protocol = fc.oneof(fc.constantFrom("org-iso-mdoc", "openid4vp-v1-unsigned"), fc.string());

test("anything that a page sends as a response is bytes to be verified, or a fault with a message", () => {
	fc.assert(
		fc.property(protocol, data, (name, sent) => {
			try {
				expect(openedResponse({ protocol: name, data: sent }, request).response).toBeInstanceOf(Uint8Array);
			} catch (fault) {
				expect(fault).toBeInstanceOf(MdocFault);
			}
		}),
		{ numRuns: process.env.LONG ? 100_000 : 300 },
	);
});
