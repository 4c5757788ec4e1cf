/**
 * Bytes that are not what they have to be. The message says why in one sentence, in words of the format: never a value
 * that somebody else wrote.
 */
export class MdocFault extends Error {
	override name = "MdocFault";
	/** Where it stops being one, as an offset into the bytes that were given; null where no single place is to blame. */
	readonly at: number | null;

	constructor(message: string, at: number | null = null) {
		super(message);
		this.at = at;
	}
}
