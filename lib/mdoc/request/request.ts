import type { KeyObject } from "node:crypto";
import { type CborValue, embeddedCbor, encodeCbor } from "../cbor/encode-cbor";
import { coseKey } from "../cose/cose-key";
import { MDL_DOCUMENT_TYPE, MDL_NAMESPACE } from "../mdl";
import { MdocFault } from "../mdoc-fault";
import type { RequestedElement } from "../verification/verification";

/** Elements of the licence's own namespace, all to be retained or none; null: not stated. */
export function requestedElements(of: { names: readonly string[]; isRetained: boolean | null }): RequestedElement[] {
	return of.names.map((name) => ({ namespace: MDL_NAMESPACE, name, isRetained: of.isRetained }));
}

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
function refuseEmptyRequest(requested: readonly RequestedElement[]): void {
	if (requested.length === 0) throw new MdocFault("Nothing is requested: a request needs at least one attribute.");
}

/**
 * The encryption info for a wallet's response (ISO/IEC 18013-7, annex C). The string is part of the request and of the
 * transcript: it must not be re-encoded.
 * @param nonce at least 16 random bytes
 * @param publicKey P-256, created for this request only
 * @returns base64url
 */
export function encryptionInfo({ nonce, publicKey }: { nonce: Uint8Array; publicKey: KeyObject }): string {
	return encodeCbor(["dcapi", { nonce, recipientPublicKey: coseKey(publicKey) }]).toString("base64url");
}

/**
 * Signatures that are verified: ES256, ES384, ES512 and EdDSA, and the fully specified ones with P-256, P-384, P-521 and
 * Ed25519 (RFC 9053, RFC 9864). A MAC needs a key of the reader, which this request does not have.
 */
const ALGORITHMS = [-7, -9, -35, -51, -36, -52, -8, -19];

/**
 * The `data` of an `openid4vp-v1-unsigned` request to the Digital Credentials API (OpenID4VP 1.0, A.2 and A.3.1): the
 * client is the page's origin, so it has no `client_id`; the response is unencrypted.
 * @param nonce letters, digits, `-` and `_`; for this request only
 * @throws MdocFault where no element is requested
 */
export function openid4vpRequest({ requested, nonce }: { requested: readonly RequestedElement[]; nonce: string }) {
	const algorithms = { issuerauth_alg_values: ALGORITHMS, deviceauth_alg_values: ALGORITHMS };
	return {
		response_type: "vp_token",
		response_mode: "dc_api",
		nonce,
		dcql_query: dcqlQuery(requested),
		client_metadata: { vp_formats_supported: { mso_mdoc: algorithms } },
	};
}

/** The identifier of the one requested credential, and the key of the response. */
export const MDL_QUERY_ID = "mdl";

/**
 * A DCQL query for one mobile driving licence (OpenID4VP 1.0, section 6 and B.2): all of the elements, or no response.
 * @throws MdocFault where no element is requested
 */
export function dcqlQuery(requested: readonly RequestedElement[]) {
	refuseEmptyRequest(requested);
	const claims = requested.map(({ namespace, name, isRetained }) => ({
		path: [namespace, name] as [string, string],
		...(isRetained !== null && { intent_to_retain: isRetained }),
	}));
	const meta = { doctype_value: MDL_DOCUMENT_TYPE };
	const credential = { id: MDL_QUERY_ID, format: "mso_mdoc" as const, meta, claims };
	return { credentials: [credential] as [typeof credential] };
}
