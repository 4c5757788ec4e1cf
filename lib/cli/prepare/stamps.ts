// Whether the result of a step is up to date: a hash of the files it was made from is stored beside it.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/** One hash over the names and contents of files, which are absolute paths below `root`. */
export function hashFiles(root: string, files: string[]): string {
	const hash = createHash("sha256");
	for (const file of [...files].sort()) {
		const content = createHash("sha256").update(readFileSync(file)).digest("hex");
		hash.update(`${relative(root, file)}\0${content}\n`);
	}
	return hash.digest("hex");
}

/** All files under a folder, hidden ones included; none when the folder is missing. All paths are absolute. */
export function listFiles(folder: string): string[] {
	if (!existsSync(folder)) return [];
	// Four times as fast as the option `recursive`, and every start waits for it.
	return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
		const path = join(folder, entry.name);
		return entry.isDirectory() ? listFiles(path) : entry.isFile() ? [path] : [];
	});
}

/** The hash that a step stored when it last succeeded, or undefined. */
export function readStamp(file: string): string | undefined {
	try {
		return readFileSync(file, "utf8");
	} catch {
		return undefined;
	}
}

export function writeStamp(file: string, text: string): void {
	mkdirSync(dirname(file), { recursive: true });
	writeFileSync(file, text);
}
