import { type CborItem, type CborOf, decodeCbor } from "../cbor/decode-cbor";
import { bytesOf, embeddedOf, entriesOf, field, findField, itemOf, itemsOf, numberOf, textOf } from "../cbor/fields";
import { type CoseMessage, readCoseMessage } from "../cose/cose-message";
import { MdocFault } from "../mdoc-fault";
import { checkVersion, type Deviations } from "./deviations";
import { digestIdOf, readMobileSecurityObject } from "./mobile-security-object";

export type DeviceResponse = ReturnType<typeof readDeviceResponse>;
type ReceivedDocument = { docType: string; map: CborOf<"map"> };
/** One document, in full. Unreadable parts are null or left out, and their check has failed. */
export type MobileDocument = ReturnType<typeof readMobileDocument>;
/** IssuerSignedItem. */
export type IssuerSignedElement = ReturnType<typeof elementIn>;

const STATUS = "The status of the response";

/**
 * Reads the outer parts of a wallet's DeviceResponse (ISO/IEC 18013-5, 8.3.2.1.2.2). All bytes in the result are as
 * received.
 * @param bytes CBOR of at most 200 KB
 * @throws MdocFault with the place where it is invalid
 */
export function readDeviceResponse(bytes: Uint8Array, deviations: Deviations) {
	const map = itemOf(decodeCbor(bytes), "map", "The response");
	checkVersion(map, "the response", deviations);
	const documents = findField(map, "documents");
	return {
		/** 0 is OK; null where it can't be read. */
		status: deviations.orElse("status", () => numberOf(field(map, "status", STATUS), STATUS), null),
		documents: documents ? itemsOf(documents, "documents").map(documentIn) : [],
		/** Documents that the wallet reports as not returned. */
		documentErrors: deviations.orElse("status", () => documentErrorsIn(findField(map, "documentErrors")), []),
	};
}

function documentIn(item: CborItem): ReceivedDocument {
	const map: CborOf<"map"> = itemOf(item, "map", "A document");
	return { docType: textOf(field(map, "docType", "The docType of a document"), "The docType of a document"), map };
}

function documentErrorsIn(item: CborItem | null) {
	return (item ? itemsOf(item, "documentErrors") : [])
		.flatMap((errors) => entriesOf(errors, "documentErrors"))
		.map(([docType, code]) => ({ docType, code: numberOf(code, "An error") }));
}

/** Of COSE_Sign1 and COSE_Mac0 (RFC 9052, 2). */
const TAG = { signature: 18, mac: 17 } as const;

/**
 * Reads one document of a response in full, with all CBOR that it contains as bytes (ISO/IEC 18013-5, 8.3.2.1.2.2).
 * @throws MdocFault where it has no part that an issuer could have signed
 */
export function readMobileDocument({ docType, map }: ReceivedDocument, deviations: Deviations) {
	const issuerSigned = itemOf(field(map, "issuerSigned", "issuerSigned"), "map", "issuerSigned");
	const issued = untagged(field(issuerSigned, "issuerAuth", "issuerAuth"), TAG.signature, "issuerAuth", deviations);
	const issuerAuth = readCoseMessage(issued, "issuerAuth", (fault) => deviations.report("issuer-signature", fault));
	const { payload } = issuerAuth;
	if (!payload) {
		throw new MdocFault("issuerAuth has no payload: the mobile security object is missing.", issuerSigned.at);
	}
	const securityObject = embeddedOf(decodeCbor(payload.value, payload.contentAt), "The payload of issuerAuth");
	return {
		docType,
		issuerAuth,
		/** The content that the issuer signed, as received. */
		securityObjectBytes: payload.value,
		securityObject: readMobileSecurityObject(securityObject, deviations),
		elements: elementsIn(findField(issuerSigned, "nameSpaces"), deviations),
		deviceSigned: deviations.orElse("device-proof", () => deviceSignedIn(map, deviations), null),
		/** Elements that the wallet reports as not returned. */
		errors: deviations.orElse("status", () => errorsIn(findField(map, "errors")), []),
	};
}

