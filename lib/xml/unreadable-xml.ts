/** XML that is not taken. The message says why in one sentence, with names at most: never a value of the document's. */
export class UnreadableXml extends Error {
	override name = "UnreadableXml";
	/** Where reading stopped, from 1; undefined where it isn't about one place. */
	line?: number;
}
