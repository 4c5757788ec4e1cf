import "server-only";
import { randomBytes } from "node:crypto";
import { lstat, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { FolderFile } from "../templates/plan-templates";
import { BASELINE_FILE, type Baselines, baselinesText, readBaselines } from "../templates/template-baseline";
import { readTemplateFile, TEMPLATE_FILE_BYTES_MAX } from "../templates/template-file";
import { FolderRefusal } from "./folder-entries";

export type TemplateFolder = {
	files: FolderFile[];
	baselines: Baselines;
	/** What is in the folder and is not read: other files, subfolders. */
	notRead: string[];
};

/** Of an atomic write that was cut off. */
const DRAFT = /^\.[\w-]+\.draft$/;

/** Reads a folder of templates; subfolders and links are not followed. @throws FolderRefusal where it is none, or its baseline is unreadable */
export async function readTemplateFolder(folder: string): Promise<TemplateFolder> {
	await requireFolder(folder);
	const entries = await readdir(/*turbopackIgnore: true*/ folder, { withFileTypes: true });
	const files: FolderFile[] = [];
	const notRead: string[] = [];
	let baselines: Baselines = new Map();
	for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
		const { name } = entry;
		const isJson = name.endsWith(".json");
		if (isJson && !entry.isFile())
			files.push({ file: name, read: { faults: [{ line: 0, message: notAFile(entry) }] } });
		else if (name === BASELINE_FILE) baselines = await readBaselineFile(folder);
		else if (isJson) files.push({ file: name, read: await readFileStrictly(join(folder, name)) });
		else if (!DRAFT.test(name)) notRead.push(entry.isDirectory() ? `${name}/` : name);
	}
	return { files, baselines, notRead };
}

async function requireFolder(folder: string): Promise<void> {
	const found = await lstat(/*turbopackIgnore: true*/ folder).catch(() => null);
	if (!found) throw new FolderRefusal(`There is no folder ${folder}. An export makes it.`);
	if (found.isSymbolicLink()) throw new FolderRefusal(`${folder} is a link. Name the folder itself.`);
	if (!found.isDirectory()) throw new FolderRefusal(`${folder} is no folder.`);
}

function notAFile(entry: { isSymbolicLink: () => boolean; isDirectory: () => boolean }): string {
	if (entry.isSymbolicLink()) return "It is a link. Links are not followed: put the file itself here.";
	return entry.isDirectory() ? "It is a folder." : "It is no file.";
}

async function readFileStrictly(path: string): Promise<FolderFile["read"]> {
	const { size } = await lstat(/*turbopackIgnore: true*/ path);
	if (size > TEMPLATE_FILE_BYTES_MAX) return readTemplateFile(new Uint8Array(TEMPLATE_FILE_BYTES_MAX + 1));
	return readTemplateFile(await readFile(/*turbopackIgnore: true*/ path));
}

async function readBaselineFile(folder: string): Promise<Baselines> {
	const read = readBaselines(await readFile(/*turbopackIgnore: true*/ join(folder, BASELINE_FILE), "utf8"));
	if (!("message" in read)) return read;
	throw new FolderRefusal(`${BASELINE_FILE}:${read.line}: ${read.message}`);
}

/** Makes the folder where there is none. @throws FolderRefusal */
export async function makeTemplateFolder(folder: string): Promise<void> {
	await mkdir(/*turbopackIgnore: true*/ folder, { recursive: true });
	await requireFolder(folder);
}

/** Removes what writes that were cut off left behind. */
export async function removeDrafts(folder: string): Promise<void> {
	const names = await readdir(/*turbopackIgnore: true*/ folder);
	for (const name of names) if (DRAFT.test(name)) await removeFromFolder(folder, name);
}

/** Writes a file of the folder as a whole or not at all. A link of this name is replaced, and never followed. */
export async function writeToFolder(folder: string, name: string, text: string): Promise<void> {
	const draft = join(folder, `.${randomBytes(9).toString("base64url")}.draft`);
	await writeFile(/*turbopackIgnore: true*/ draft, text, { flag: "wx", flush: true });
	await rename(draft, pathIn(folder, name));
}

export async function removeFromFolder(folder: string, name: string): Promise<void> {
	await rm(/*turbopackIgnore: true*/ pathIn(folder, name), { force: true });
}

export function writeBaselines(folder: string, baselines: Baselines): Promise<void> {
	return writeToFolder(folder, BASELINE_FILE, baselinesText(baselines));
}

function pathIn(folder: string, name: string): string {
	if (basename(name) !== name || name === "." || name === "..")
		throw new FolderRefusal(`${name} is not a file of the folder.`);
	return join(folder, name);
}
