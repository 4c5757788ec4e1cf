import type { CborItem, CborOf } from "../cbor/cbor-item";
import type { CoseMessage } from "../cose/cose-message";
import type { MobileSecurityObject } from "./mobile-security-object";

/** DeviceResponse (ISO/IEC 18013-5, 8.3.2.1.2.2), as far as it was read: bytes are those that were received. */
export type DeviceResponse = {
	/** 0 is OK; null where it can't be read. */
	status: number | null;
	documents: readonly ReceivedDocument[];
	/** Documents that the wallet says it does not return. */
	documentErrors: readonly { docType: string; code: number }[];
};

export type ReceivedDocument = { docType: string; map: CborOf<"map"> };

/** One document, in full. What can't be read in it is null or left out, and the check that it concerns has failed. */
export type MobileDocument = {
	docType: string;
	issuerAuth: CoseMessage;
	/** What the issuer signed, as it was received. */
	securityObjectBytes: Uint8Array;
	securityObject: MobileSecurityObject;
	elements: readonly IssuerSignedElement[];
	deviceSigned: DeviceSigned | null;
	/** Elements that the wallet says it does not return. */
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
