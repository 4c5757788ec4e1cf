import { type CborItem, type CborOf, decodeCbor } from "../cbor/decode-cbor";
import { entriesOf, field, findField, itemOf, itemsOf, numberOf, textOf } from "../cbor/fields";
import type { CoseMessage } from "../cose/cose-message";
import { checkVersion, type Deviations } from "./deviations";
import type { MobileSecurityObject } from "./mobile-security-object";

/** DeviceResponse (ISO/IEC 18013-5, 8.3.2.1.2.2), as far as it was read: bytes are those that were received. */
export type DeviceResponse = {
	/** 0 is OK; null where it can't be read. */
	status: number | null;
	documents: readonly ReceivedDocument[];
	/** Documents that the wallet does not return. */
	documentErrors: readonly { docType: string; code: number }[];
};

export type ReceivedDocument = { docType: string; map: CborOf<"map"> };

/** One document, in full. What can't be read is null or left out, and its check has failed. */
export type MobileDocument = {
	docType: string;
	issuerAuth: CoseMessage;
	/** What the issuer signed, as it was received. */
	securityObjectBytes: Uint8Array;
	securityObject: MobileSecurityObject;
	elements: readonly IssuerSignedElement[];
	deviceSigned: DeviceSigned | null;
	/** Elements that the wallet does not return. */
	errors: readonly { namespace: string; name: string; code: number }[];
};

export type DeviceSigned = {
	/** DeviceNameSpacesBytes as they were received, tag 24 included: they are signed over. */
	nameSpaces: Uint8Array;
	elements: readonly { namespace: string; name: string }[];
	auth: { kind: "signature" | "mac"; message: CoseMessage } | null;
};

/** IssuerSignedItem. */
export type IssuerSignedElement = {
	namespace: string;
	name: string;
	digestId: number;
	random: Uint8Array;
	value: CborItem;
	/** IssuerSignedItemBytes as they were received, tag 24 included: their digest is what the issuer signed. */
	bytes: Uint8Array;
};

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
