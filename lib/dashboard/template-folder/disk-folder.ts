import "server-only";
import { randomBytes } from "node:crypto";
import type { Dirent } from "node:fs";
import { lstat, mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, join, relative } from "node:path";
import { getSystemErrorMessage } from "node:util";
import type { FolderFile } from "../templates/plan-templates";
import { BASELINE_FILE, type Baselines, baselinesText, readBaselines } from "../templates/template-baseline";
import { readTemplateFile, TEMPLATE_FILE_BYTES_MAX } from "../templates/template-file";
import { FolderRefusal, isTemplate, SIDE_BY_SIDE } from "./folder-entries";

export type TemplateFolder = {
	files: FolderFile[];
	baselines: Baselines;
	/** What is in the folder and is not read: other files, subfolders. */
	notRead: string[];
};

/** Of an atomic write that was cut off. */
const DRAFT = /^\.[\w-]+\.draft$/;

/**
 * Reads a folder of templates; subfolders and links are not followed. A file that can't be read is a fault of that file.
 * @param deletes templates without a file are to be deleted: what looks like a template and is not read is a fault then
 * @throws FolderRefusal where it is none, or its baseline is unreadable
 */
export async function readTemplateFolder(folder: string, { deletes }: { deletes: boolean }): Promise<TemplateFolder> {
	await requireFolder(folder);
	const entries = await reading(folder, readdir(/*turbopackIgnore: true*/ folder, { withFileTypes: true }));
	const files: FolderFile[] = [];
	const notRead: string[] = [];
	let baselines: Baselines = new Map();
	const add = (file: string, message: string) => void files.push({ file, read: { faults: [{ line: 0, message }] } });
	for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
		const { name } = entry;
		if (isTemplate(name) && !entry.isFile()) add(name, notAFile(entry));
		else if (name === BASELINE_FILE) baselines = await readBaselineFile(folder);
		else if (isTemplate(name)) files.push({ file: name, read: await readFileStrictly(join(folder, name)) });
		else if (!DRAFT.test(name)) {
			const unread = deletes ? await unreadTemplateIn(folder, entry) : null;
			if (unread) add(entry.isDirectory() ? `${name}/` : name, unread);
			else notRead.push(entry.isDirectory() ? `${name}/` : name);
		}
	}
	return { files, baselines, notRead };
}

async function requireFolder(folder: string): Promise<void> {
	const found = await lstat(/*turbopackIgnore: true*/ folder).catch((error: unknown) => {
		if (codeOf(error) === "ENOENT") throw new FolderRefusal(`There is no folder ${folder}. An export makes it.`);
		throw refusalOf(folder, "read", error);
	});
	if (found.isSymbolicLink()) throw new FolderRefusal(`${folder} is a link. Name the folder itself.`);
	if (!found.isDirectory()) throw new FolderRefusal(`${folder} is not a folder.`);
}

function notAFile(entry: Dirent): string {
	if (entry.isSymbolicLink()) return "It is a link. Links are not followed: put the file itself here.";
	return entry.isDirectory() ? "It is a folder." : "It is not a file.";
}

/** Why templates may be in a subfolder, or in one that a link leads to; null where there are none. */
async function unreadTemplateIn(folder: string, entry: Dirent): Promise<string | null> {
	const path = join(folder, entry.name);
	if (entry.isSymbolicLink()) {
		const target = await stat(/*turbopackIgnore: true*/ path).catch(() => null);
		return target?.isDirectory() ? "It is a link to a folder. Links are not followed." : null;
	}
	if (!entry.isDirectory()) return null;
	try {
		const found = await templateIn(path);
		return found && `${relative(folder, found)} looks like a template and is not read. ${SIDE_BY_SIDE}`;
	} catch (error) {
		if (error instanceof FolderRefusal) return error.message;
		throw error;
	}
}

/** The path of the first template at or below a folder. @throws FolderRefusal */
async function templateIn(folder: string): Promise<string | null> {
	const entries = await reading(folder, readdir(/*turbopackIgnore: true*/ folder, { withFileTypes: true }));
	for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
		const path = join(folder, entry.name);
		if (isTemplate(entry.name)) return path;
		const found = entry.isDirectory() ? await templateIn(path) : null;
		if (found) return found;
	}
	return null;
}

