/** Metadata of the other side that can't be used; the message says why, in a sentence or two. */
export class UnreadableMetadata extends Error {
	override name = "UnreadableMetadata";
}
