/**
 * Bytes that do not have the required form. The message is one sentence with the reason, in terms of the format: never a
 * value from the bytes.
 */
export class MdocFault extends Error {
	override name = "MdocFault";
	/** The offset of the fault in the outermost bytes; null where there is no single one. */
	readonly at: number | null;

	constructor(message: string, at: number | null = null) {
		super(message);
		this.at = at;
	}
}
