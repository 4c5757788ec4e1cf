import { sessionTranscript } from "./session-transcript";

/**
 * OpenID4VP 1.0, B.2.6.1: asked for through a redirect.
 * @param clientId with its prefix
 * @param jwkThumbprint RFC 7638, 32 bytes, of the key that the answer is encrypted to; null where it is not
 * @param responseUri or the redirect URI, whichever the request has
 */
export function openid4vpRedirectTranscript({
	clientId,
	nonce,
	jwkThumbprint,
	responseUri,
}: {
	clientId: string;
	nonce: string;
	jwkThumbprint: Uint8Array | null;
	responseUri: string;
}): Uint8Array {
	return sessionTranscript("OpenID4VPHandover", [clientId, nonce, jwkThumbprint, responseUri]);
}
