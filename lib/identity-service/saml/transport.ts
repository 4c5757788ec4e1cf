import { inflateRawSync, type ZlibOptions } from "node:zlib";
import type { ServiceRequest } from "../context/service-request";
import { decodePairs } from "../http/read-body";
import { messageRefusal, Refusal } from "../http/refusal";
import { utf8Text } from "../http/utf8-text";

/** Of the XML. */
const MESSAGE_BYTES_MAX = 64 * 1024;
/** How much longer that XML may be in base64 and percent-encoding. */
const FORM_LENGTH_FACTOR = 2;
const FORM = "application/x-www-form-urlencoded";
const DEFLATE = "urn:oasis:names:tc:SAML:2.0:bindings:URL-Encoding:DEFLATE";
/** SAML bindings 2.0 section 3.4.3. */
const RELAY_STATE_BYTES_MAX = 80;
const PARAMETERS = ["SAMLRequest", "SAMLResponse", "RelayState", "SigAlg", "Signature", "SAMLEncoding"] as const;

/** The parameters of a message, each as it was sent and decoded. */
type SamlParameters = ReadonlyMap<(typeof PARAMETERS)[number], { raw: string; value: string }>;

/** The parts of a request that transport a message. */
type MessageRequest = Pick<ServiceRequest, "method" | "url" | "headers" | "bytes">;

/** A message as it was received: its XML before it is parsed, and the parameters that a query's signature is over. */
export type TransportedMessage = {
	parameter: "SAMLRequest" | "SAMLResponse";
	xml: Buffer;
	relayState: string | null;
	binding: "HTTP-Redirect" | "HTTP-POST";
	/** Of HTTP-Redirect, which has its signature there; null for HTTP-POST, where the XML has it. */
	query: SamlParameters | null;
};

/**
 * Reads the message that a request transports (SAML bindings 2.0 sections 3.4 and 3.5).
 * @returns a null parameter for an address without a message; its RelayState is returned all the same
 * @throws Refusal
 */
export async function transported(
	request: MessageRequest,
): Promise<TransportedMessage | { parameter: null; relayState: string | null }> {
	const isForm = request.method === "POST";
	// Not decoded: signatures of HTTP-Redirect are over these octets.
	const parameters = isForm ? await samlForm(request) : samlParameters(request.url.search.slice(1));
	const relayState = relayStateOf(parameters);
	const samlRequest = parameters.get("SAMLRequest");
	const sent = samlRequest ?? parameters.get("SAMLResponse");
	if (samlRequest && parameters.has("SAMLResponse")) {
		throw messageRefusal("A request and a response were sent together.");
	}
	const parameter = samlRequest ? "SAMLRequest" : "SAMLResponse";
	if (isForm) {
		if (!sent) throw messageRefusal("The form has no SAML message.");
		// Some applications encode as for e-mail, with line breaks.
		const xml = uncompressed(fromBase64(sent.value.replace(/[\r\n]/g, "")));
		if (xml.length > MESSAGE_BYTES_MAX) throw tooLarge();
		return { parameter, xml, relayState, binding: "HTTP-POST", query: null };
	}
	if (!sent) return { parameter: null, relayState };
	if ((parameters.get("SAMLEncoding")?.value ?? DEFLATE) !== DEFLATE) {
		throw messageRefusal("The message has an encoding that is not known here.");
	}
	return { parameter, xml: inflated(fromBase64(sent.value)), relayState, binding: "HTTP-Redirect", query: parameters };
}

/**
 * Reads the form that transports a message by HTTP-POST.
 * @param messageBytesMax of the XML, which is longer in a form
 * @throws Refusal
 */
export async function samlForm(request: MessageRequest, messageBytesMax = MESSAGE_BYTES_MAX): Promise<SamlParameters> {
	const mediaType = (request.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
	if (mediaType !== FORM) throw messageRefusal(`A SAML message comes as ${FORM}.`);
	const bytes = await request.bytes();
	if (bytes.byteLength > FORM_LENGTH_FACTOR * messageBytesMax) throw tooLarge(messageBytesMax);
	const text = utf8Text(bytes);
	if (text === null) throw messageRefusal("The form is not UTF-8.");
	return samlParameters(text);
}

/** @throws Refusal for a parameter that was sent twice: two readers could use different ones */
function samlParameters(query: string): SamlParameters {
	const parameters = new Map<(typeof PARAMETERS)[number], { raw: string; value: string }>();
	for (const pair of query.split("&")) {
		const [written = "", ...rest] = pair.split("=");
		const name = PARAMETERS.find((known) => known === decoded(written));
		if (!name) continue;
		if (parameters.has(name)) throw messageRefusal(`The parameter ${name} was sent twice.`);
		const raw = rest.join("=");
		parameters.set(name, { raw, value: decoded(raw) });
	}
	return parameters;
}

function decoded(text: string): string {
	try {
		return decodePairs(text.replaceAll("=", "%3D"))[0]?.[0] ?? "";
	} catch {
		throw messageRefusal("The request has a parameter that is not percent-encoded UTF-8.");
	}
}

/** Schemes that browsers execute; white space and control characters in a scheme are ignored. */
const SCRIPT_ADDRESS = /^(?:javascript|vbscript|data):/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is control characters that browsers ignore.
const IGNORED_CHARACTERS = /[\u0000-\u0020]/g;

/** @throws Refusal where it is too long, and where it is a script's address: applications redirect users to their RelayState */
export function relayStateOf(parameters: SamlParameters): string | null {
	const value = parameters.get("RelayState")?.value ?? null;
	if (value !== null && Buffer.byteLength(value) > RELAY_STATE_BYTES_MAX) {
		throw messageRefusal(`The RelayState is longer than ${RELAY_STATE_BYTES_MAX} bytes.`);
	}
	if (value !== null && SCRIPT_ADDRESS.test(value.replace(IGNORED_CHARACTERS, ""))) {
		throw messageRefusal("The RelayState is a script.");
	}
	return value;
}

function fromBase64(text: string): Buffer {
	const bytes = Buffer.from(text, "base64");
	// Decoders skip invalid characters, each in its own way: only text that encodes back to itself is valid.
	if (text === "" || bytes.toString("base64") !== text) throw messageRefusal("The message is not base64.");
	return bytes;
}

/** Forms hold uncompressed XML, but common libraries compress it there, too, by default. */
function uncompressed(bytes: Buffer): Buffer {
	if (bytes[0] === "<".charCodeAt(0)) return bytes;
	try {
		return inflated(bytes);
	} catch (error) {
		if (error instanceof Refusal && error.status === 413) throw error;
		return bytes;
	}
}

function inflated(bytes: Buffer): Buffer {
	try {
		const options: ZlibOptions = { maxOutputLength: MESSAGE_BYTES_MAX, info: true };
		// The result with `info`.
		type Inflated = { buffer: Buffer; engine: { bytesWritten: number } };
		const { buffer, engine } = inflateRawSync(bytes, options) as unknown as Inflated;
		if (engine.bytesWritten === bytes.length) return buffer;
	} catch (error) {
		if (error instanceof RangeError && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE") throw tooLarge();
	}
	throw messageRefusal("The message is not compressed as DEFLATE.");
}

function tooLarge(bytesMax = MESSAGE_BYTES_MAX): Refusal {
	return messageRefusal(`The message is larger than ${bytesMax / 1024} KB.`, 413);
}
