/** What is wrong at a line of a file, from 1; line 0: of the whole file. */
export type LineFault = { line: number; message: string };

export type JsonText = {
	value: unknown;
	/** The line of a member by its path, or of the nearest one around it; from 1. */
	lineOf: (path: readonly PropertyKey[]) => number;
	/** Keys that an object has twice: JSON.parse keeps the last and drops the others. */
	duplicates: LineFault[];
};

// A token and the white space before it, as RFC 8259 defines both. Texts and literals are checked by JSON.parse.
const TOKEN = /([ \t\r\n]*)(?:([{}[\]:,])|("[^"\\\n]*(?:\\[^\n][^"\\\n]*)*")|([^\s"{}[\]:,]+|[\s\S])|$)/y;

type Frame = { path: readonly string[]; keys: Set<string> | null; count: number };

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
	const lines = new Map<string, number>();
	const duplicates: LineFault[] = [];
	const frames: Frame[] = [];
	let state = "value" as State;
	let line = 1;
	let key = "";
	TOKEN.lastIndex = 0;

	const fault = (): LineFault => ({ line, message: `This is not JSON: ${EXPECTED[state]} is expected here.` });
	const pathOfValue = (): readonly string[] => {
		const frame = frames.at(-1);
		return frame ? [...frame.path, frame.keys ? key : String(frame.count)] : [];
	};
	const valueEnds = () => {
		const frame = frames.at(-1);
		if (frame) frame.count += 1;
		state = frame ? "next" : "end";
	};

	for (;;) {
		const [, space = "", mark, quoted, literal] = TOKEN.exec(text) ?? [];
		line += space.split("\n").length - 1;
		if (!mark && !quoted && !literal) break;
		const frame = frames.at(-1);
		const isClosing = mark === (frame?.keys ? "}" : "]") && frame !== undefined;
		if (isClosing && (state === "first" || state === "next")) {
			frames.pop();
			valueEnds();
		} else if (state === "next" && mark === ",") {
			state = frame?.keys ? "key" : "value";
		} else if (state === "colon" && mark === ":") {
			state = "value";
		} else if ((state === "key" || (state === "first" && frame?.keys)) && quoted && isJson(quoted)) {
			key = String(JSON.parse(quoted));
			lines.set(nameOf(pathOfValue()), line);
			if (frame?.keys?.has(key)) duplicates.push({ line, message: `The key ${quoted} stands here twice.` });
			frame?.keys?.add(key);
			state = "colon";
		} else if (state === "value" || (state === "first" && !frame?.keys)) {
			const path = pathOfValue();
			if (!frame?.keys) lines.set(nameOf(path), line);
			if (mark === "{" || mark === "[") {
				frames.push({ path, keys: mark === "{" ? new Set() : null, count: 0 });
				state = "first";
			} else if (!mark && isJson(quoted ?? literal ?? "")) valueEnds();
			else return fault();
		} else return fault();
	}
	if (state !== "end") return fault();
	return { value: JSON.parse(text), lineOf: (path) => nearest(lines, path.map(String)), duplicates };
}

function isJson(token: string): boolean {
	try {
		JSON.parse(token);
		return true;
	} catch {
		return false;
	}
}

function nameOf(path: readonly string[]): string {
	return JSON.stringify(path);
}

function nearest(lines: ReadonlyMap<string, number>, path: readonly string[]): number {
	for (let length = path.length; length >= 0; length -= 1) {
		const line = lines.get(nameOf(path.slice(0, length)));
		if (line !== undefined) return line;
	}
	return 1;
}
