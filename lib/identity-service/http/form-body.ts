import type { JsonObject } from "@/lib/contract/safe-object";
import { Refusal } from "./refusal";

/**
 * How a field of the JSON body is written in a form-encoded one: `depth` brackets after its name, of which the last
 * holds the rest of the name as it is (a metadata key may itself hold brackets). `value` makes the value from a text
 * (inside the brackets), `bare` from the text of a field without its brackets.
 */
export type FormFields = Readonly<
	Record<string, { depth: number; value?: (text: string) => unknown; bare?: (text: string) => unknown }>
>;

/**
 * Parses `a=1&b[c]=2` into the value that the JSON body would hold. Fields that are not declared stay as they are
 * written, for validation to refuse.
 * @throws Refusal 400 for broken percent-encoding and for a name that is given twice
 */
export function parseFormBody(text: string, fields: FormFields): JsonObject {
	// Collected as nested Maps: `__proto__` is a name like any other until the end.
	const root: Tree = new Map();
	for (const [name, value] of parseFormPairs(text)) {
		const path = pathOf(name, fields);
		const field = Object.hasOwn(fields, path[0] ?? "") ? fields[path[0] ?? ""] : undefined;
		const parse = path.length > 1 ? field?.value : field?.bare;
		insert(root, path, parse ? parse(value) : value, name);
	}
	return toObject(root);
}

type Tree = Map<string, unknown>;

/**
 * The pairs of a form or query string, decoded strictly: nothing is replaced by U+FFFD.
 * @throws URIError for broken percent-encoding or invalid UTF-8 in it
 */
export function decodePairs(text: string): [string, string][] {
	return text
		.split("&")
		.filter(Boolean)
		.map((pair) => {
			const [name = "", ...value] = pair.replaceAll("+", " ").split("=");
			return [decodeURIComponent(name), decodeURIComponent(value.join("="))];
		});
}

function parseFormPairs(text: string): [string, string][] {
	try {
		return decodePairs(text);
	} catch {
		throw new Refusal(400, "invalid_body", "Invalid request payload: broken percent-encoding");
	}
}

/** `presentation[a][b][c]` with depth 3 → presentation, a, b, c; a bare or odd name is a path of itself. */
function pathOf(name: string, fields: FormFields): string[] {
	const start = name.indexOf("[");
	const head = name.slice(0, start);
	if (start < 1 || !name.endsWith("]") || !Object.hasOwn(fields, head)) return [name];
	const parts = name.slice(start + 1, -1).split("][");
	const own = (fields[head]?.depth ?? 0) - 1;
	return own < 0
		? [name]
		: [head, ...parts.slice(0, own), ...(parts.length > own ? [parts.slice(own).join("][")] : [])];
}

function insert(root: Tree, path: string[], value: unknown, name: string): void {
	const last = path.at(-1) ?? "";
	let tree = root;
	for (const part of path.slice(0, -1)) {
		const next = tree.has(part) ? tree.get(part) : new Map();
		if (!(next instanceof Map)) throw duplicate(name);
		tree.set(part, next);
		tree = next;
	}
	if (tree.has(last)) throw duplicate(name);
	tree.set(last, value);
}

function duplicate(name: string): Refusal {
	return new Refusal(400, "invalid_body", `Payload validation error: 'Duplicate property: ${name}'.`);
}

function toObject(tree: Tree): JsonObject {
	return Object.fromEntries(Array.from(tree, ([key, value]) => [key, value instanceof Map ? toObject(value) : value]));
}
