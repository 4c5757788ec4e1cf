import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Absolute path of the checkout. */
export const PROJECT_DIR = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** @param {string[]} parts path inside the checkout */
export const inProject = (...parts) => join(PROJECT_DIR, ...parts);

/** The scripts behind the commands in `node_modules/.bin`, which are no node scripts on Windows. */
export const BIOME = inProject("node_modules", "@biomejs", "biome", "bin", "biome");
export const KNIP = inProject("node_modules", "knip", "bin", "knip.js");
export const TSC = inProject("node_modules", "typescript", "bin", "tsc");
export const VITEST = inProject("node_modules", "vitest", "vitest.mjs");
export const PLAYWRIGHT = inProject("node_modules", "@playwright", "test", "cli.js");

/** The script behind the command `next`, where its package says that it is. Only once packages are installed. */
export function nextCommand() {
	const folder = inProject("node_modules", "next");
	return join(folder, JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).bin.next);
}

/** What V8 has compiled, the stripped types included: a quarter of the work of a start. */
export const COMPILED = inProject("node_modules", ".cache", "compiled");
