import "server-only";
import { randomBytes } from "node:crypto";
import { lstat, readFile, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { getSystemErrorMessage } from "node:util";
import { listRefusal, readUserList, USER_LIST_LENGTH_MAX, type UserList } from "../incidents/user-list";

/** Why a command was not carried out: nothing was changed. */
export class PeopleRefusal extends Error {
	override name = "PeopleRefusal";
}

const BYTES_OF_CHARACTER_MAX = 4;

/** Reads a list of users, in UTF-8. @param file absolute @throws PeopleRefusal */
export async function readListFile(file: string): Promise<UserList> {
	const bytes = await readBytes(file).catch((error: unknown) => {
		throw error instanceof PeopleRefusal ? error : new PeopleRefusal(`${file} can't be read: ${reasonOf(error)}.`);
	});
	const text = textIn(bytes);
	if (text === null) throw new PeopleRefusal(`${file} is not a text in UTF-8. Save it as that.`);
	const list = readUserList(text);
	const refusal = listRefusal(list);
	if (refusal) throw new PeopleRefusal(`${file}: ${refusal}`);
	return list;
}

async function readBytes(file: string): Promise<Buffer> {
	const found = await stat(/*turbopackIgnore: true*/ file);
	if (!found.isFile()) throw new PeopleRefusal(`${file} is not a file.`);
	if (found.size > USER_LIST_LENGTH_MAX * BYTES_OF_CHARACTER_MAX) throw tooLong(file);
	const bytes = await readFile(/*turbopackIgnore: true*/ file);
	if (bytes.toString("utf8").length > USER_LIST_LENGTH_MAX) throw tooLong(file);
	return bytes;
}

function tooLong(file: string): PeopleRefusal {
	return new PeopleRefusal(`${file} is too long: at most ${USER_LIST_LENGTH_MAX.toLocaleString("en")} characters.`);
}

function textIn(bytes: Buffer): string | null {
	try {
		return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
	} catch {
		return null;
	}
}

/**
 * Refuses to save results over the list that they are about, or, without `overwrite`, over any file.
 * @throws PeopleRefusal
 */
export async function requireFileForResults(out: string, file: string, overwrite: boolean): Promise<void> {
	const real = (path: string) => realpath(/*turbopackIgnore: true*/ path).catch(() => path);
	if ((await real(out)) === (await real(file)))
		throw new PeopleRefusal("Save the results in another file than the list.");
	const isThere = await lstat(/*turbopackIgnore: true*/ out).then(
		() => true,
		() => false,
	);
	if (isThere && !overwrite)
		throw new PeopleRefusal(`${out} exists. Save the results in another file, or replace it with --overwrite.`);
}

/** Writes a file whole: one that is cut off leaves what was there. @throws PeopleRefusal */
export async function writeResults(file: string, text: string): Promise<void> {
	const draft = join(dirname(file), `.${randomBytes(9).toString("base64url")}.draft`);
	try {
		await writeFile(/*turbopackIgnore: true*/ draft, text, { mode: 0o600, flag: "wx" });
		await rename(/*turbopackIgnore: true*/ draft, /*turbopackIgnore: true*/ file);
	} catch (error) {
		await rm(/*turbopackIgnore: true*/ draft, { force: true }).catch(() => {});
		throw new PeopleRefusal(`The results can't be saved as ${file}: ${reasonOf(error)}.`);
	}
}

/** "no space left on device" */
function reasonOf(error: unknown): string {
	if (error instanceof Error && "errno" in error && typeof error.errno === "number")
		return getSystemErrorMessage(error.errno);
	return error instanceof Error ? error.message : String(error);
}
