import type { CborItem, CborOf } from "../cbor/cbor-item";
import type { CoseMessage } from "../cose/cose-message";
import type { MobileSecurityObject } from "./mobile-security-object";

/** DeviceResponse (ISO/IEC 18013-5, 8.3.2.1.2.2), as far as it was read: bytes are those that were received. */
export type DeviceResponse = {
	/** 0 is OK. */
	status: number;
	documents: readonly ReceivedDocument[];
	/** Documents that the wallet says it does not return. */
	documentErrors: readonly { docType: string; code: number }[];
};

export type ReceivedDocument = { docType: string; map: CborOf<"map"> };

/** One document, in full. */
export type MobileDocument = {
	docType: string;
	issuerAuth: CoseMessage;
	/** What the issuer signed, as it was received. */
	securityObjectBytes: Uint8Array;
	securityObject: MobileSecurityObject;
	elements: readonly IssuerSignedElement[];
	/** DeviceNameSpacesBytes as they were received, tag 24 included: they are signed over. */
	deviceNameSpaces: Uint8Array;
	deviceElements: readonly { namespace: string; name: string }[];
	deviceAuth: { kind: "signature" | "mac"; message: CoseMessage };
	/** Elements that the wallet says it does not return. */
	errors: readonly { namespace: string; name: string; code: number }[];
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
