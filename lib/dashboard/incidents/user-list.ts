import { inShort } from "../in-short";
import { resources } from "../resources/resources";
import type { Listing } from "../store/incident";

/** How many different users one list may name. */
export const INCIDENT_USERS_MAX = 1_000;
/** Of the whole text, in characters: in any alphabet less than the server reads. */
export const USER_LIST_LENGTH_MAX = 160_000;

/** What is neither an e-mail address nor an ID. */
export type ListFault = { line: number; text: string };

/** `repeated`: how many more times the entries are named; `heading`: line 1, where it names the columns. */
export type UserList = { entries: Listing[]; faults: ListFault[]; repeated: number; heading: string | null };

const ADDRESS_LENGTH_MAX = 254;
const ID_LENGTH_MAX = 255;
const ADDRESS = /^[^\s@|<>"]+@[^\s@|<>"]+$/;
/** Enterprise connections have several parts: `samlp|name|user`. */
const LONG_ID = /^[^\s@|]+\|\S+$/;
/** Of the name of a column of users, the last. */
const COLUMN_WORDS = new Set([
	...["mail", "mails", "email", "emails", "address", "addresses", "adresse", "adressen", "login", "logins"],
	...["user", "users", "username", "usernames", "userid", "userids", "id", "ids", "name", "names"],
	...["account", "accounts"],
]);

/** A digit that stands alone may be in the name of a column: "Phone 2". */
const MAY_BE_USER = /[@|]|^\d|[\p{L}\d]\d|\d\p{L}/u;

/** Word processors and mail clients leave them beside an address. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu;

/**
 * Reads a pasted list: one a line, or several with commas, semicolons or tabs between them, a column or all of a CSV file,
 * in quotes or not, `Name <address>`. Of a line that names a user, other cells are passed over unless they look like one.
 */
export function readUserList(text: string): UserList {
	const entries = new Map<string, Listing>();
	const faults: ListFault[] = [];
	let repeated = 0;
	let heading: string | null = null;
	for (const [index, row] of text
		.replace(UNSEEN, "")
		.split(/\r\n|[\n\r]/)
		.entries()) {
		const line = index + 1;
		const cells = cellsOf(row);
		const read = cells.map((cell) => ({ cell, found: entryIn(cell) }));
		const isNamed = read.some(({ found }) => found !== null);
		if (line === 1 && !isNamed && namesColumns(cells)) {
			heading = inShort(cells.join(", "));
			continue;
		}
		for (const { cell, found } of read) {
			if (found === null) {
				if (!isNamed || /[@|]/.test(cell)) faults.push({ line, text: inShort(cell) });
				continue;
			}
			const key = found.kind === "email" ? foldAscii(found.text) : found.text;
			const known = entries.get(key);
			if (!known) entries.set(key, { ...found, lines: [line] });
			else {
				repeated += 1;
				if (known.lines.at(-1) !== line) known.lines.push(line);
			}
		}
	}
	return { entries: [...entries.values()], faults, repeated, heading };
}

/** Line 1 of a table: a cell of it names a column of users ("Work email"), and none may be an ID or a number. */
function namesColumns(cells: readonly string[]): boolean {
	if (cells.some((cell) => MAY_BE_USER.test(cell))) return false;
	return cells.some((cell) => COLUMN_WORDS.has(lastWordOf(cell)));
}

/** "id" of "userId", "User ID:" and "ID [Required]". */
function lastWordOf(column: string): string {
	const words = column.replace(/[([].*/, "").replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2");
	return (
		words
			.toLowerCase()
			.split(/[\s_.:-]+/)
			.findLast((word) => word !== "") ?? ""
	);
}

export function headingInWords(heading: string): string {
	return `Line 1 is passed over as a heading: ${heading}`;
}

/** The cells of a line that are not empty, without the quotes around them. */
function cellsOf(row: string): string[] {
	const cells: string[] = [];
	let cell = "";
	let isQuoted = false;
	for (const character of row) {
		if (character === '"') isQuoted = !isQuoted;
		else if (!isQuoted && /[,;\t]/.test(character)) {
			cells.push(cell);
			cell = "";
		} else cell += character;
	}
	cells.push(cell);
	return cells.map(unquoted).flatMap(columnsOf).flatMap(wordsOf);
}

function unquoted(cell: string): string {
	const text = cell.trim();
	const isQuoted = text.length > 1 && text.startsWith("'") && text.endsWith("'");
	return isQuoted ? text.slice(1, -1).trim() : text;
}

/** The cells of a table's row that has `|` between them: an ID has an e-mail address at its end alone, and no white space. */
function columnsOf(cell: string): string[] {
	const columns = cell.split("|").map((column) => column.trim());
	const address = columns.findIndex((column) => ADDRESS.test(column));
	const isTable = columns.length > 1 && address >= 0 && (address < columns.length - 1 || /\s/.test(cell));
	return isTable ? columns.filter((column) => column !== "") : [cell];
}

/** Of several words, each one that is an entry; else the whole. */
function wordsOf(cell: string): string[] {
	if (cell === "") return [];
	const words = cell.split(/\s+/);
	return words.length > 1 && words.every((word) => entryIn(word) !== null) ? words : [cell];
}

function entryIn(cell: string): Omit<Listing, "lines"> | null {
	const [, within = cell] = /<([^<>]*)>$/.exec(cell) ?? [];
	const text = within.replace(/^mailto:/i, "");
	const address = withoutFrame(text);
	if (ADDRESS.test(address) && address.length <= ADDRESS_LENGTH_MAX) return { kind: "email", text: address };
	const isId = resources.user.idForm.test(text) || LONG_ID.test(text);
	return isId && text.length <= ID_LENGTH_MAX ? { kind: "id", text } : null;
}

/** An e-mail address of a sentence: without the brackets around it, and the dot after it. */
function withoutFrame(text: string): string {
	let [first, end] = [0, text.length];
	while (first < end && "([".includes(text.charAt(first))) first += 1;
	while (end > first && ")].".includes(text.charAt(end - 1))) end -= 1;
	return text.slice(first, end);
}

/** A to Z only: `toLowerCase` also turns the Kelvin sign into a k. */
export function foldAscii(text: string): string {
	return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** Why a list can't be looked up; null: it can. */
export function listRefusal({ entries, faults }: UserList): string | null {
	if (entries.length > INCIDENT_USERS_MAX) {
		return `The list names ${entries.length.toLocaleString("en")} different users; at most ${INCIDENT_USERS_MAX.toLocaleString("en")} are accepted. Split it. Nothing was looked up.`;
	}
	if (entries.length > 0) return null;
	const [first] = faults;
	return first
		? `Line ${first.line}, “${first.text}”, is neither an e-mail address nor a user ID, and no other line is one. Nothing was looked up.`
		: "Enter e-mail addresses or user IDs, one a line.";
}
