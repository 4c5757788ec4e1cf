import { sessionTranscript } from "./session-transcript";

/**
 * OpenID4VP 1.0, B.2.6.2: asked for through the Digital Credentials API.
 * @param origin of the page that asks, without the prefix `origin:`
 * @param jwkThumbprint RFC 7638, 32 bytes, of the key that the answer is encrypted to; null for `dc_api`
 */
export function openid4vpTranscript({
	origin,
	nonce,
	jwkThumbprint,
}: {
	origin: string;
	nonce: string;
	jwkThumbprint: Uint8Array | null;
}): Uint8Array {
	return sessionTranscript("OpenID4VPDCAPIHandover", [origin, nonce, jwkThumbprint]);
}
