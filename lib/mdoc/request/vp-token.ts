import { MdocFault } from "../mdoc-fault";
import { fromBase64url } from "./base64url";
import { MDL_QUERY_ID } from "./dcql-query";
import { walletError } from "./wallet-error";

/**
 * The device response in an answer to OpenID4VP 1.0 (section 8.1): `{vp_token: {mdl: ["…"]}}`.
 * @param data of the credential that the browser returned
 * @param queryId under which the answer stands; null takes the only one there is, for an answer to another's request
 * @throws MdocFault where it is none, or says more than one thing
 */
export function vpToken(data: unknown, queryId: string | null = MDL_QUERY_ID): Uint8Array {
	const error = walletError(data);
	if (error !== null) throw new MdocFault(`The wallet answered with ${error}, not with a licence.`);
	if (isObject(data) && "response" in data && !("vp_token" in data)) {
		throw new MdocFault("The answer is encrypted (dc_api.jwt); only unencrypted ones (dc_api) are read.");
	}
	if (!isObject(data) || !isObject(data.vp_token)) {
		throw new MdocFault("The answer has no vp_token with an object in it.");
	}
	const entries = Object.entries(data.vp_token);
	const [entry] = entries;
	if (entry === undefined || entries.length > 1) {
		throw new MdocFault(`The vp_token answers ${entries.length} queries; exactly one is expected.`);
	}
	const [id, presentations] = entry;
	if (queryId !== null && id !== queryId) {
		throw new MdocFault(`The vp_token answers another query than the one asked, which is "${queryId}".`);
	}
	if (!Array.isArray(presentations)) {
		throw new MdocFault("The vp_token has no list of presentations: drafts before OpenID4VP 1.0 left it out.");
	}
	const [presentation, ...others] = presentations;
	if (typeof presentation !== "string" || others.length > 0) {
		throw new MdocFault(`The vp_token has ${presentations.length} presentations; exactly one text is expected.`);
	}
	return fromBase64url(presentation, "The device response");
}

function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
