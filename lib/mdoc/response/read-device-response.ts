import type { CborItem, CborOf } from "../cbor/cbor-item";
import { decodeCbor } from "../cbor/decode-cbor";
import { entriesOf, field, findField, itemOf, itemsOf, numberOf, textOf } from "../cbor/fields";
import type { DeviceResponse, ReceivedDocument } from "./device-response";
import { requireVersion } from "./require-version";

/**
 * Reads the outer parts of what a wallet sends (ISO/IEC 18013-5, 8.3.2.1.2.2).
 * @param bytes CBOR of at most 200 KB
 * @throws MdocFault with the place where it stops being one
 */
export function readDeviceResponse(bytes: Uint8Array): DeviceResponse {
	const map = itemOf(decodeCbor(bytes), "map", "The response");
	requireVersion(map, "the response");
	const documents = findField(map, "documents");
	const errors = findField(map, "documentErrors");
	return {
		status: numberOf(field(map, "status", "The status of the response"), "The status of the response"),
		documents: documents ? itemsOf(documents, "documents").map(documentIn) : [],
		documentErrors: errors ? itemsOf(errors, "documentErrors").flatMap(errorsIn) : [],
	};
}

function documentIn(item: CborItem): ReceivedDocument {
	const map: CborOf<"map"> = itemOf(item, "map", "A document");
	return { docType: textOf(field(map, "docType", "The docType of a document"), "The docType of a document"), map };
}

function errorsIn(item: CborItem): DeviceResponse["documentErrors"] {
	return entriesOf(item, "documentErrors").map(([docType, code]) => ({ docType, code: numberOf(code, "An error") }));
}
