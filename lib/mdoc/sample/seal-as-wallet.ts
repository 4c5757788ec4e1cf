import type { KeyObject } from "node:crypto";
import { type CborValue, encodeCbor } from "../cbor/encode-cbor";
import { sealHpke } from "../hpke/hpke";

/**
 * Encrypts a response as a wallet does for `org-iso-mdoc` (ISO/IEC 18013-7, annex C).
 * @param recipient public, from the encryption info of the request
 * @param transcript CBOR of the session transcript, which is the `info`
 * @returns base64url of CBOR, the `response` of the answer
 */
export function sealAsWallet({
	response,
	recipient,
	transcript,
}: {
	response: Uint8Array;
	recipient: KeyObject;
	transcript: Uint8Array;
}): string {
	const { enc, cipherText } = sealHpke({ recipient, info: transcript, plaintext: response });
	const sealed = new Map<string, CborValue>([
		["enc", enc],
		["cipherText", cipherText],
	]);
	return encodeCbor(["dcapi", sealed]).toString("base64url");
}
