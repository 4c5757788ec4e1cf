/** A signature that proves nothing. The message says why in one sentence, without a value of the document's. */
export class BadSignature extends Error {
	override name = "BadSignature";
}
