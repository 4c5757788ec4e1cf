import {
	createCipheriv,
	createDecipheriv,
	createHmac,
	createPublicKey,
	diffieHellman,
	generateKeyPairSync,
	type KeyObject,
} from "node:crypto";
import { MdocFault } from "../mdoc-fault";

/** DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-128-GCM (RFC 9180, 7.1 to 7.3), as ISO/IEC 18013-7, annex C, requires. */
const KEM = Buffer.from("0010", "hex");
const SUITE = Buffer.concat([Buffer.from("HPKE"), KEM, Buffer.from("0001", "hex"), Buffer.from("0001", "hex")]);
const KEM_SUITE = Buffer.concat([Buffer.from("KEM"), KEM]);
const CIPHER = "aes-128-gcm";
const SECRET_BYTES = 32;
const KEY_BYTES = 16;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const POINT_BYTES = 65;
const COORDINATE_BYTES = 32;
const UNCOMPRESSED = 4;
const BASE_MODE = Buffer.from([0]);
const NOTHING = Buffer.alloc(0);

type Sealed = {
	/** The sender's ephemeral public key as an uncompressed point, 65 bytes. */
	enc: Uint8Array;
	/** With the tag at its end. */
	cipherText: Uint8Array;
};

/**
 * Encrypts one message to the holder of a key (RFC 9180, 6.1, single-shot and base mode).
 * @param recipient public, P-256
 * @param info known to both sides: for a response, its session transcript
 * @param aad authenticated and not sent: ISO/IEC 18013-7 leaves it empty
 * @param ephemeral for test vectors only; by default a new key
 */
export function sealHpke(message: {
	recipient: KeyObject;
	info: Uint8Array;
	plaintext: Uint8Array;
	aad?: Uint8Array;
	ephemeral?: KeyObject;
}): Sealed {
	const { recipient, info, plaintext, aad = NOTHING } = message;
	const ephemeral = message.ephemeral ?? generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
	const enc = pointOf(ephemeral);
	const shared = diffieHellman({ privateKey: ephemeral, publicKey: recipient });
	const { key, nonce } = schedule(shared, enc, pointOf(recipient), info);
	const cipher = createCipheriv(CIPHER, key, nonce).setAAD(aad);
	return { enc, cipherText: Buffer.concat([cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]) };
}

/**
 * Decrypts what `sealHpke` encrypts.
 * @param recipient private, P-256
 * @throws MdocFault where the key, the info or the bytes differ from those of the encryption
 */
export function openHpke(message: Sealed & { recipient: KeyObject; info: Uint8Array; aad?: Uint8Array }): Uint8Array {
	const { recipient, enc, cipherText, info, aad = NOTHING } = message;
	if (cipherText.length < TAG_BYTES) throw new MdocFault("The encrypted response is shorter than its tag.");
	const shared = diffieHellman({ privateKey: recipient, publicKey: ephemeralKey(enc) });
	const { key, nonce } = schedule(shared, enc, pointOf(recipient), info);
	const end = cipherText.length - TAG_BYTES;
	const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
		.setAAD(aad)
		.setAuthTag(cipherText.subarray(end));
	try {
		return Buffer.concat([decipher.update(cipherText.subarray(0, end)), decipher.final()]);
	} catch {
		throw new MdocFault(
			"The response can't be decrypted: it was encrypted to another key, for another session or origin, or it was changed.",
		);
	}
}

/** RFC 9180, 4.1 (`Encap`, `Decap`) and 5.1 (`KeySchedule`). */
function schedule(exchanged: Uint8Array, enc: Uint8Array, recipient: Uint8Array, info: Uint8Array) {
	const context = Buffer.concat([enc, recipient]);
	const prk = extract(KEM_SUITE, NOTHING, "eae_prk", exchanged);
	const shared = expand(KEM_SUITE, prk, "shared_secret", context, SECRET_BYTES);
	const known = Buffer.concat([
		BASE_MODE,
		extract(SUITE, NOTHING, "psk_id_hash", NOTHING),
		extract(SUITE, NOTHING, "info_hash", info),
	]);
	const secret = extract(SUITE, shared, "secret", NOTHING);
	return {
		key: expand(SUITE, secret, "key", known, KEY_BYTES),
		nonce: expand(SUITE, secret, "base_nonce", known, NONCE_BYTES),
	};
}

/** `LabeledExtract` (RFC 9180, section 4). */
function extract(suite: Buffer, salt: Uint8Array, label: string, material: Uint8Array): Buffer {
	return hmac(salt, labelled(suite, label), material);
}

/** `LabeledExpand` (RFC 9180, section 4); nothing here is longer than the first block of HKDF. */
function expand(suite: Buffer, key: Uint8Array, label: string, info: Uint8Array, length: number): Buffer {
	const head = Buffer.from([0, length]);
	return hmac(key, head, labelled(suite, label), info, Buffer.from([1])).subarray(0, length);
}

function labelled(suite: Buffer, label: string): Buffer {
	return Buffer.concat([Buffer.from("HPKE-v1"), suite, Buffer.from(label)]);
}

function hmac(key: Uint8Array, ...parts: readonly Uint8Array[]): Buffer {
	return createHmac("sha256", key).update(Buffer.concat(parts)).digest();
}

/** `SerializePublicKey` (RFC 9180, 7.1.1). */
function pointOf(key: KeyObject): Buffer {
	const { x = "", y = "" } = key.export({ format: "jwk" });
	return Buffer.concat([Buffer.from([UNCOMPRESSED]), Buffer.from(x, "base64url"), Buffer.from(y, "base64url")]);
}

/** `DeserializePublicKey`: OpenSSL refuses a point that is not on the curve (RFC 9180, 7.1.4). */
function ephemeralKey(enc: Uint8Array): KeyObject {
	const point = Buffer.from(enc);
	if (point.length !== POINT_BYTES || point[0] !== UNCOMPRESSED) {
		throw new MdocFault(
			"The wallet's ephemeral key is not an uncompressed point of P-256 (65 bytes that begin with 04).",
		);
	}
	const x = point.subarray(1, 1 + COORDINATE_BYTES).toString("base64url");
	const y = point.subarray(1 + COORDINATE_BYTES).toString("base64url");
	try {
		return createPublicKey({ key: { kty: "EC", crv: "P-256", x, y }, format: "jwk" });
	} catch {
		throw new MdocFault("The wallet's ephemeral key is not a point on the curve P-256.");
	}
}
