import { inflateRawSync, type ZlibOptions } from "node:zlib";
import type { ServiceRequest } from "../context/service-request";
import { messageRefusal, Refusal } from "../http/refusal";
import { relayStateOf, type SamlParameters, samlParameters } from "./saml-parameters";

/** Of the XML. */
const MESSAGE_BYTES_MAX = 64 * 1024;
/** That XML in base64, with what percent-encoding makes of it. */
const ROOM_IN_FORM = 2;
const FORM = "application/x-www-form-urlencoded";
const DEFLATE = "urn:oasis:names:tc:SAML:2.0:bindings:URL-Encoding:DEFLATE";

/** What of a request carries a message. */
type CarryingRequest = Pick<ServiceRequest, "method" | "url" | "headers" | "arrayBuffer">;

/** A message as it came: its XML unread, and what was signed of the address that carried it. */
export type TransportedMessage = {
	parameter: "SAMLRequest" | "SAMLResponse";
	xml: Buffer;
	relayState: string | null;
	binding: "HTTP-Redirect" | "HTTP-POST";
	/** The parameters of an address, in which that binding has its signature; null where the XML has it. */
	query: SamlParameters | null;
};

/** What came to an endpoint: a message, or none, with what is to go back anyway. */
export type Transported = TransportedMessage | { parameter: null; relayState: string | null };

/**
 * Takes a message out of the request that carries it (SAML bindings 2.0 sections 3.4 and 3.5).
 * @throws Refusal
 */
export async function transported(request: CarryingRequest): Promise<Transported> {
	if (request.method === "POST") return fromForm(await samlForm(request));
	// As it was sent: signatures of this binding are over these octets, and not over what they stand for.
	const { search } = request.url;
	return fromQuery(samlParameters(search.slice(1)));
}

function fromQuery(query: SamlParameters): Transported {
	const relayState = relayStateOf(query);
	const sent = messageIn(query);
	if (!sent) return { parameter: null, relayState };
	const encoding = query.get("SAMLEncoding")?.value ?? DEFLATE;
	if (encoding !== DEFLATE) throw messageRefusal("The message has an encoding that is not known here.");
	const xml = inflated(fromBase64(sent.value));
	return { parameter: sent.parameter, xml, relayState, binding: "HTTP-Redirect", query };
}

function fromForm(form: SamlParameters): Transported {
	const relayState = relayStateOf(form);
	const sent = messageIn(form);
	if (!sent) throw messageRefusal("The form holds no SAML message.");
	// Encoders of mail break lines, and applications use those.
	const xml = uncompressed(fromBase64(sent.value.replace(/[\r\n]/g, "")));
	if (xml.length > MESSAGE_BYTES_MAX) throw tooLarge();
	return { parameter: sent.parameter, xml, relayState, binding: "HTTP-POST", query: null };
}

function messageIn(parameters: SamlParameters) {
	const request = parameters.get("SAMLRequest");
	const response = parameters.get("SAMLResponse");
	if (request && response) throw messageRefusal("A request and a response were sent in one.");
	if (request) return { parameter: "SAMLRequest", value: request.value } as const;
	return response && ({ parameter: "SAMLResponse", value: response.value } as const);
}

/**
 * Reads the form that carries a message by HTTP-POST.
 * @param messageBytesMax of the XML, which takes more room in a form
 * @throws Refusal
 */
export async function samlForm(request: CarryingRequest, messageBytesMax = MESSAGE_BYTES_MAX): Promise<SamlParameters> {
	return samlParameters(await formText(request, messageBytesMax));
}

async function formText(request: CarryingRequest, messageBytesMax: number): Promise<string> {
	const mediaType = (request.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
	if (mediaType !== FORM) throw messageRefusal(`A SAML message comes as ${FORM}.`);
	const bytes = await request.arrayBuffer();
	if (bytes.byteLength > ROOM_IN_FORM * messageBytesMax) throw tooLarge(messageBytesMax);
	try {
		return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
	} catch {
		throw messageRefusal("The form is not UTF-8.");
	}
}

function fromBase64(text: string): Buffer {
	const bytes = Buffer.from(text, "base64");
	// Decoders pass over what is no base64, each its own way: what doesn't come out as it went in was none.
	if (text === "" || bytes.toString("base64") !== text) throw messageRefusal("The message is not base64.");
	return bytes;
}

/** Forms hold XML as it is, but common libraries compress it there, too, unless they are told not to. */
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
		const { buffer, engine } = inflateRawSync(bytes, options) as unknown as Inflated;
		if (engine.bytesWritten === bytes.length) return buffer;
	} catch (error) {
		if (error instanceof RangeError && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE") throw tooLarge();
	}
	throw messageRefusal("The message is not compressed as DEFLATE.");
}

/** What `info` makes of the answer. */
type Inflated = { buffer: Buffer; engine: { bytesWritten: number } };

function tooLarge(bytesMax = MESSAGE_BYTES_MAX): Refusal {
	return messageRefusal(`The message is larger than ${bytesMax / 1024} KB.`, 413);
}
