/** XML that is not accepted. The message is one sentence with the reason, with names at most: never a value of the document. */
export class UnreadableXml extends Error {
	override name = "UnreadableXml";
	/** The line where reading stopped, from 1; undefined where the reason has no line. */
	line?: number;
}

/** An invalid signature. The message is one sentence with the reason, without a value of the document. */
export class BadSignature extends Error {
	override name = "BadSignature";
}

/** Metadata of the other party that can't be used; the message has the reason in a sentence or two. */
export class UnreadableMetadata extends Error {
	override name = "UnreadableMetadata";
}