function elementsIn(nameSpaces: CborItem | null, deviations: Deviations): IssuerSignedElement[] {
	const named = () => (nameSpaces ? entriesOf(nameSpaces, "The nameSpaces of issuerSigned") : []);
	return deviations.orElse("digests", named, []).flatMap(([namespace, held]) =>
		deviations
			.orElse("digests", () => itemsOf(held, "The attributes of a namespace"), [])
			.flatMap((item) => {
				const element = deviations.orElse("digests", () => elementIn(namespace, item), null);
				return element ? [element] : [];
			}),
	);
}

function elementIn(namespace: string, item: CborItem) {
	const map = itemOf(embeddedOf(item, "An attribute"), "map", "An attribute");
	return {
		namespace,
		name: textOf(field(map, "elementIdentifier", "An elementIdentifier"), "An elementIdentifier"),
		digestId: digestIdOf(field(map, "digestID", "A digestID")),
		random: bytesOf(field(map, "random", "The random of an attribute"), "The random of an attribute"),
		value: field(map, "elementValue", "An elementValue"),
		/** IssuerSignedItemBytes as received, tag 24 included: the issuer signed their digest. */
		bytes: item.raw,
	};
}

function deviceSignedIn(map: CborOf<"map">, deviations: Deviations) {
	const deviceSigned = itemOf(field(map, "deviceSigned", "deviceSigned"), "map", "deviceSigned");
	const nameSpaces = field(deviceSigned, "nameSpaces", "The nameSpaces of deviceSigned");
	const auth = () => deviceAuthIn(field(deviceSigned, "deviceAuth", "deviceAuth"), deviations);
	return {
		/** DeviceNameSpacesBytes as received, tag 24 included: they are signed. */
		nameSpaces: nameSpaces.raw,
		elements: deviations.orElse("device-elements", () => deviceElementsIn(nameSpaces), []),
		auth: deviations.orElse("device-proof", auth, null),
	};
}

function deviceElementsIn(item: CborItem) {
	const nameSpaces = embeddedOf(item, "The nameSpaces of deviceSigned");
	return entriesOf(nameSpaces, "The nameSpaces of deviceSigned").flatMap(([namespace, elements]) =>
		entriesOf(elements, "The attributes of a namespace of deviceSigned").map(([name]) => ({ namespace, name })),
	);
}

/** ISO/IEC 18013-5, 9.1.3: a signature or a MAC, and not both. */
function deviceAuthIn(item: CborItem, deviations: Deviations) {
	const map = itemOf(item, "map", "deviceAuth");
	const signature = findField(map, "deviceSignature");
	const mac = findField(map, "deviceMac");
	if (signature && mac) throw new MdocFault("deviceAuth has both a signature and a MAC.", map.at);
	if (signature) {
		const named = untagged(signature, TAG.signature, "deviceSignature", deviations);
		return { kind: "signature" as const, message: proofIn(named, "deviceSignature", deviations) };
	}
	const named = untagged(field(map, "deviceMac", "deviceSignature or deviceMac"), TAG.mac, "deviceMac", deviations);
	return { kind: "mac" as const, message: proofIn(named, "deviceMac", deviations) };
}

/** ISO/IEC 18013-5, 9.1.2.4 and 9.1.3: COSE messages have no tag. */
function untagged(item: CborItem, tag: number, what: string, deviations: Deviations): CborItem {
	if (item.kind !== "tag" || item.tag !== tag) return item;
	deviations.report("conformance", new MdocFault(`${what} has a tag (${tag}), and must have none.`, item.at));
	return item.item;
}

/** The payload of the device's proof is detached: the reader builds it itself, also where one was sent. */
function proofIn(item: CborItem, what: string, deviations: Deviations): CoseMessage {
	const message = readCoseMessage(item, what, (fault) => deviations.report("device-proof", fault));
	if (message.payload) {
		const fault = new MdocFault(`${what} carries what the phone has signed; its payload must be null.`, item.at);
		deviations.report("conformance", fault);
	}
	return message;
}

function errorsIn(item: CborItem | null) {
	return (item ? entriesOf(item, "errors") : []).flatMap(([namespace, elements]) =>
		entriesOf(elements, "The errors of a namespace").map(([name, code]) => ({
			namespace,
			name,
			code: numberOf(code, "An error"),
		})),
	);
}
