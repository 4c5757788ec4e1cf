import { createHash } from "node:crypto";
import { type CborValue, encodeCbor } from "../cbor/encode-cbor";

/**
 * `SessionTranscript` of a session that has neither device engagement nor reader key (ISO/IEC 18013-5, 9.1.5.1): the hash
 * in the handover binds it to this request.
 * @param kind the first element of the handover
 * @param info the hashed content
 */
function sessionTranscript(kind: string, info: readonly CborValue[]): Uint8Array {
	const hash = createHash("sha256").update(encodeCbor(info)).digest();
	return encodeCbor([null, null, [kind, hash]]);
}

/**
 * ISO/IEC 18013-7, annex C.5: requested as `org-iso-mdoc`. The same bytes are the `info` of the encryption.
 * @param encryptionInfo base64url, exactly as in the request: it is hashed as text, so another encoding of the same bytes
 * is another session
 * @param origin of the requesting page
 */
export function isoTranscript({ encryptionInfo, origin }: { encryptionInfo: string; origin: string }): Uint8Array {
	return sessionTranscript("dcapi", [encryptionInfo, origin]);
}

/**
 * OpenID4VP 1.0, B.2.6.1: requested by a redirect.
 * @param clientId with its prefix
 * @param jwkThumbprint RFC 7638, 32 bytes, of the key that the response is encrypted to; null where it is not
 * @param responseUri or the redirect URI, whichever the request has
 */
export function openid4vpRedirectTranscript(session: {
	clientId: string;
	nonce: string;
	jwkThumbprint: Uint8Array | null;
	responseUri: string;
}): Uint8Array {
	const { clientId, nonce, jwkThumbprint, responseUri } = session;
	return sessionTranscript("OpenID4VPHandover", [clientId, nonce, jwkThumbprint, responseUri]);
}

/**
 * OpenID4VP 1.0, B.2.6.2: requested by the Digital Credentials API.
 * @param origin of the requesting page, without the prefix `origin:`
 * @param jwkThumbprint RFC 7638, 32 bytes, of the key that the response is encrypted to; null for `dc_api`
 */
export function openid4vpTranscript(session: {
	origin: string;
	nonce: string;
	jwkThumbprint: Uint8Array | null;
}): Uint8Array {
	const { origin, nonce, jwkThumbprint } = session;
	return sessionTranscript("OpenID4VPDCAPIHandover", [origin, nonce, jwkThumbprint]);
}
