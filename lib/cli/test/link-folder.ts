import { cpSync, linkSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** A copy that takes no space: the bundler refuses a linked folder that leads out of the project, but not linked files. */
export function linkFolder(from: string, to: string): void {
	mkdirSync(to);
	for (const entry of readdirSync(from, { withFileTypes: true })) {
		const [source, target] = [join(from, entry.name), join(to, entry.name)];
		if (entry.isDirectory() && entry.name !== ".cache") linkFolder(source, target);
		if (entry.isFile()) linkFile(source, target);
	}
}

function linkFile(source: string, target: string): void {
	try {
		linkSync(source, target);
	} catch {
		// The temporary folder is on another disk.
		cpSync(source, target);
	}
}
