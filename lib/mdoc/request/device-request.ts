import type { KeyObject } from "node:crypto";
import { type CborValue, embeddedCbor, encodeCbor } from "../cbor/encode-cbor";
import { coseKey } from "../cose/write-cose";
import { MDL_DOCUMENT_TYPE } from "../mdl";
import { MdocFault } from "../mdoc-fault";
import type { AskedElement } from "../verification/verification";

/**
 * A device request of version 1.0 for one mobile driving licence, unsigned (ISO/IEC 18013-5, 8.3.2.1.2.1). It has to say
 * of every element whether it will be kept: one of which nothing is said may be, so it says yes.
 * @throws MdocFault where nothing is asked for
 */
export function deviceRequest(asked: readonly AskedElement[]): Uint8Array {
	refuseEmptyRequest(asked);
	const namespaces = new Map<string, Map<string, CborValue>>();
	for (const { namespace, name, isRetained } of asked) {
		const named = namespaces.get(namespace) ?? new Map<string, CborValue>();
		namespaces.set(namespace, named.set(name, isRetained ?? true));
	}
	const itemsRequest = new Map<string, CborValue>([
		["docType", MDL_DOCUMENT_TYPE],
		["nameSpaces", namespaces],
	]);
	return encodeCbor(
		new Map<string, CborValue>([
			["version", "1.0"],
			["docRequests", [new Map([["itemsRequest", embeddedCbor(itemsRequest)]])]],
		]),
	);
}

/** Neither form of a request may ask for no element at all (ISO/IEC 18013-5, 8.3.2.1.2.1; OpenID4VP 1.0, section 6.1). */
export function refuseEmptyRequest(asked: readonly AskedElement[]): void {
	if (asked.length === 0) throw new MdocFault("Nothing is asked for: a request names at least one element.");
}

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
