import { createHash, type KeyObject, randomBytes, randomInt, type X509Certificate } from "node:crypto";
import { type CborTag, type CborValue, embeddedCbor, encodeCbor, RawCbor } from "../cbor/encode-cbor";
import { coseKey } from "../cose/cose-key";
import { agreeOnMacKey, coseMac0, coseSign1 } from "../cose/cose-proof";
import { MDL_DOCUMENT_TYPE } from "../mdl";
import { dateTime, type LicenceElements } from "./sample-holder";

const RANDOM_BYTES = 32;

export type IssuedItem = { namespace: string; name: string; value: CborValue; digestId: number; random: Uint8Array };

export type IssuedLicence = ReturnType<typeof issueLicence>;

export type LicenceValidity = { signed: Date; validFrom: Date; validUntil: Date; expectedUpdate?: Date };

/**
 * Issues a licence to a phone: digests of all elements, signed with the key of the phone and the validity of the copy
 * (ISO/IEC 18013-5, 9.1.2.4).
 * @param digest SHA-256, SHA-384 or SHA-512
 */
export function issueLicence({
	elements,
	signer,
	deviceKey,
	validity,
	digest = "SHA-256",
	documentType = MDL_DOCUMENT_TYPE,
}: {
	elements: LicenceElements;
	signer: { privateKey: KeyObject; chain: readonly X509Certificate[] };
	deviceKey: KeyObject;
	validity: LicenceValidity;
	digest?: "SHA-256" | "SHA-384" | "SHA-512";
	documentType?: string;
}) {
	const items: IssuedItem[] = [];
	const digests = new Map<string, CborValue>();
	for (const [namespace, named] of elements) {
		const ids = shuffled(named.size);
		const ofNamespace = [...named].map(([name, value], index) => {
			return { namespace, name, value, digestId: ids[index] ?? index, random: randomBytes(RANDOM_BYTES) };
		});
		items.push(...ofNamespace);
		const hashes = ofNamespace.map((item): [number, Buffer] => [item.digestId, hashOf(item, digest)]);
		digests.set(namespace, new Map(hashes.sort(([one], [other]) => one - other)));
	}
	const securityObject = {
		version: "1.0",
		digestAlgorithm: digest,
		valueDigests: digests,
		deviceKeyInfo: { deviceKey: coseKey(deviceKey) },
		docType: documentType,
		validityInfo: validityInfo(validity),
	};
	const chain = signer.chain.map((certificate) => certificate.raw);
	const issuerAuth = coseSign1(signer.privateKey, encodeCbor(embeddedCbor(securityObject)), { chain });
	return { documentType, items, issuerAuth };
}

/** `IssuerSignedItemBytes`, whose hash is in the mobile security object (ISO/IEC 18013-5, 8.3.2.1.2.2). */
function itemBytes({ name, value, digestId, random }: IssuedItem): CborTag {
	return embeddedCbor({ digestID: digestId, random, elementIdentifier: name, elementValue: value });
}

function hashOf(item: IssuedItem, digest: string): Buffer {
	return createHash(digest.replace("-", ""))
		.update(encodeCbor(itemBytes(item)))
		.digest();
}

function validityInfo({ signed, validFrom, validUntil, expectedUpdate }: LicenceValidity): CborValue {
	return {
		signed: dateTime(signed),
		validFrom: dateTime(validFrom),
		validUntil: dateTime(validUntil),
		...(expectedUpdate === undefined ? {} : { expectedUpdate: dateTime(expectedUpdate) }),
	};
}

/** Numbers in random order, which discloses nothing about the elements (ISO/IEC 18013-5, 9.1.2.5). */
function shuffled(size: number): number[] {
	const numbers = Array.from({ length: size }, (_, index) => index);
	for (let last = size - 1; last > 0; last -= 1) {
		const other = randomInt(last + 1);
		[numbers[last], numbers[other]] = [numbers[other] ?? other, numbers[last] ?? last];
	}
	return numbers;
}

const STATUS_OK = 0;
/** "Data not returned" (ISO/IEC 18013-5, table 9). */
const NOT_RETURNED = 0;

/** The key of the phone's proof: a signature, or a MAC where the reader's public key of the session is given. */
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

/** The response of a wallet that has none of the requested elements. */
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
