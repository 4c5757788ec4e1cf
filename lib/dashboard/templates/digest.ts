import { createHash } from "node:crypto";
import { sorted } from "./whole-template";

/** The SHA-256 of plain data, whatever the order of its keys. */
export function digestOf(value: unknown): string {
	return createHash("sha256")
		.update(JSON.stringify(sorted(value)))
		.digest("base64url");
}
