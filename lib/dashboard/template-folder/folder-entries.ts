import { isolated } from "@/lib/contract/name-or-id";
import { inShort } from "../in-short";
import { BASELINE_FILE } from "../templates/template-baseline";

/** Of a folder with as many templates as a tenant may have; the baseline beside them does not count. */
export const ENTRIES_MAX = 3_000;
/** Of the files, and as many of the baseline: it holds each template once more. */
export const UNPACKED_MEGABYTES_MAX = 20;
const UNPACKED_BYTES_MAX = UNPACKED_MEGABYTES_MAX * 1024 * 1024;

/** Why nothing of a folder or an archive is read: a sentence that names the entry. */
export class FolderRefusal extends Error {
	override name = "FolderRefusal";
}

/** The files of a folder by their names in it; `ignored`: paths of what is no template. */
export type ReadFolder = { files: Map<string, Uint8Array>; ignored: string[] };

/** In characters: what file systems allow for a part, in bytes; and more than any folder of templates needs. */
const PART_LENGTH_MAX = 255;
const PATH_LENGTH_MAX = 1_000;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused.
const CONTROL = /[\u0000-\u001f\u007f]/;
/** What operating systems add to folders and archives. */
const OF_SYSTEM = /(^|\/)(__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i;

export const SIDE_BY_SIDE = "Templates are side by side in one folder.";

/** A path in a sentence. */
export function shown(path: string): string {
	const plain = path.replace(new RegExp(CONTROL, "g"), "?");
	return `“${isolated(inShort(plain))}”`;
}

/**
 * Collects the entries of an archive or an uploaded folder, each checked before its bytes are read. Paths are refused that
 * could name a file elsewhere, or that a file system that ignores case would write onto each other.
 */
export class FolderEntries {
	readonly #paths = new Map<string, string>();
	readonly #read = new Map<string, Uint8Array>();
	#entries = 0;
	readonly #declared = { files: 0, baseline: 0 };
	readonly #bytes = { files: 0, baseline: 0 };

	/**
	 * Checks an entry by what it says of itself.
	 * @param path with slashes; that of a folder ends with one
	 * @returns whether it may be a template, so that its bytes are needed
	 * @throws FolderRefusal
	 */
	admit(path: string, declaredBytes: number): boolean {
		requirePlainPath(path);
		const key = path.replace(/\/$/, "").normalize("NFC").toLowerCase();
		const other = this.#paths.get(key);
		if (other !== undefined) {
			const words =
				other === path ? `${shown(path)} appears twice.` : `${shown(other)} and ${shown(path)} differ by case only.`;
			throw new FolderRefusal(words);
		}
		this.#paths.set(key, path);
		if (!isBaseline(path)) this.#entries += 1;
		requireEntries(this.#entries);
		addWithinLimit(this.#declared, path, declaredBytes);
		return isTemplate(path);
	}

	/** @param bytes of an admitted entry @throws FolderRefusal */
	add(path: string, bytes: Uint8Array): void {
		addWithinLimit(this.#bytes, path, bytes.byteLength);
		this.#read.set(path, bytes);
	}

	/** What was collected, by names in the one folder that has the templates. @throws FolderRefusal */
	folder(): ReadFolder {
		const root = commonFolder([...this.#paths.values()].filter((path) => !OF_SYSTEM.test(path)));
		const files = new Map<string, Uint8Array>();
		for (const [path, bytes] of this.#read) {
			const name = path.slice(root.length);
			if (name.includes("/")) {
				throw new FolderRefusal(`${shown(path)} is in a subfolder. ${SIDE_BY_SIDE}`);
			}
			files.set(name, bytes);
		}
		const isSaid = (path: string) => !path.endsWith("/") && !OF_SYSTEM.test(path) && !this.#read.has(path);
		return { files, ignored: [...this.#paths.values()].filter(isSaid) };
	}
}

export function requireEntries(count: number): void {
	if (count > ENTRIES_MAX) {
		throw new FolderRefusal(`There are more than ${ENTRIES_MAX.toLocaleString("en")} entries.`);
	}
}

function addWithinLimit(sum: { files: number; baseline: number }, path: string, bytes: number): void {
	const part = isBaseline(path) ? "baseline" : "files";
	sum[part] += bytes;
	if (sum[part] <= UNPACKED_BYTES_MAX) return;
	const what = part === "baseline" ? `in ${BASELINE_FILE}` : "of files";
	throw new FolderRefusal(`There are more than ${UNPACKED_MEGABYTES_MAX} MB ${what}, unpacked.`);
}

function requirePlainPath(path: string): void {
	const refuse = (why: string) => {
		throw new FolderRefusal(`${shown(path)} ${why}`);
	};
	if (path.length > PATH_LENGTH_MAX)
		refuse(`is a path of more than ${PATH_LENGTH_MAX.toLocaleString("en")} characters.`);
	if (path === "" || CONTROL.test(path)) refuse("is not a usable name.");
	if (path.startsWith("/") || /^[A-Za-z]:/.test(path))
		refuse("is an absolute path. Entries are named within their folder.");
	if (path.includes("\\")) refuse("has a backslash in its name.");
	const parts = path.replace(/\/$/, "").split("/");
	if (parts.includes("..")) refuse("leads out of its folder.");
	if (parts.some((part) => part.length > PART_LENGTH_MAX))
		refuse(`has a name of more than ${PART_LENGTH_MAX} characters in it.`);
	if (parts.includes(".") || parts.includes("")) refuse("is not a plain path.");
}

/** Whether a file is read as a template, by its name: one rule for folders on disk, uploaded ones and archives. */
export function isTemplate(path: string): boolean {
	return /\.json$/i.test(path) && !OF_SYSTEM.test(path);
}

function isBaseline(path: string): boolean {
	return path === BASELINE_FILE || path.endsWith(`/${BASELINE_FILE}`);
}

/** "folder/" where everything is in that one folder, as in most archives; else empty. */
function commonFolder(paths: readonly string[]): string {
	const [first = ""] = paths;
	const root = first.slice(0, first.indexOf("/") + 1);
	return root !== "" && paths.every((path) => path.startsWith(root)) ? root : "";
}
