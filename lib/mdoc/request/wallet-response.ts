import { type CborItem, decodeCbor } from "../cbor/decode-cbor";
import { RESPONSE_BYTES_MAX } from "../limits";
import { MdocFault } from "../mdoc-fault";
import { MDL_QUERY_ID } from "./request";

/**
 * The device response in a response of OpenID4VP 1.0 (section 8.1): `{vp_token: {mdl: ["…"]}}`.
 * @param data of the credential that the browser returned
 * @param queryId the key of the response; null accepts any, for a response to another reader's request
 * @param report is called where the response has the form of a draft, which is refused without it: of OpenID4VP before
 * 1.0, or of ISO/IEC TS 18013-7:2024, annex B
 * @param deviates the same for a presentation that is no text, and can be left out or read
 * @throws MdocFault where it is none, or has more than one presentation
 */
export function vpToken(
	data: unknown,
	{
		queryId = MDL_QUERY_ID,
		report = refuse,
		deviates = refuse,
	}: { queryId?: string | null; report?: Report; deviates?: Report } = {},
): Uint8Array {
	const error = walletError(data);
	if (error !== null) throw new MdocFault(`The wallet answered with ${error}, not with a licence.`);
	if (!isObject(data) || !("vp_token" in data)) {
		throw new MdocFault(
			isObject(data) && "response" in data
				? "The response is encrypted (dc_api.jwt); only unencrypted ones (dc_api) are read."
				: "The response has no vp_token.",
		);
	}
	return presentationOf(presentationsIn(data.vp_token, queryId, report), deviates);
}

type Report = (deviation: string) => void;

function presentationsIn(token: unknown, queryId: string | null, report: Report): readonly unknown[] {
	if (typeof token === "string" || Array.isArray(token)) {
		report("The vp_token names no query: it follows a draft before OpenID4VP 1.0, or ISO 18013-7 of 2024.");
		return Array.isArray(token) ? token : [token];
	}
	if (!isObject(token)) throw new MdocFault(`The vp_token is neither an object nor a text: it is ${kindOf(token)}.`);
	const entries = Object.entries(token);
	const [entry] = entries;
	if (entry === undefined || entries.length > 1) {
		throw new MdocFault(`The vp_token answers ${entries.length} queries; exactly one is expected.`);
	}
	const [id, presentations] = entry;
	if (queryId !== null && id !== queryId) {
		throw new MdocFault(`The vp_token answers a different query from the one asked, which is "${queryId}".`);
	}
	if (Array.isArray(presentations)) return presentations;
	report("The vp_token has no list of presentations: drafts before OpenID4VP 1.0 left it out.");
	return [presentations];
}

/** The bytes of the one presentation that is a text. Others are left out; without one, bytes that are written otherwise. */
function presentationOf(presentations: readonly unknown[], deviates: Report): Uint8Array {
	const { length } = presentations;
	const [text, ...others] = presentations.filter((each) => typeof each === "string");
	if (others.length > 0 || length === 0) {
		throw new MdocFault(`The vp_token has ${length} presentations; exactly one text is expected.`);
	}
	const odd = presentations.filter((each) => each !== text);
	const kinds = [...new Set(odd.map(kindOf))].join(", ");
	if (text !== undefined) {
		if (odd.length > 0)
			deviates(`${odd.length} of ${length} presentations are not texts (${kinds}), and are left out here.`);
		return fromBase64url(text, RESPONSE);
	}
	const what = length === 1 ? `The presentation is ${kinds}` : `None of ${length} presentations is a text (${kinds})`;
	const bytes = bytesOfJson(length === 1 ? presentations[0] : presentations, RESPONSE);
	if (!bytes) throw new MdocFault(`${what}; exactly one text in base64url is expected.`);
	deviates(`${what}, and must be one text in base64url.`);
	return bytes;
}

const RESPONSE = "The device response";

/** The kind of a JSON value, for the end of a sentence. */
export function kindOf(value: unknown): string {
	if (value === null || value === undefined) return value === null ? "null" : "missing";
	if (Array.isArray(value)) return value.length === 0 ? "an empty list" : "a list";
	return { string: "a text", number: "a number", boolean: "true or false" }[String(typeof value)] ?? "an object";
}

/**
 * Bytes that JSON has in place of their text: a list of numbers, also as Node writes a Buffer and browsers a Uint8Array,
 * or a list of the text alone.
 * @param what as for `fromBase64url`
 * @returns null where it is nothing of this
 * @throws MdocFault
 */