async function readFileStrictly(path: string): Promise<FolderFile["read"]> {
	try {
		const { size } = await lstat(/*turbopackIgnore: true*/ path);
		if (size > TEMPLATE_FILE_BYTES_MAX) return readTemplateFile(new Uint8Array(TEMPLATE_FILE_BYTES_MAX + 1));
		return readTemplateFile(await readFile(/*turbopackIgnore: true*/ path));
	} catch (error) {
		if (codeOf(error) === null) throw error;
		return { faults: [{ line: 0, message: `It can't be read: ${reasonOf(error)}.` }] };
	}
}

async function readBaselineFile(folder: string): Promise<Baselines> {
	const path = join(folder, BASELINE_FILE);
	const read = readBaselines(await reading(path, readFile(/*turbopackIgnore: true*/ path, "utf8")));
	if (!("message" in read)) return read;
	throw new FolderRefusal(`${BASELINE_FILE}:${read.line}: ${read.message}`);
}

/** Makes the folder where there is none. @throws FolderRefusal */
export async function makeTemplateFolder(folder: string): Promise<void> {
	await mkdir(/*turbopackIgnore: true*/ folder, { recursive: true }).catch((error: unknown) => {
		if (codeOf(error) !== "EEXIST") throw refusalOf(folder, "made", error);
	});
	await requireFolder(folder);
}

/** Removes what writes that were cut off left behind. @throws FolderRefusal */
export async function removeDrafts(folder: string): Promise<void> {
	const names = await reading(folder, readdir(/*turbopackIgnore: true*/ folder));
	for (const name of names) if (DRAFT.test(name)) await removeFromFolder(folder, name);
}

/**
 * Writes a file of the folder as a whole or not at all. A link of this name is replaced, and never followed.
 * @throws FolderRefusal
 */
export async function writeToFolder(folder: string, name: string, text: string): Promise<void> {
	const path = pathIn(folder, name);
	const draft = join(folder, `.${randomBytes(9).toString("base64url")}.draft`);
	try {
		await writeFile(/*turbopackIgnore: true*/ draft, text, { flag: "wx", flush: true });
		await rename(draft, path);
	} catch (error) {
		await rm(/*turbopackIgnore: true*/ draft, { force: true }).catch(() => {});
		throw refusalOf(path, "written", error);
	}
}

/** @throws FolderRefusal */
export async function removeFromFolder(folder: string, name: string): Promise<void> {
	const path = pathIn(folder, name);
	await rm(/*turbopackIgnore: true*/ path, { force: true }).catch((error: unknown) => {
		throw refusalOf(path, "removed", error);
	});
}

/** @throws FolderRefusal */
export function writeBaselines(folder: string, baselines: Baselines): Promise<void> {
	return writeToFolder(folder, BASELINE_FILE, baselinesText(baselines));
}

function pathIn(folder: string, name: string): string {
	if (basename(name) !== name || name === "." || name === "..")
		throw new FolderRefusal(`${name} is not a file of the folder.`);
	return join(folder, name);
}

function reading<Result>(path: string, work: Promise<Result>): Promise<Result> {
	return work.catch((error: unknown) => {
		throw refusalOf(path, "read", error);
	});
}

/** A fault of the file system in words that name the path; any other error as it is. */
function refusalOf(path: string, verb: string, error: unknown): unknown {
	return codeOf(error) === null ? error : new FolderRefusal(`${path} can't be ${verb}: ${reasonOf(error)}.`);
}

function codeOf(error: unknown): string | null {
	return error instanceof Error && "syscall" in error && "code" in error ? String(error.code) : null;
}

/** "no space left on device" */
export function reasonOf(error: unknown): string {
	if (error instanceof Error && "errno" in error && typeof error.errno === "number")
		return getSystemErrorMessage(error.errno);
	return error instanceof Error ? error.message : String(error);
}
