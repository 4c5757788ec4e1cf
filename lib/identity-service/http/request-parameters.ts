import type { ReceivedRequest } from "@/lib/process/started-app";
import { messageRefusal, Refusal } from "./refusal";
import { utf8Text } from "./utf8-text";

/** Far more than any request of this interface needs. */
const BODY_BYTES_MAX = 32 * 1024;
/** Of a form, and of JSON, which is passed on as one: parsers of forms may take quadratic time. */
const FIELDS_MAX = 1_000;

export type Reading = {
	/** Names of JSON members that are ignored. */
	ignored?: readonly string[];
	/** Names of JSON members whose value may be nested: it is passed on as JSON text. */
	asJson?: readonly string[];
	fieldsMax?: number;
};

/**
 * Reads a POST body as parameters. The specification's authentication interface accepts JSON, OAuth 2.0 forms.
 * @throws Refusal 413 over 32 KB; 400 for text that is not UTF-8, too many fields, another media type,
 * malformed JSON or nested values
 */
export async function readParameters(
	request: Pick<ReceivedRequest, "headers" | "bytes">,
	reading: Reading = {},
): Promise<URLSearchParams> {
	const mediaType = (request.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
	const bytes = await request.bytes();
	if (bytes.byteLength > BODY_BYTES_MAX) throw unreadable("The body is too large.", 413);
	const text = utf8Text(bytes);
	if (text === null) throw unreadable("Invalid request payload: not UTF-8");
	if (mediaType === "application/json") return jsonParameters(text, reading);
	if (text === "") return new URLSearchParams();
	if (mediaType !== "application/x-www-form-urlencoded") {
		throw unreadable("The body must be application/json or application/x-www-form-urlencoded.");
	}
	limitFields(text.split("&").filter(Boolean), reading);
	return new URLSearchParams(text);
}

type WithForm = { form: URLSearchParams | null };

/** The step that reads the parameters of a POST; a GET has none but its query. @throws Refusal as `readParameters` */
export function readForm(reading?: Reading) {
	return async (_: unknown, request: Parameters<typeof readParameters>[0] & WithForm & { method: string }) => {
		if (request.method === "POST") request.form = await readParameters(request, reading);
	};
}

/** The parameters that a step before has read. */
export function formOf({ form }: WithForm): URLSearchParams {
	if (!form) throw new Error("The form was not read.");
	return form;
}

function jsonParameters(text: string, reading: Reading): URLSearchParams {
	const { ignored = [], asJson = [] } = reading;
	const parameters = new URLSearchParams();
	const members = Object.entries(parseObject(text));
	limitFields(members, reading);
	for (const [name, value] of members) {
		if (value === null || ignored.includes(name)) continue;
		const isNested = typeof value === "object";
		if (isNested && !asJson.includes(name)) throw unreadable(`The parameter ${name} must be a string.`);
		parameters.append(name, isNested ? JSON.stringify(value) : String(value));
	}
	return parameters;
}

function parseObject(text: string): object {
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		throw unreadable("The body is not valid JSON.");
	}
	if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
	throw unreadable("The body must be a JSON object.");
}

function limitFields({ length }: readonly unknown[], { fieldsMax = FIELDS_MAX }: Reading): void {
	if (length > fieldsMax) throw unreadable(`The body has more than ${fieldsMax} fields.`);
}

function unreadable(message: string, status: 400 | 413 = 400): Refusal {
	return new Refusal(status, "invalid_request", message);
}

/**
 * The one value of a parameter; null where there is none.
 * @param holder the subject of the refusal's message
 * @throws Refusal for one that occurs twice: two readers could use different ones
 */
export function singleValue(query: URLSearchParams, name: string, holder = "The URL"): string | null {
	const [value = null, ...others] = query.getAll(name);
	if (others.length > 0) throw messageRefusal(`${holder} has more than one ${name}.`);
	return value;
}

/**
 * Parameters of a client's request by name. One without a value counts as omitted (RFC 6749 section 3.1).
 * @throws Refusal for one that occurs twice (section 3.2)
 */
export function parametersOf<Name extends string>(
	form: URLSearchParams,
	names: readonly Name[],
): Partial<Record<Name, string>> {
	const parameters: Partial<Record<Name, string>> = {};
	for (const name of names) {
		const [value, ...others] = form.getAll(name);
		if (others.length > 0) throw unreadable(`'${name}' parameter must not be provided twice`);
		if (value) parameters[name] = value;
	}
	return parameters;
}