export function bytesOfJson(value: unknown, what: string): Uint8Array | null {
	if (typeof value !== "object" || value === null) return null;
	const [only, ...others] = Array.isArray(value) ? value : [];
	if (typeof only === "string" && others.length === 0) return fromBase64url(only, what);
	const list = "data" in value && Array.isArray(value.data) ? value.data : value;
	const entries: [string, unknown][] = Object.entries(list);
	const isList = entries.every(([key, each], index) => key === String(index) && isByte(each));
	if (entries.length === 0 || !isList) return null;
	refuseTooLarge(entries.length, what);
	return Buffer.from(entries.map(([, each]) => Number(each)));
}

function isByte(value: unknown): boolean {
	return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 255;
}

function refuse(deviation: string): never {
	throw new MdocFault(deviation);
}

function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

const BASE64URL = /^[A-Za-z0-9_-]*={0,2}$/;

/**
 * Bytes of a base64url text (RFC 4648, section 5), with padding or without.
 * @param what begins the sentence of the fault: "The response"
 * @throws MdocFault where it is no such text, or has more than 200 KB decoded
 */
function fromBase64url(text: string, what: string): Uint8Array {
	const digits = text.replace(/={1,2}$/, "").length;
	const size = Math.floor((digits * 3) / 4);
	refuseTooLarge(size, what);
	if (!BASE64URL.test(text) || digits % 4 === 1) throw new MdocFault(`${what} is not in base64url.`);
	return Buffer.from(text, "base64url");
}

function refuseTooLarge(size: number, what: string): void {
	if (size <= RESPONSE_BYTES_MAX) return;
	throw new MdocFault(`${what} has ${size} bytes; at most ${RESPONSE_BYTES_MAX} (200 KB) are read.`);
}

/** OpenID4VP 1.0, section 8.5, and RFC 6749, 4.1.2.1. */
const CODES: ReadonlySet<unknown> = new Set([
	...["invalid_request", "invalid_client", "invalid_scope", "access_denied", "vp_formats_not_supported"],
	...["wallet_unavailable", "invalid_request_uri_method", "invalid_transaction_data", "unauthorized_client"],
	...["unsupported_response_type", "server_error", "temporarily_unavailable"],
]);

/**
 * The error in a wallet's response: the browser's promise is fulfilled nevertheless (OpenID4VP 1.0, A.4).
 * @param data of the credential that the browser returned
 * @returns the code; "an error of its own" for one of no standard; null where it is no error
 */
export function walletError(data: unknown): string | null {
	if (typeof data !== "object" || data === null || !("error" in data)) return null;
	return typeof data.error === "string" && CODES.has(data.error) ? data.error : "an error of its own";
}

const SHAPE = 'The response is not an encrypted one (["dcapi", {enc, cipherText}]).';

/**
 * A wallet's response to `org-iso-mdoc` (ISO/IEC 18013-7, annex C): base64url of CBOR, encrypted to the key of the request.
 * @param data of the credential that the browser returned, `{response: "…"}`, or its text
 * @param deviates is called where it is no text and can be read, which is refused without it
 * @throws MdocFault where it is none
 */
export function encryptedResponse(
	data: unknown,
	deviates: Report = refuse,
): { enc: Uint8Array; cipherText: Uint8Array } {
	const error = walletError(data);
	if (error !== null) throw new MdocFault(`The wallet answered with ${error}, not with a licence.`);
	const sent = typeof data === "object" && data !== null && "response" in data ? data.response : data;
	const bytes = typeof sent === "string" ? fromBase64url(sent, "The encrypted response") : lenient(sent, deviates);
	const item = decodeCbor(bytes);
	const [kind, held] = item.kind === "array" && item.items.length === 2 ? item.items : [];
	if (kind?.kind !== "text" || kind.value !== "dcapi" || held?.kind !== "map") throw new MdocFault(SHAPE, item.at);
	return { enc: bytesOf(held, "enc"), cipherText: bytesOf(held, "cipherText") };
}

function lenient(sent: unknown, deviates: Report): Uint8Array {
	const bytes = bytesOfJson(sent, "The encrypted response");
	if (!bytes) throw new MdocFault(`The response has no text in it: it is ${kindOf(sent)}.`);
	deviates(`The encrypted response is ${kindOf(sent)}, and must be a text in base64url.`);
	return bytes;
}

function bytesOf(map: Extract<CborItem, { kind: "map" }>, name: string): Uint8Array {
	const [, value] = map.entries.find(([key]) => key.kind === "text" && key.value === name) ?? [];
	if (value?.kind !== "bytes")
		throw new MdocFault(`${SHAPE} Its ${name} is missing, or is not bytes.`, value?.at ?? map.at);
	return value.value;
}
