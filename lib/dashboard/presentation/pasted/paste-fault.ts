/** A field of the check of a response. */
export type CheckField =
	| ("response" | "session" | "origin" | "nonce" | "key" | "encryptionInfo" | "clientId" | "responseUri")
	| ("transcript" | "privateKey" | "date" | "root");

/** What was typed can't be used. The message says why, never what was typed. */
export class PasteFault extends Error {
	override name = "PasteFault";
	readonly field: CheckField;
	constructor(field: CheckField, message: string) {
		super(message);
		this.field = field;
	}
}
