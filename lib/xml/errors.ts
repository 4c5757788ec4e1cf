/** XML that is not accepted. The message says why in one sentence, with names at most: never a value of the document. */
export class UnreadableXml extends Error {
	override name = "UnreadableXml";
	/** Where reading stopped, from 1; undefined where it isn't about one place. */
	line?: number;
}

/** A signature that proves nothing. The message says why in one sentence, without a value of the document's. */
export class BadSignature extends Error {
	override name = "BadSignature";
}

/** Metadata of the other side that can't be used; the message says why, in a sentence or two. */
export class UnreadableMetadata extends Error {
	override name = "UnreadableMetadata";
}
