import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";

const compress = promisify(brotliCompress);
/** Fonts and pictures are compressed already. */
const IS_TEXT = /\.(css|js)$/;

/**
 * Writes a Brotli copy beside each script and style sheet of the build, which the server sends as it is
 * (lib/server/compressed-files.ts): a ninth less to transfer than gzip, and nothing to compress while it serves.
 * @param {string} folder of files that are named by their content
 */
export async function compressFiles(folder) {
	const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => IS_TEXT.test(file));
	await Promise.all(
		files.map(async (file) =>
			writeFileSync(join(folder, `${file}.br`), await compress(readFileSync(join(folder, file)))),
		),
	);
}
