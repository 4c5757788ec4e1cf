// Whether what a step left is still that of the files it was made from: a hash of these is kept beside it.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/**
 * One hash over the names and contents of files.
 * @param {string} root
 * @param {string[]} files absolute
 */
export function hashFiles(root, files) {
	const hash = createHash("sha256");
	for (const file of [...files].sort()) {
		const content = createHash("sha256").update(readFileSync(file)).digest("hex");
		hash.update(`${relative(root, file)}\0${content}\n`);
	}
	return hash.digest("hex");
}

/**
 * All files under a folder, hidden ones included; none when the folder is missing.
 * @param {string} folder absolute
 * @returns {string[]} absolute
 */
export function listFiles(folder) {
	if (!existsSync(folder)) return [];
	return readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name));
}

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
