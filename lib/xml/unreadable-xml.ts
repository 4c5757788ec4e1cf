/** XML that is not taken. The message says why in one sentence, with names at most: never a value of the document's. */
export class UnreadableXml extends Error {
	override name = "UnreadableXml";
}
