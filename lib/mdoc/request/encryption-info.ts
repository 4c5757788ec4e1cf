import type { KeyObject } from "node:crypto";
import { type CborValue, encodeCbor } from "../cbor/encode-cbor";
import { coseKey } from "../cose/write-cose-key";

/**
 * What a wallet encrypts its answer with (ISO/IEC 18013-7, annex C). The string goes into the request and into the transcript
 * as it is: nothing may write it anew.
 * @param nonce at least 16 random bytes
 * @param publicKey P-256, made for this request alone
 * @returns base64url
 */
export function encryptionInfo({ nonce, publicKey }: { nonce: Uint8Array; publicKey: KeyObject }): string {
	const parameters = new Map<string, CborValue>([
		["nonce", nonce],
		["recipientPublicKey", coseKey(publicKey)],
	]);
	return encodeCbor(["dcapi", parameters]).toString("base64url");
}
