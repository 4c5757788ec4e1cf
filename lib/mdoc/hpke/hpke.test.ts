import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { Aes128Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from "@hpke/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MdocFault } from "../mdoc-fault";
import { openHpke, sealHpke } from "./hpke";

const RUNS = process.env.LONG ? 5000 : 50;
const other = new CipherSuite({ kem: new DhkemP256HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes128Gcm() });
const bytes = (maxLength: number) => fc.uint8Array({ maxLength });

/** RFC 9180, A.3.1 and its first encryption (A.3.1.1). */
const VECTOR = {
	info: "4f6465206f6e2061204772656369616e2055726e",
	ephemeralPublic:
		"04a92719c6195d5085104f469a8b9814d5838ff72b60501e2c4466e5e67b325ac98536d7b61a1af4b78e5b7f951c0900be863c403ce65c9bfcb9382657222d18c4",
	ephemeralPrivate: "4995788ef4b9d6132b249ce59a77281493eb39af373d236a1fe415cb0c2d7beb",
	recipientPublic:
		"04fe8c19ce0905191ebc298a9245792531f26f0cece2460639e8bc39cb7f706a826a779b4cf969b8a0e539c7f62fb3d30ad6aa8f80e30f1d128aafd68a2ce72ea0",
	recipientPrivate: "f3ce7fdae57e1a310d87f1ebbde6f328be0a99cdbcadf4d6589cf29de4b8ffd2",
	plaintext: "4265617574792069732074727574682c20747275746820626561757479",
	aad: "436f756e742d30",
	cipherText: "5ad590bb8baa577f8619db35a36311226a896e7342a6d836d8b7bcd2f20b6c7f9076ac232e3ab2523f39513434",
};

describe("HPKE", () => {
	it("produces the test vector of RFC 9180", () => {
		const info = hex(VECTOR.info);
		const aad = hex(VECTOR.aad);
		const ephemeral = keyOf(VECTOR.ephemeralPrivate, VECTOR.ephemeralPublic);
		const recipient = keyOf(VECTOR.recipientPrivate, VECTOR.recipientPublic);
		const plaintext = hex(VECTOR.plaintext);
		const sealed = sealHpke({ recipient: createPublicKey(recipient), info, plaintext, aad, ephemeral });
		expect(Buffer.from(sealed.enc).toString("hex")).toBe(VECTOR.ephemeralPublic);
		expect(Buffer.from(sealed.cipherText).toString("hex")).toBe(VECTOR.cipherText);
		expect(openHpke({ recipient, ...sealed, info, aad })).toEqual(plaintext);
	});

	it("opens what @hpke/core seals, and seals what @hpke/core opens", async () => {
		await fc.assert(
			fc.asyncProperty(bytes(5000), bytes(200), bytes(50), async (plaintext, info, aad) => {
				const { publicKey, privateKey } = keyPair();
				const theirs = await sealedThere({ recipient: publicKey, info, plaintext, aad });
				expect(Buffer.compare(openHpke({ recipient: privateKey, ...theirs, info, aad }), plaintext)).toBe(0);
				const ours = sealHpke({ recipient: publicKey, info, plaintext, aad });
				expect(Buffer.compare(await openedThere({ recipient: privateKey, ...ours, info, aad }), plaintext)).toBe(0);
			}),
			{ numRuns: RUNS },
		);
	});

	it("of either is refused by both with another key, info or data, or one byte changed", async () => {
		await fc.assert(
			fc.asyncProperty(bytes(100), fc.nat(), fc.integer({ min: 1, max: 255 }), async (plaintext, place, by) => {
				const { publicKey, privateKey } = keyPair();
				const message = { recipient: publicKey, info: Buffer.from("session"), plaintext, aad: Buffer.from("header") };
				for (const sealed of [sealHpke(message), await sealedThere(message)]) {
					const { enc, cipherText } = sealed;
					const { info, aad } = message;
					const whole = { recipient: privateKey, info, aad, enc, cipherText };
					expect(Buffer.compare(await openedThere(whole), openHpke(whole))).toBe(0);
					for (const changed of [
						{ ...whole, recipient: keyPair().privateKey },
						{ ...whole, info: changedAt(info, place, by) },
						{ ...whole, aad: changedAt(aad, place, by) },
						{ ...whole, aad: Buffer.alloc(0) },
						{ ...whole, enc: changedAt(enc, place, by) },
						{ ...whole, enc: sealHpke(message).enc },
						{ ...whole, cipherText: changedAt(cipherText, place, by) },
						{ ...whole, cipherText: cipherText.subarray(0, place % cipherText.length) },
					]) {
						expect(() => openHpke(changed)).toThrow(MdocFault);
						await expect(openedThere(changed)).rejects.toThrow();
					}
				}
			}),
			{ numRuns: RUNS / 10 },
		);
	});

	it("opens nothing with another key, another info, or one bit changed", () => {
		const { publicKey, privateKey } = keyPair();
		const info = Buffer.from("session");
		const sealed = sealHpke({ recipient: publicKey, info, plaintext: Buffer.from("a response") });
		const open = (changed: Partial<Parameters<typeof openHpke>[0]>) => () =>
			openHpke({ recipient: privateKey, info, ...sealed, ...changed });
		expect(Buffer.from(open({})()).toString()).toBe("a response");
		expect(open({ recipient: keyPair().privateKey })).toThrow(MdocFault);
		expect(open({ info: Buffer.from("sessions") })).toThrow(MdocFault);
		expect(open({ info: Buffer.alloc(0) })).toThrow(MdocFault);
		expect(open({ aad: Buffer.from([0]) })).toThrow(MdocFault);
		for (const [place] of sealed.cipherText.entries()) {
			expect(open({ cipherText: changedAt(sealed.cipherText, place) })).toThrow(MdocFault);
		}
		for (const [place] of sealed.enc.entries()) {
			expect(open({ enc: changedAt(sealed.enc, place) })).toThrow(MdocFault);
		}
	});

	it("refuses an ephemeral key that is no point of the curve", () => {
		const { publicKey, privateKey } = keyPair();
		const info = Buffer.alloc(0);
		const { enc, cipherText } = sealHpke({ recipient: publicKey, info, plaintext: Buffer.from("x") });
		const compressed = Buffer.concat([Buffer.from([2]), enc.subarray(1, 33)]);
		const infinity = Buffer.concat([Buffer.from([4]), Buffer.alloc(64)]);
		const beyond = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 0xff)]);
		for (const wrong of [Buffer.alloc(0), Buffer.from([0]), enc.subarray(0, 64), compressed, infinity, beyond]) {
			expect(() => openHpke({ recipient: privateKey, enc: wrong, cipherText, info })).toThrow(/ephemeral key is no/);
		}
	});

	it("refuses a text that is shorter than its tag", () => {
		const { publicKey, privateKey } = keyPair();
		const info = Buffer.alloc(0);
		const { enc, cipherText } = sealHpke({ recipient: publicKey, info, plaintext: Buffer.alloc(0) });
		expect(openHpke({ recipient: privateKey, enc, cipherText, info })).toHaveLength(0);
		for (const size of [0, 1, 4, 12, 15]) {
			const short = cipherText.subarray(0, size);
			expect(() => openHpke({ recipient: privateKey, enc, cipherText: short, info })).toThrow("shorter than its tag");
		}
	});
});

