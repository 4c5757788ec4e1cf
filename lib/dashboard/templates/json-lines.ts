import { JSON_DEPTH_MAX } from "@/lib/contract/json-depth";
import { inShort } from "./in-short";

/** What is wrong at a line of a file, from 1; line 0: of the whole file. */
export type LineFault = { line: number; message: string };

export type JsonText = {
	value: unknown;
	/** The line of a member by its path, or of the nearest one around it; from 1. */
	lineOf: (path: readonly PropertyKey[]) => number;
	/** Keys that an object has twice: JSON.parse keeps the last and drops the others. */
	duplicates: LineFault[];
};

// A token and the white space before it, as RFC 8259 defines both; a text may lack its end. JSON.parse checks texts and literals.
const TOKEN =
	/([ \t\r\n]*)(?:([{}[\]:,])|("[^"\\\n]*(?:\\[^\n][^"\\\n]*)*(?:"|\\?(?=\n|$)))|([^\s"{}[\]:,]+|[\s\S])|$)/y;

/** A value at its line, with its members by key or position: a path is as many steps, and no text of its own. */
type Place = { line: number; members: Map<string, Place> | null };
type Frame = { place: Place; isObject: boolean };

/** What may come next. `first`: a value or the end of an empty array, a key or the end of an empty object. */
type State = "value" | "first" | "key" | "colon" | "next" | "end";

const EXPECTED: Record<State, string> = {
	value: "a value",
	first: "a value or the closing bracket",
	key: "a key in double quotes",
	colon: "a colon",
	next: "a comma or the closing bracket",
	end: "nothing more",
};

/** Reads a JSON text with the lines of its members, for faults that name a line. */
export function readJson(text: string): JsonText | LineFault {
	const root: Place = { line: 1, members: null };
	const duplicates: LineFault[] = [];
	const frames: Frame[] = [];
	let state = "value" as State;
	let line = 1;
	let key = "";
	TOKEN.lastIndex = 0;

	const fault = (): LineFault => ({ line, message: `This is not JSON: ${EXPECTED[state]} is expected here.` });
	const valueEnds = () => {
		state = frames.length > 0 ? "next" : "end";
	};
	/** The place of the value that begins here: a key has made it, an array's member is the next one. */
	const placeOfValue = (): Place => {
		const frame = frames.at(-1);
		if (!frame) return Object.assign(root, { line });
		const { place, isObject } = frame;
		return isObject ? (place.members?.get(key) ?? root) : memberOf(place, String(place.members?.size ?? 0));
	};
	const memberOf = (parent: Place, name: string): Place => {
		const place: Place = { line, members: null };
		parent.members ??= new Map();
		parent.members.set(name, place);
		return place;
	};

	for (;;) {
		const [, space = "", mark, quoted, literal] = TOKEN.exec(text) ?? [];
		line += space.split("\n").length - 1;
		if (!mark && !quoted && !literal) break;
		const frame = frames.at(-1);
		const isClosing = mark === (frame?.isObject ? "}" : "]") && frame !== undefined;
		if (isClosing && (state === "first" || state === "next")) {
			frames.pop();
			valueEnds();
		} else if (state === "next" && mark === ",") {
			state = frame?.isObject ? "key" : "value";
		} else if (state === "colon" && mark === ":") {
			state = "value";
		} else if (frame?.isObject && (state === "key" || state === "first") && quoted && isJson(quoted)) {
			key = String(JSON.parse(quoted));
			if (frame.place.members?.has(key)) {
				duplicates.push({ line, message: `The key ${inShort(quoted)} stands here twice.` });
			}
			memberOf(frame.place, key);
			state = "colon";
		} else if (state === "value" || (state === "first" && !frame?.isObject)) {
			const place = placeOfValue();
			if (mark === "{" || mark === "[") {
				if (frames.length > JSON_DEPTH_MAX) return tooDeep(line);
				frames.push({ place, isObject: mark === "{" });
				state = "first";
			} else if (!mark && isJson(quoted ?? literal ?? "")) valueEnds();
			else return fault();
		} else return fault();
	}
	if (state !== "end") return fault();
	return { value: JSON.parse(text), lineOf: (path) => lineAt(root, path.map(String)), duplicates };
}

function tooDeep(line: number): LineFault {
	return { line, message: `It is nested more than ${JSON_DEPTH_MAX} levels deep.` };
}

function isJson(token: string): boolean {
	try {
		JSON.parse(token);
		return true;
	} catch {
		return false;
	}
}

function lineAt({ line, members }: Place, [name, ...rest]: readonly string[]): number {
	const member = name === undefined ? undefined : members?.get(name);
	return member ? lineAt(member, rest) : line;
}
