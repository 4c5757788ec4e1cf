import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/**
 * What a step left behind when it last went well, or undefined.
 * @param {string} file
 */
export function readStamp(file) {
	try {
		return readFileSync(file, "utf8");
	} catch {
		return undefined;
	}
}

/**
 * @param {string} file
 * @param {string} text
 */
export function writeStamp(file, text) {
	mkdirSync(dirname(file), { recursive: true });
	writeFileSync(file, text);
}
