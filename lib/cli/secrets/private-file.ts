import { randomBytes } from "node:crypto";
import { renameSync, writeFileSync } from "node:fs";

/** Writes a file that only its owner can read. Atomic: interrupted at any point, the file is the old one or the new one. */
export function writePrivateFile(file: string, text: string): void {
	const draft = `${file}.${randomBytes(6).toString("hex")}`;
	writeFileSync(draft, text, { flag: "wx", mode: 0o600, flush: true });
	renameSync(draft, file);
}
