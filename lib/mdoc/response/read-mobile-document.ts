import type { CborItem, CborOf } from "../cbor/cbor-item";
import { decodeCbor } from "../cbor/decode-cbor";
import { bytesOf, embeddedOf, entriesOf, field, findField, itemOf, itemsOf, numberOf, textOf } from "../cbor/fields";
import { type CoseMessage, readCoseMessage } from "../cose/cose-message";
import { MdocFault } from "../mdoc-fault";
import type { IssuerSignedElement, MobileDocument, ReceivedDocument } from "./device-response";
import { digestIdOf, readMobileSecurityObject } from "./read-mobile-security-object";

/**
 * Reads one document of a response in full, with all CBOR that is carried as bytes in it (ISO/IEC 18013-5,
 * 8.3.2.1.2.2).
 * @throws MdocFault
 */
export function readMobileDocument({ docType, map }: ReceivedDocument): MobileDocument {
	const issuerSigned = itemOf(field(map, "issuerSigned", "issuerSigned"), "map", "issuerSigned");
	const issuerAuth = readCoseMessage(field(issuerSigned, "issuerAuth", "issuerAuth"), "issuerAuth");
	const { payload } = issuerAuth;
	if (!payload)
		throw new MdocFault("issuerAuth has no payload: the mobile security object is missing.", issuerSigned.at);
	const securityObject = embeddedOf(decodeCbor(payload.value, payload.contentAt), "The payload of issuerAuth");
	const nameSpaces = findField(issuerSigned, "nameSpaces");
	const deviceSigned = itemOf(field(map, "deviceSigned", "deviceSigned"), "map", "deviceSigned");
	const deviceNameSpaces = field(deviceSigned, "nameSpaces", "The nameSpaces of deviceSigned");
	const errors = findField(map, "errors");
	return {
		docType,
		issuerAuth,
		securityObjectBytes: payload.value,
		securityObject: readMobileSecurityObject(securityObject),
		elements: nameSpaces ? elementsIn(nameSpaces) : [],
		deviceNameSpaces: deviceNameSpaces.raw,
		deviceElements: deviceElementsIn(embeddedOf(deviceNameSpaces, "The nameSpaces of deviceSigned")),
		deviceAuth: deviceAuthIn(itemOf(field(deviceSigned, "deviceAuth", "deviceAuth"), "map", "deviceAuth")),
		errors: errors ? errorsIn(errors) : [],
	};
}

function elementsIn(nameSpaces: CborItem): IssuerSignedElement[] {
	return entriesOf(nameSpaces, "The nameSpaces of issuerSigned").flatMap(([namespace, items]) =>
		itemsOf(items, "The elements of a namespace").map((item) => elementIn(namespace, item)),
	);
}

function elementIn(namespace: string, item: CborItem): IssuerSignedElement {
	const map = itemOf(embeddedOf(item, "An element"), "map", "An element");
	return {
		namespace,
		name: textOf(field(map, "elementIdentifier", "An elementIdentifier"), "An elementIdentifier"),
		digestId: digestIdOf(field(map, "digestID", "A digestID")),
		random: bytesOf(field(map, "random", "The random of an element"), "The random of an element"),
		value: field(map, "elementValue", "An elementValue"),
		bytes: item.raw,
	};
}

function deviceElementsIn(nameSpaces: CborItem): MobileDocument["deviceElements"] {
	return entriesOf(nameSpaces, "The nameSpaces of deviceSigned").flatMap(([namespace, elements]) =>
		entriesOf(elements, "The elements of a namespace of deviceSigned").map(([name]) => ({ namespace, name })),
	);
}

/** ISO/IEC 18013-5, 9.1.3: a signature or a MAC, and not both. */
function deviceAuthIn(map: CborOf<"map">): MobileDocument["deviceAuth"] {
	const signature = findField(map, "deviceSignature");
	const mac = findField(map, "deviceMac");
	if (signature && mac) throw new MdocFault("deviceAuth has both a signature and a MAC.", map.at);
	if (signature) return { kind: "signature", message: detached(signature, "deviceSignature") };
	return { kind: "mac", message: detached(field(map, "deviceMac", "deviceSignature or deviceMac"), "deviceMac") };
}

/** What the device signs is not sent: the reader puts it together from what it knows. */
function detached(item: CborItem, what: string): CoseMessage {
	const message = readCoseMessage(item, what);
	if (message.payload) throw new MdocFault(`The payload of ${what} is not null.`, message.payload.at);
	return message;
}

function errorsIn(item: CborItem): MobileDocument["errors"] {
	return entriesOf(item, "errors").flatMap(([namespace, elements]) =>
		entriesOf(elements, "The errors of a namespace").map(([name, code]) => ({
			namespace,
			name,
			code: numberOf(code, "An error"),
		})),
	);
}
