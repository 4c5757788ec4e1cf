import type { CborItem, CborOf } from "../cbor/cbor-item";
import { decodeCbor } from "../cbor/decode-cbor";
import { entriesOf, field, findField, itemOf, itemsOf, numberOf, textOf } from "../cbor/fields";
import { checkVersion } from "./check-version";
import type { Deviations } from "./deviations";
import type { DeviceResponse, ReceivedDocument } from "./device-response";

const STATUS = "The status of the response";

/**
 * Reads the outer parts of what a wallet sends (ISO/IEC 18013-5, 8.3.2.1.2.2).
 * @param bytes CBOR of at most 200 KB
 * @throws MdocFault with the place where it stops being one
 */
export function readDeviceResponse(bytes: Uint8Array, deviations: Deviations): DeviceResponse {
	const map = itemOf(decodeCbor(bytes), "map", "The response");
	checkVersion(map, "the response", deviations);
	const documents = findField(map, "documents");
	return {
		status: deviations.orElse("status", () => numberOf(field(map, "status", STATUS), STATUS), null),
		documents: documents ? itemsOf(documents, "documents").map(documentIn) : [],
		documentErrors: deviations.orElse("status", () => documentErrorsIn(findField(map, "documentErrors")), []),
	};
}

function documentIn(item: CborItem): ReceivedDocument {
	const map: CborOf<"map"> = itemOf(item, "map", "A document");
	return { docType: textOf(field(map, "docType", "The docType of a document"), "The docType of a document"), map };
}

function documentErrorsIn(item: CborItem | null): DeviceResponse["documentErrors"] {
	return (item ? itemsOf(item, "documentErrors") : []).flatMap(errorsIn);
}

function errorsIn(item: CborItem): DeviceResponse["documentErrors"] {
	return entriesOf(item, "documentErrors").map(([docType, code]) => ({ docType, code: numberOf(code, "An error") }));
}
