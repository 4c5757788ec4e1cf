import { randomBytes } from "node:crypto";

/** An identifier as XML takes one: no digit at its beginning (xs:NCName). */
export function newMessageId(): string {
	return `_${randomBytes(20).toString("hex")}`;
}
