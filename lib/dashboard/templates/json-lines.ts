import { JSON_DEPTH_MAX } from "@/lib/contract/limits";
import { inShort } from "../in-short";

/** What is wrong at a line of a file, from 1; line 0: of the whole file. */
export type LineFault = { line: number; message: string };

export type JsonText = {
	value: unknown;
	/** The line of a member by its path, or of the nearest one around it; from 1. What is in an array has the array's line. */
	lineOf: (path: readonly PropertyKey[]) => number;
	/** Keys that an object has twice: JSON.parse keeps the last and drops the others. */
	duplicates: LineFault[];
};

// Texts and other values as RFC 8259 defines them.
// biome-ignore lint/suspicious/noControlCharactersInRegex: a text holds none unless it is escaped.
const QUOTED = /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})[^"\\\u0000-\u001f]*)*"/y;
const LITERAL = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/** What may come next. `firstValue`, `firstKey`: or the end of an empty array or object. */
type State = "value" | "firstValue" | "key" | "firstKey" | "colon" | "next" | "end";

const EXPECTED: Record<State, string> = {
	value: "a value",
	firstValue: "a value or the closing bracket",
	key: "a key in double quotes",
	firstKey: "a key in double quotes or the closing bracket",
	colon: "a colon",
	next: "a comma or the closing bracket",
	end: "nothing more",
};

/** An open array, or an open object with its keys. `member`: what it is of the members; null in an array. */
type Frame = { keys: Set<string> | null; member: number | null };

/** The members of nested objects, each by its number: only numbers and the keys are kept of a text, which may be large. */
class Members {
	readonly #keys: string[] = [""];
	readonly #lines: number[] = [1];
	readonly #parents: number[] = [-1];

	add(parent: number, key: string, line: number): number {
		this.#parents.push(parent);
		this.#lines.push(line);
		return this.#keys.push(key) - 1;
	}

	startAt(line: number): void {
		this.#lines[0] = line;
	}

	/** Of a key that is there twice, the last. */
	lineOf(path: readonly string[]): number {
		let member = 0;
		for (const key of path) {
			let found = this.#keys.length - 1;
			while (found > member && (this.#parents[found] !== member || this.#keys[found] !== key)) found -= 1;
			if (found <= member) break;
			member = found;
		}
		return this.#lines[member] ?? 1;
	}
}

/** Reads a JSON text with the lines of its members, for faults that name a line. Nothing is kept of a text that nests too deep. */
export function readJson(text: string): JsonText | LineFault {
	const members = new Members();
	const duplicates: LineFault[] = [];
	const frames: Frame[] = [];
	let state = "value" as State;
	let line = 1;
	let position = 0;
	/** The member whose value comes next. */
	let member: number | null = 0;

	const fault = (): LineFault => ({ line, message: `This is not JSON: ${EXPECTED[state]} is expected here.` });
	/** Goes on behind a match that begins here. */
	const skip = (pattern: RegExp): boolean => {
		pattern.lastIndex = position;
		if (!pattern.test(text)) return false;
		position = pattern.lastIndex;
		return true;
	};
	const valueEnds = () => {
		state = frames.length > 0 ? "next" : "end";
	};
	const keyOf = (quoted: string) => (quoted.includes("\\") ? String(JSON.parse(quoted)) : quoted.slice(1, -1));

	for (;;) {
		let mark = text[position];
		for (; mark === " " || mark === "\n" || mark === "\t" || mark === "\r"; mark = text[position]) {
			if (mark === "\n") line += 1;
			position += 1;
		}
		if (mark === undefined) break;
		const frame = frames.at(-1);
		const start = position;
		if (frame && mark === (frame.keys ? "}" : "]") && state !== "value" && state !== "key" && state !== "colon") {
			position += 1;
			frames.pop();
			valueEnds();
		} else if (frame && state === "next" && mark === ",") {
			position += 1;
			state = frame.keys ? "key" : "value";
			member = null;
		} else if (state === "colon" && mark === ":") {
			position += 1;
			state = "value";
		} else if (frame?.keys && (state === "key" || state === "firstKey")) {
			if (!skip(QUOTED)) return fault();
			const quoted = text.slice(start, position);
			const key = keyOf(quoted);
			if (frame.keys.has(key)) duplicates.push({ line, message: `The key ${inShort(quoted)} appears twice.` });
			frame.keys.add(key);
			member = frame.member === null ? null : members.add(frame.member, key, line);
			state = "colon";
		} else if (state === "value" || state === "firstValue") {
			if (frames.length === 0) members.startAt(line);
			if (mark === "{" || mark === "[") {
				if (frames.length > JSON_DEPTH_MAX) return tooDeep(line);
				position += 1;
				const isObject = mark === "{";
				frames.push({ keys: isObject ? new Set() : null, member: isObject ? member : null });
				state = isObject ? "firstKey" : "firstValue";
				member = null;
			} else if (skip(mark === '"' ? QUOTED : LITERAL)) valueEnds();
			else return fault();
		} else return fault();
	}
	if (state !== "end") return fault();
	return { value: JSON.parse(text), lineOf: (path) => members.lineOf(path.map(String)), duplicates };
}

function tooDeep(line: number): LineFault {
	return { line, message: `It is nested more than ${JSON_DEPTH_MAX} levels deep.` };
}
