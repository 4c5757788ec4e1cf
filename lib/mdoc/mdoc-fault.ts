/**
 * Bytes that do not have the required form. The message says why in one sentence, in words of the format: never a value
 * from the bytes.
 */
export class MdocFault extends Error {
	override name = "MdocFault";
	/** The offset of the fault in the bytes that were given; null where there is no single one. */
	readonly at: number | null;

	constructor(message: string, at: number | null = null) {
		super(message);
		this.at = at;
	}
}
