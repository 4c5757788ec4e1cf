import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** The font's file, from its package. */
export function readInterFont(): Promise<Buffer<ArrayBuffer>> {
	return readFile(join(process.cwd(), "node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2"));
}
