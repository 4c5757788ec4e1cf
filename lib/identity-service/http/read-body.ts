import { isTooDeep, JSON_DEPTH_MAX, REQUEST_BODY_BYTES_MAX } from "@/lib/contract/limits";
import type { JsonObject } from "@/lib/contract/safe-object";
import type { ReceivedRequest } from "@/lib/process/started-app";
import { Refusal } from "./refusal";
import { utf8Text } from "./utf8-text";

type WithBody = Pick<ReceivedRequest, "headers" | "bytes">;

/**
 * Reads a request's body as a JSON value.
 * @param form the fields of the form-encoded variant; null where there is none
 * @throws Refusal 413 above 256 KB, 415 for another content type, 400 for unreadable content
 */
export async function readBody(request: WithBody, form: FormFields | null): Promise<unknown> {
	const [mediaType, ...parameters] = (request.headers.get("content-type") ?? "").toLowerCase().split(";");
	const isForm = mediaType?.trim() === "application/x-www-form-urlencoded";
	const isRead = (isForm && form !== null) || mediaType?.trim() === "application/json";
	if (!isRead || !parameters.every(isAcceptedParameter)) {
		throw new Refusal(415, null, "Unsupported Media Type");
	}
	const text = utf8Text(await readBytes(request));
	if (text === null) throw invalidBody("Invalid request payload: not UTF-8");
	return isForm && form ? parseFormBody(text, form) : parseJson(text);
}

/** JSON and forms are UTF-8; another charset would be read wrongly. Other parameters are ignored. */
function isAcceptedParameter(parameter: string): boolean {
	const [name, value] = parameter.split("=");
	return name?.trim() !== "charset" || /^\s*"?utf-?8"?\s*$/.test(value ?? "");
}

async function readBytes(request: WithBody): Promise<Uint8Array> {
	if (Number(request.headers.get("content-length")) > REQUEST_BODY_BYTES_MAX) throw tooLarge();
	const bytes = await request.bytes();
	if (bytes.byteLength > REQUEST_BODY_BYTES_MAX) throw tooLarge();
	return bytes;
}

function tooLarge(): Refusal {
	return new Refusal(413, null, `Payload content length greater than maximum allowed: ${REQUEST_BODY_BYTES_MAX}`);
}

function invalidBody(message: string): Refusal {
	return new Refusal(400, "invalid_body", message);
}

function orInvalid<Value>(message: string, parse: () => Value): Value {
	try {
		return parse();
	} catch {
		throw invalidBody(message);
	}
}

function parseJson(text: string): unknown {
	const value: unknown = orInvalid("Invalid request payload JSON format", () => JSON.parse(text));
	requireReturnable(value);
	if (hasInexactInteger(text)) throw outOfRange();
	return value;
}

/** Whether valid JSON holds an integer that a double cannot: it would be returned as another number. */
function hasInexactInteger(json: string): boolean {
	const numbers = json.replace(/"[^"\\]*(?:\\[\s\S][^"\\]*)*(?:"|\\?$)/g, '""').match(/-?\d[\d.eE+-]*/g) ?? [];
	return numbers.some((text) => /^-?\d{16,}$/.test(text) && !isWrittenUnchanged(text));
}

/** An integer that JSON writes unchanged is accepted, even where the double behind it is not exactly that number. */
function isWrittenUnchanged(integer: string): boolean {
	const number = Number(integer);
	return String(number) === integer || BigInt(number) === BigInt(integer);
}

function outOfRange(): Refusal {
	return invalidBody("Invalid request payload: a number is out of range");
}

/**
 * Refuses what could be read but not returned: numbers beyond a double's range turn into null, and very deep values
 * overflow the stack when they are written.
 */
function requireReturnable(root: unknown): void {
	if (isTooDeep(root)) throw invalidBody(`Invalid request payload: nested deeper than ${JSON_DEPTH_MAX} levels`);
	if (!isInRange(root)) throw outOfRange();
}

function isInRange(value: unknown): boolean {
	if (typeof value === "number") return Number.isFinite(value);
	return typeof value !== "object" || value === null || Object.values(value).every(isInRange);
}

/**
 * How a field of the JSON body is written in a form-encoded one: `depth` brackets after its name, of which the last
 * holds the rest of the name as it is (a metadata key may itself hold brackets). `value` parses the text of a field with
 * brackets, `bare` of one without.
 */
export type FormFields = Readonly<
	Record<string, { depth: number; value?: (text: string) => unknown; bare?: (text: string) => unknown }>
>;

/** A boolean as a form writes it; other texts are left for validation to refuse. */
export function booleanOfForm(text: string): unknown {
	return text === "true" ? true : text === "false" ? false : text;
}

/**
 * Parses `a=1&b[c]=2` into the value that the JSON body would hold. Undeclared fields are left as they are, for
 * validation to refuse.
 * @throws Refusal 400 for broken percent-encoding and for a name that is given twice
 */
export function parseFormBody(text: string, fields: FormFields): JsonObject {
	// Collected in nested Maps, in which `__proto__` is a name like any other.
	const root: Tree = new Map();
	for (const [name, value] of orInvalid("Invalid request payload: broken percent-encoding", () => decodePairs(text))) {
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
	return invalidBody(`Payload validation error: 'Duplicate property: ${name}'.`);
}

function toObject(tree: Tree): JsonObject {
	return Object.fromEntries(Array.from(tree, ([key, value]) => [key, value instanceof Map ? toObject(value) : value]));
}
