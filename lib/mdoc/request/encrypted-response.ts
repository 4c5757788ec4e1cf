import type { CborItem } from "../cbor/cbor-item";
import { decodeCbor } from "../cbor/decode-cbor";
import { MdocFault } from "../mdoc-fault";
import { fromBase64url } from "./base64url";
import { walletError } from "./wallet-error";

const SHAPE = 'The answer is no encrypted response (["dcapi", {enc, cipherText}]).';

/**
 * What a wallet answers to `org-iso-mdoc` (ISO/IEC 18013-7, annex C): base64url of CBOR, encrypted to the key of the request.
 * @param data of the credential that the browser returned, `{response: "…"}`, or its text alone
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
