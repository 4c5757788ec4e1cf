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
 * @throws MdocFault where it is none, or has more than one presentation
 */
export function vpToken(
	data: unknown,
	{ queryId = MDL_QUERY_ID, report = refuse }: { queryId?: string | null; report?: (deviation: string) => void } = {},
): Uint8Array {
	const error = walletError(data);
	if (error !== null) throw new MdocFault(`The wallet answered with ${error}, not with a licence.`);
	if (!isObject(data) || !("vp_token" in data)) {
		throw new MdocFault(
			isObject(data) && "response" in data
				? "The answer is encrypted (dc_api.jwt); only unencrypted ones (dc_api) are read."
				: "The answer has no vp_token.",
		);
	}
	return fromBase64url(presentationIn(data.vp_token, queryId, report), "The device response");
}

function presentationIn(token: unknown, queryId: string | null, report: (deviation: string) => void): string {
	if (typeof token === "string" || Array.isArray(token)) {
		report("The vp_token names no query: drafts before OpenID4VP 1.0 and ISO 18013-7 of 2024 have it so.");
		return onlyOne(Array.isArray(token) ? token : [token]);
	}
	if (!isObject(token)) throw new MdocFault("The vp_token is neither an object nor a text.");
	const entries = Object.entries(token);
	const [entry] = entries;
	if (entry === undefined || entries.length > 1) {
		throw new MdocFault(`The vp_token answers ${entries.length} queries; exactly one is expected.`);
	}
	const [id, presentations] = entry;
	if (queryId !== null && id !== queryId) {
		throw new MdocFault(`The vp_token answers another query than the one asked, which is "${queryId}".`);
	}
	if (Array.isArray(presentations)) return onlyOne(presentations);
	report("The vp_token has no list of presentations: drafts before OpenID4VP 1.0 left it out.");
	return onlyOne([presentations]);
}

function onlyOne(presentations: readonly unknown[]): string {
	const [presentation, ...others] = presentations;
	if (typeof presentation === "string" && others.length === 0) return presentation;
	throw new MdocFault(`The vp_token has ${presentations.length} presentations; exactly one text is expected.`);
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
	if (size > RESPONSE_BYTES_MAX) {
		throw new MdocFault(`${what} has ${size} bytes; at most ${RESPONSE_BYTES_MAX} (200 KB) are read.`);
	}
	if (!BASE64URL.test(text) || digits % 4 === 1) throw new MdocFault(`${what} is not in base64url.`);
	return Buffer.from(text, "base64url");
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

const SHAPE = 'The answer is no encrypted response (["dcapi", {enc, cipherText}]).';

/**
 * A wallet's response to `org-iso-mdoc` (ISO/IEC 18013-7, annex C): base64url of CBOR, encrypted to the key of the request.
 * @param data of the credential that the browser returned, `{response: "…"}`, or its text
 * @throws MdocFault where it is none
 */
export function encryptedResponse(data: unknown): { enc: Uint8Array; cipherText: Uint8Array } {
	const error = walletError(data);
	if (error !== null) throw new MdocFault(`The wallet answered with ${error}, not with a licence.`);
	const text = typeof data === "object" && data !== null && "response" in data ? data.response : data;
	if (typeof text !== "string") throw new MdocFault("The answer has no response with a text in it.");
	const item = decodeCbor(fromBase64url(text, "The encrypted response"));
	const [kind, held] = item.kind === "array" && item.items.length === 2 ? item.items : [];
	if (kind?.kind !== "text" || kind.value !== "dcapi" || held?.kind !== "map") throw new MdocFault(SHAPE, item.at);
	return { enc: bytesOf(held, "enc"), cipherText: bytesOf(held, "cipherText") };
}

function bytesOf(map: Extract<CborItem, { kind: "map" }>, name: string): Uint8Array {
	const [, value] = map.entries.find(([key]) => key.kind === "text" && key.value === name) ?? [];
	if (value?.kind !== "bytes") throw new MdocFault(`${SHAPE} Its ${name} is missing or no bytes.`, value?.at ?? map.at);
	return value.value;
}