async function sealedThere({ recipient, info, plaintext, aad = new Uint8Array() }: Parameters<typeof sealHpke>[0]) {
	const recipientPublicKey = await webKey(recipient);
	const sealed = await other.seal({ recipientPublicKey, info: buffer(info) }, buffer(plaintext), buffer(aad));
	return { enc: new Uint8Array(sealed.enc), cipherText: new Uint8Array(sealed.ct) };
}

async function openedThere(message: Parameters<typeof openHpke>[0]): Promise<Uint8Array> {
	const { recipient, info, enc, cipherText, aad = new Uint8Array() } = message;
	const recipientKey = await webKey(recipient);
	const context = { recipientKey, enc: buffer(enc), info: buffer(info) };
	return new Uint8Array(await other.open(context, buffer(cipherText), buffer(aad)));
}

function keyPair() {
	return generateKeyPairSync("ec", { namedCurve: "P-256" });
}

function keyOf(secret: string, point: string): KeyObject {
	const [d, x, y] = [secret, point.slice(2, 66), point.slice(66)].map((part) => hex(part).toString("base64url"));
	return createPrivateKey({ key: { kty: "EC", crv: "P-256", d, x, y }, format: "jwk" });
}

function webKey(key: KeyObject): Promise<CryptoKey> {
	const usages: KeyUsage[] = key.type === "private" ? ["deriveBits"] : [];
	const jwk = key.export({ format: "jwk" });
	return crypto.subtle.importKey("jwk", jwk, { name: "ECDH", namedCurve: "P-256" }, true, usages);
}

function hex(text: string): Buffer {
	return Buffer.from(text, "hex");
}

function buffer(content: Uint8Array): ArrayBuffer {
	return new Uint8Array(content).buffer;
}

/** @param place counted on from the beginning again where it is behind the end */
function changedAt(content: Uint8Array, place: number, by = 1): Buffer {
	const changed = Buffer.from(content);
	const at = place % changed.length;
	changed[at] = (changed[at] ?? 0) ^ by;
	return changed;
}
