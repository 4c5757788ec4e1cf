import { generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { CborTag, encodeCbor } from "../cbor/encode-cbor";
import { bytesOf } from "../cbor/fields";
import { MDL_NAMESPACE } from "../mdl";
import { expectRejected } from "../testing/expect-rejected";
import { DEVICE_AUTH, DEVICE_NAMESPACES, DOCUMENT, SECURITY_OBJECT } from "../testing/paths";
import { GONE, rewriteCbor } from "../testing/rewrite-cbor";
import { namesOf, REQUESTED, respond, verified } from "../testing/sample-session";
import { issuedAgain, provedAgain } from "../testing/sign-again";
import { isoTranscript, openid4vpTranscript } from "../transcript/session-transcript";

const WHOLE = respond("whole");

describe("the proof of the phone", () => {
	const browser = (origin: string, nonce: string, jwkThumbprint: Uint8Array | null = null) =>
		openid4vpTranscript({ origin, nonce, jwkThumbprint });
	const ORIGIN = "https://console.example";
	const NONCE = "a nonce of the test";

	it.each([
		["another nonce", browser(ORIGIN, "another nonce")],
		["another origin", browser("https://elsewhere.example", NONCE)],
		["an encryption key", browser(ORIGIN, NONCE, Buffer.alloc(32, 1))],
		["the other protocol", isoTranscript({ encryptionInfo: "AAAA", origin: ORIGIN })],
		["no session at all", encodeCbor([null, null, null])],
	])("is rejected for a request with %s", (_, transcript) => {
		const verification = expectRejected(WHOLE, ["device-proof"], { transcript });
		expect(verification.proof).toBeNull();
		expectRejected(respond("mac"), ["device-proof"], { transcript });
	});

	it("is rejected by MAC with the key of another reader, or of another curve", () => {
		for (const namedCurve of ["P-256", "P-384"]) {
			const { privateKey } = generateKeyPairSync("ec", { namedCurve });
			expectRejected(respond("mac"), ["device-proof"], { readerKey: privateKey });
		}
	});

	it("is incomplete without a session to check it against, and by MAC without the reader's key", () => {
		for (const [response, changed] of [
			[WHOLE, { transcript: null }],
			[respond("mac"), { readerKey: null }],
		] as const) {
			const verification = verified(response, changed);
			expect(verification.verdict).toBe("incomplete");
			expect(namesOf(verification, "failed")).toEqual([]);
			expect(namesOf(verification, "unchecked")).toEqual(["device-proof", "revocation"]);
			expect(verification.proof).toBeNull();
		}
	});

	it("is rejected with both a signature and a MAC, with neither, and where the document has none", () => {
		const mac = [encodeCbor(new Map([[1, 5]])), new Map(), null, Buffer.alloc(32)];
		expectRejected(
			rewriteCbor(WHOLE, [...DEVICE_AUTH, "deviceMac"], () => mac),
			["device-proof"],
		);
		expectRejected(
			rewriteCbor(WHOLE, DEVICE_AUTH, () => new Map()),
			["device-proof"],
		);
		expectRejected(
			rewriteCbor(WHOLE, [...DOCUMENT, "deviceSigned"], () => GONE),
			["device-proof"],
		);
	});

	it("is rejected with a MAC of another algorithm, or one that was cut", () => {
		const response = respond("mac");
		const mac = [...DEVICE_AUTH, "deviceMac"];
		for (const algorithm of [4, 6, 7, -7]) {
			const head = encodeCbor(new Map([[1, algorithm]]));
			expectRejected(
				rewriteCbor(response, [...mac, 0], () => head),
				["device-proof"],
			);
		}
		const cut = rewriteCbor(response, [...mac, 3], (item) => bytesOf(item, "The tag").subarray(0, 8));
		expectRejected(cut, ["device-proof"]);
		expectRejected(
			rewriteCbor(response, [...mac, 3], () => Buffer.alloc(0)),
			["device-proof"],
		);
	});

	it("is rejected with the signed content attached", () => {
		const attached = rewriteCbor(WHOLE, [...DEVICE_AUTH, "deviceSignature", 2], () => Buffer.from([0xf6]));
		expectRejected(attached, ["conformance"]);
	});
});

describe("elements that the phone states itself", () => {
	const stated = new Map([["org.example", new Map([["mood", "fine"]])]]);

	it("are rejected without the issuer's authorization", () => {
		expectRejected(provedAgain(WHOLE, stated), ["device-elements"]);
	});

	it.each([
		["their namespace", new Map([["nameSpaces", ["org.example"]]])],
		["just them", new Map([["dataElements", new Map([["org.example", ["mood"]]])]])],
	])("are noted and not used where the issuer allows %s", (_, authorizations) => {
		const path = [...SECURITY_OBJECT, "deviceKeyInfo", "keyAuthorizations"];
		const allowed = issuedAgain(rewriteCbor(WHOLE, path, () => authorizations));
		const verification = verified(provedAgain(allowed, stated));
		expect(verification.verdict).toBe("verified");
		expect(namesOf(verification, "noted")).toEqual(["device-elements"]);
		expect(verification.elements).toHaveLength(REQUESTED.length);
	});

	it("are rejected in place of an element that the issuer signed", () => {
		const path = [...SECURITY_OBJECT, "deviceKeyInfo", "keyAuthorizations"];
		const allowed = issuedAgain(rewriteCbor(WHOLE, path, () => new Map([["nameSpaces", [MDL_NAMESPACE]]])));
		const response = provedAgain(allowed, new Map([[MDL_NAMESPACE, new Map([["family_name", "Other"]])]]));
		expectRejected(response, ["device-elements"]);
	});

	it("are rejected where they were added after the phone had signed", () => {
		const response = rewriteCbor(WHOLE, DEVICE_NAMESPACES, () => new CborTag(24, encodeCbor(stated)));
		expectRejected(response, ["device-proof", "device-elements"]);
	});
});
