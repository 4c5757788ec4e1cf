import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parseAst } from "vitest/node";
import { isLinear } from "../../testing/linear.ts";
import { inProject } from "../project.mjs";

// What a stranger sends, an editor uploads or a tenant responds with is matched by these: none may take the square of it.

/** Of the parts that run; what only tests and the build run is theirs. */
const SOURCES = globSync("{app,components,lib}/**/*.{ts,tsx,mjs}", { cwd: inProject() }).filter(
	(file) => !/\.test\.|test-data|\/testing\/|\/_testing\/|^lib\/cli\/test\//.test(file),
);
const LENGTH = 24_000;
const LEAST_MS = 10;

type Expression = { place: string; expression: RegExp };

/** The expressions with an unbounded repetition: all others are linear. */
function expressionsIn(file: string): Expression[] {
	const source = readFileSync(inProject(file), "utf8");
	const found: Expression[] = [];
	const visit = (node: unknown): void => {
		if (typeof node !== "object" || node === null) return;
		if ("regex" in node && "start" in node) {
			const { pattern, flags } = node.regex as { pattern: string; flags: string };
			const line = source.slice(0, Number(node.start)).split("\n").length;
			if (/[*+]|\{\d+,\}/.test(pattern))
				found.push({ place: `${file}:${line}`, expression: new RegExp(pattern, flags) });
		}
		for (const member of Object.values(node)) visit(member);
	};
	visit(parseAst(source, { lang: file.endsWith("x") ? "tsx" : "ts" }));
	return found;
}

const USUAL = ["a", "A", "0", " ", "\t", "\n", "-", ".", '"', "\\", "/", "@", ":", "%", "=", "[", "}", "\u0301"];

/** What to repeat: characters of all kinds, and what the expression itself names. */
function piecesOf({ source }: RegExp): string[] {
	const plain = source.replace(/\[(?:\\.|[^\]\\])*\]|\\[dDwWsSbB]|\\[pP]\{[^}]*\}|[()|*+?^$]|\{[\d,]+\}/g, "\0");
	const named = plain.replace(/\\(.)/g, "$1").split("\0");
	return [...new Set(named.filter(Boolean))];
}

/** Texts of a length: each piece repeated, alone, after another one and in turn with it. */
function* hostileTexts(expression: RegExp): Generator<(length: number) => string> {
	const named = piecesOf(expression);
	const pieces = [...named, ...USUAL];
	const repeated = (piece: string, length: number) => piece.repeat(Math.ceil(length / piece.length));
	for (const end of ["\0", "\n\0"]) {
		for (const piece of pieces) {
			yield (length) => repeated(piece, length) + end;
			for (const other of named) yield (length) => repeated(other + piece, length) + end;
			for (const start of [...named, "a@"]) yield (length) => start + repeated(piece, length) + end;
		}
	}
}

/** Finds all matches of a text; of a sticky one those that follow each other. */
function matchAll(expression: RegExp, text: string): void {
	const all = new RegExp(expression, expression.sticky ? expression.flags : `${expression.flags.replace("g", "")}g`);
	for (let found = all.exec(text); found; found = all.exec(text)) if (found[0] === "") all.lastIndex += 1;
}

function isLinearOnAll(expression: RegExp): boolean {
	const work = (text: string) => matchAll(expression, text);
	return [...hostileTexts(expression)].every((textOf) => isLinear(work, textOf, LENGTH, LEAST_MS));
}

test("no expression of the product takes more than linear time", () => {
	const places = Map.groupBy(SOURCES.flatMap(expressionsIn), ({ expression }) => String(expression));
	expect(places.size).toBeGreaterThan(100);
	const slow = [...places.values()].filter(([first]) => first && !isLinearOnAll(first.expression)).flat();
	expect(slow.map(({ place, expression }) => `${place} ${expression}`)).toEqual([]);
});

test.each([/#.*$/, /^(a|b)*x.*y.*z/])("%s would be found", (slow) => {
	// Among other work now and then a short run takes so long that the longer one looks linear.
	expect([1, 2, 3].some(() => !isLinearOnAll(slow))).toBe(true);
});
