import { type CborValue, embeddedCbor, encodeCbor } from "../cbor/encode-cbor";
import { MDL_DOCUMENT_TYPE } from "../mdl";
import type { AskedElement } from "../verification/verification";
import { refuseEmptyRequest } from "./refuse-empty-request";

/**
 * A device request of version 1.0 for one mobile driving licence, unsigned (ISO/IEC 18013-5, 8.3.2.1.2.1). It has to say
 * of every element whether it will be kept: one of which nothing is said may be, so it says yes.
 * @throws MdocFault where nothing is asked for
 */
export function deviceRequest(asked: readonly AskedElement[]): Uint8Array {
	refuseEmptyRequest(asked);
	const namespaces = new Map<string, Map<string, CborValue>>();
	for (const { namespace, name, isRetained } of asked) {
		const named = namespaces.get(namespace) ?? new Map<string, CborValue>();
		namespaces.set(namespace, named.set(name, isRetained ?? true));
	}
	const itemsRequest = new Map<string, CborValue>([
		["docType", MDL_DOCUMENT_TYPE],
		["nameSpaces", namespaces],
	]);
	return encodeCbor(
		new Map<string, CborValue>([
			["version", "1.0"],
			["docRequests", [new Map([["itemsRequest", embeddedCbor(itemsRequest)]])]],
		]),
	);
}
