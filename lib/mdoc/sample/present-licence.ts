import type { KeyObject } from "node:crypto";
import { type CborValue, embeddedCbor, encodeCbor, RawCbor } from "../cbor/encode-cbor";
import { agreeOnMacKey } from "../cose/verify-proof";
import { coseMac0, coseSign1 } from "../cose/write-cose";
import { MDL_DOCUMENT_TYPE } from "../mdl";
import { type IssuedItem, type IssuedLicence, itemBytes } from "./issue-licence";

const STATUS_OK = 0;
/** "Data not returned" (ISO/IEC 18013-5, table 9). */
const NOT_RETURNED = 0;

/** What the phone proves itself with: a signature, or a MAC where the reader's public key of the session is given. */
export type DeviceKey = { privateKey: KeyObject; readerKey?: KeyObject };

/**
 * A device response with one document (ISO/IEC 18013-5, 8.3.2.1.2.2).
 * @param items those to send, of the licence
 * @param missing requested elements that the licence lacks
 * @param transcript CBOR of the session transcript
 */
export function presentLicence(presentation: {
	licence: IssuedLicence;
	items: readonly IssuedItem[];
	missing?: readonly { namespace: string; name: string }[];
	transcript: Uint8Array;
	device: DeviceKey;
}): Buffer {
	const { licence, items, missing = [], transcript, device } = presentation;
	const { documentType, issuerAuth } = licence;
	const deviceElements = embeddedCbor(new Map());
	const authentication = encodeCbor(
		embeddedCbor(["DeviceAuthentication", new RawCbor(transcript), documentType, deviceElements]),
	);
	const document = {
		docType: documentType,
		issuerSigned: { nameSpaces: byNamespace(items, (item) => itemBytes(item)), issuerAuth },
		deviceSigned: { nameSpaces: deviceElements, deviceAuth: deviceProof(device, authentication, transcript) },
		...(missing.length > 0 ? { errors: errors(missing) } : {}),
	};
	return encodeCbor({ version: "1.0", documents: [document], status: STATUS_OK });
}

/** The response of a wallet that has nothing to send. */
export function presentNothing(): Buffer {
	return encodeCbor({ version: "1.0", documentErrors: [{ [MDL_DOCUMENT_TYPE]: NOT_RETURNED }], status: STATUS_OK });
}

/** ISO/IEC 18013-5, 9.1.3.4. */
function deviceProof({ privateKey, readerKey }: DeviceKey, authentication: Buffer, transcript: Uint8Array) {
	if (readerKey === undefined) {
		return new Map([["deviceSignature", coseSign1(privateKey, authentication, { isDetached: true })]]);
	}
	const macKey = agreeOnMacKey(privateKey, readerKey, transcript);
	if (!macKey) throw new TypeError("The reader's key is not on the curve of the phone's key.");
	return new Map([["deviceMac", coseMac0(macKey, authentication)]]);
}

function errors(missing: readonly { namespace: string; name: string }[]): Map<string, CborValue> {
	const named = byNamespace(missing, ({ name }): [string, CborValue] => [name, NOT_RETURNED]);
	return new Map([...named].map(([namespace, entries]) => [namespace, new Map(entries)]));
}

function byNamespace<Named extends { namespace: string }, Value>(named: readonly Named[], of: (one: Named) => Value) {
	const found = new Map<string, Value[]>();
	for (const one of named) found.set(one.namespace, [...(found.get(one.namespace) ?? []), of(one)]);
	return found;
}
