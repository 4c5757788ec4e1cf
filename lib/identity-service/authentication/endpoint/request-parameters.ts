/** Far more than any request of this interface needs. */
const BODY_BYTES_MAX = 32 * 1024;

/** A body that cannot be read as parameters; `status` and `message` are for the caller. */
export class UnreadableBody extends Error {
	readonly status: number;

	constructor(status: number, message: string) {
		super(message);
		this.status = status;
	}
}

/**
 * Reads a POST body as parameters. The specification's authentication interface takes JSON, OAuth 2.0 forms.
 * @param special names of JSON members that say nothing here, and of those whose value may be nested: it is carried as JSON
 * @throws UnreadableBody 413 over 32 KB; 400 for another media type, malformed JSON or other nested values
 */
export async function readParameters(request: Request, special: SpecialMembers = {}): Promise<URLSearchParams> {
	const mediaType = (request.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
	const text = await readText(request);
	if (mediaType === "application/x-www-form-urlencoded") return new URLSearchParams(text);
	if (mediaType === "application/json") return jsonParameters(text, special);
	if (text === "") return new URLSearchParams();
	throw new UnreadableBody(400, "The body must be application/json or application/x-www-form-urlencoded.");
}

async function readText(request: Request): Promise<string> {
	const bytes = await request.arrayBuffer();
	if (bytes.byteLength > BODY_BYTES_MAX) throw new UnreadableBody(413, "The body is too large.");
	return new TextDecoder().decode(bytes);
}

type SpecialMembers = { passedOver?: readonly string[]; asJson?: readonly string[] };

function jsonParameters(text: string, { passedOver = [], asJson = [] }: SpecialMembers): URLSearchParams {
	const parameters = new URLSearchParams();
	for (const [name, value] of Object.entries(parseObject(text))) {
		if (value === null || passedOver.includes(name)) continue;
		const isNested = typeof value === "object";
		if (isNested && !asJson.includes(name)) throw new UnreadableBody(400, `The parameter ${name} must be a string.`);
		parameters.append(name, isNested ? JSON.stringify(value) : String(value));
	}
	return parameters;
}

function parseObject(text: string): object {
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		throw new UnreadableBody(400, "The body is not valid JSON.");
	}
	if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
	throw new UnreadableBody(400, "The body must be a JSON object.");
}
