import { REQUEST_BODY_BYTES_MAX } from "@/lib/contract/limits";
import { type FormFields, parseFormBody } from "./form-body";
import { Refusal } from "./refusal";

/** What a body is read from. */
type RequestWithBody = Pick<Request, "headers" | "body">;

/** Deeper JSON than this is refused: nothing of the specification nests beyond four levels. */
const JSON_DEPTH_MAX = 64;

/**
 * Reads a request's body as a JSON value.
 * @param form how the form-encoded variant names the same fields; null where there is none
 * @throws Refusal 413 above 256 KB (never buffering more), 415 for another content type, 400 for unreadable content
 */
export async function readBody(request: RequestWithBody, form: FormFields | null): Promise<unknown> {
	const [mediaType, ...parameters] = (request.headers.get("content-type") ?? "").toLowerCase().split(";");
	const isForm = mediaType?.trim() === "application/x-www-form-urlencoded";
	const isRead = (isForm && form !== null) || mediaType?.trim() === "application/json";
	if (!isRead || !parameters.every(isAcceptedParameter)) {
		throw new Refusal(415, null, "Unsupported Media Type");
	}
	const text = decode(await readBytes(request));
	return isForm && form ? parseFormBody(text, form) : parseJson(text);
}

/** JSON and forms are UTF-8; another charset would be read wrongly. Other parameters say nothing here. */
function isAcceptedParameter(parameter: string): boolean {
	const [name, value] = parameter.split("=");
	return name?.trim() !== "charset" || /^\s*"?utf-?8"?\s*$/.test(value ?? "");
}

async function readBytes(request: RequestWithBody): Promise<Uint8Array> {
	if (Number(request.headers.get("content-length")) > REQUEST_BODY_BYTES_MAX) throw tooLarge();
	const reader = request.body?.getReader();
	if (!reader) return new Uint8Array();
	const chunks: Uint8Array[] = [];
	let size = 0;
	for (;;) {
		const { done, value } = await reader.read();
		if (done) return Buffer.concat(chunks);
		size += value.byteLength;
		if (size > REQUEST_BODY_BYTES_MAX) {
			reader.cancel().catch(() => {});
			throw tooLarge();
		}
		chunks.push(value);
	}
}

function tooLarge(): Refusal {
	return new Refusal(413, null, `Payload content length greater than maximum allowed: ${REQUEST_BODY_BYTES_MAX}`);
}

function decode(bytes: Uint8Array): string {
	try {
		return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
	} catch {
		throw new Refusal(400, "invalid_body", "Invalid request payload: not UTF-8");
	}
}

function parseJson(text: string): unknown {
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		throw new Refusal(400, "invalid_body", "Invalid request payload JSON format");
	}
	requireKeepable(value);
	if (hasInexactInteger(text)) throw outOfRange();
	return value;
}

/** Whether valid JSON holds a whole number that a double cannot: it would be answered as another number. */
function hasInexactInteger(json: string): boolean {
	const numbers = json.replace(/"[^"\\]*(?:\\.[^"\\]*)*"/g, '""').match(/-?\d[\d.eE+-]*/g) ?? [];
	return numbers.some((text) => /^-?\d{16,}$/.test(text) && !isKept(text));
}

/** Text that JSON writes again as it was is kept, even where the double behind it is not exactly that number. */
function isKept(integer: string): boolean {
	const number = Number(integer);
	return String(number) === integer || BigInt(number) === BigInt(integer);
}

function outOfRange(): Refusal {
	return new Refusal(400, "invalid_body", "Invalid request payload: a number is out of range");
}

/**
 * Refuses what could be read but not answered again: numbers beyond a double's range turn into null, and very deep
 * values overflow the stack on the way out.
 */
function requireKeepable(root: unknown): void {
	let level: unknown[] = [root];
	for (let depth = 0; level.length > 0; depth += 1) {
		if (depth > JSON_DEPTH_MAX) {
			throw new Refusal(400, "invalid_body", `Invalid request payload: nested deeper than ${JSON_DEPTH_MAX} levels`);
		}
		if (level.some((value) => typeof value === "number" && !Number.isFinite(value))) {
			throw outOfRange();
		}
		level = level.flatMap((value) => (typeof value === "object" && value !== null ? Object.values(value) : []));
	}
}
