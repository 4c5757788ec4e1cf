import type { KeyObject } from "node:crypto";
import { type CborValue, embeddedCbor, encodeCbor } from "../cbor/encode-cbor";
import { coseKey } from "../cose/write-cose";
import { MDL_DOCUMENT_TYPE } from "../mdl";
import { MdocFault } from "../mdoc-fault";
import type { RequestedElement } from "../verification/verification";

/**
 * A device request of version 1.0 for one mobile driving licence, unsigned (ISO/IEC 18013-5, 8.3.2.1.2.1). It has to state
 * for every element whether it will be retained: where `isRetained` is null, true.
 * @throws MdocFault where no element is requested
 */
export function deviceRequest(requested: readonly RequestedElement[]): Uint8Array {
	refuseEmptyRequest(requested);
	const namespaces = new Map<string, Map<string, CborValue>>();
	for (const { namespace, name, isRetained } of requested) {
		const named = namespaces.get(namespace) ?? new Map<string, CborValue>();
		namespaces.set(namespace, named.set(name, isRetained ?? true));
	}
	const itemsRequest = embeddedCbor({ docType: MDL_DOCUMENT_TYPE, nameSpaces: namespaces });
	return encodeCbor({ version: "1.0", docRequests: [{ itemsRequest }] });
}

/** ISO/IEC 18013-5, 8.3.2.1.2.1; OpenID4VP 1.0, section 6.1. */
export function refuseEmptyRequest(requested: readonly RequestedElement[]): void {
	if (requested.length === 0) throw new MdocFault("Nothing is asked for: a request names at least one element.");
}

/**
 * What a wallet encrypts its response with (ISO/IEC 18013-7, annex C). The string goes into the request and the
 * transcript as it is: it must not be re-encoded.
 * @param nonce at least 16 random bytes
 * @param publicKey P-256, made for this request alone
 * @returns base64url
 */
export function encryptionInfo({ nonce, publicKey }: { nonce: Uint8Array; publicKey: KeyObject }): string {
	return encodeCbor(["dcapi", { nonce, recipientPublicKey: coseKey(publicKey) }]).toString("base64url");
}
