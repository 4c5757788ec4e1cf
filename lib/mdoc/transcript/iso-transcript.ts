import { sessionTranscript } from "./session-transcript";

/**
 * ISO/IEC 18013-7, annex C.5: asked for as `org-iso-mdoc`. The same bytes are the `info` of the encryption.
 * @param encryptionInfo base64url, the very string of the request: it is hashed as text, so another spelling of the same
 * bytes is another session
 * @param origin of the page that asks
 */
export function isoTranscript({ encryptionInfo, origin }: { encryptionInfo: string; origin: string }): Uint8Array {
	return sessionTranscript("dcapi", [encryptionInfo, origin]);
}
