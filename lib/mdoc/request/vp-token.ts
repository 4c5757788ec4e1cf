import { MdocFault } from "../mdoc-fault";
import { fromBase64url } from "./base64url";
import { MDL_QUERY_ID } from "./dcql-query";
import { walletError } from "./wallet-error";

/**
 * The device response in an answer to OpenID4VP 1.0 (section 8.1): `{vp_token: {mdl: ["…"]}}`.
 * @param data of the credential that the browser returned
 * @param queryId under which the answer stands; null takes the only one there is, for an answer to another's request
 * @param tell is told where the answer has the form of a draft, which is refused without it: of OpenID4VP before 1.0, or
 * of ISO/IEC TS 18013-7:2024, annex B
 * @throws MdocFault where it is none, or says more than one thing
 */
export function vpToken(
	data: unknown,
	{ queryId = MDL_QUERY_ID, tell = refuse }: { queryId?: string | null; tell?: (deviation: string) => void } = {},
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
	return fromBase64url(presentationIn(data.vp_token, queryId, tell), "The device response");
}

function presentationIn(token: unknown, queryId: string | null, tell: (deviation: string) => void): string {
	if (typeof token === "string" || Array.isArray(token)) {
		tell("The vp_token names no query: drafts before OpenID4VP 1.0 and ISO 18013-7 of 2024 have it so.");
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
	tell("The vp_token has no list of presentations: drafts before OpenID4VP 1.0 left it out.");
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
