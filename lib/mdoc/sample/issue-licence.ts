import { createHash, type KeyObject, randomBytes, randomInt, type X509Certificate } from "node:crypto";
import { type CborTag, type CborValue, embeddedCbor, encodeCbor } from "../cbor/encode-cbor";
import { coseKey, coseSign1 } from "../cose/write-cose";
import { MDL_DOCUMENT_TYPE } from "../mdl";
import { dateTime, type LicenceElements } from "./sample-holder";

const RANDOM_BYTES = 32;

export type IssuedItem = { namespace: string; name: string; value: CborValue; digestId: number; random: Uint8Array };

export type IssuedLicence = {
	documentType: string;
	items: readonly IssuedItem[];
	/** COSE_Sign1 over the mobile security object. */
	issuerAuth: CborValue;
};

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
}): IssuedLicence {
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
		...{ version: "1.0", digestAlgorithm: digest, valueDigests: digests },
		...{ deviceKeyInfo: { deviceKey: coseKey(deviceKey) }, docType: documentType },
		validityInfo: validityInfo(validity),
	};
	const chain = signer.chain.map((certificate) => certificate.raw);
	const issuerAuth = coseSign1(signer.privateKey, encodeCbor(embeddedCbor(securityObject)), { chain });
	return { documentType, items, issuerAuth };
}

/** `IssuerSignedItemBytes`, whose hash is in the mobile security object (ISO/IEC 18013-5, 8.3.2.1.2.2). */
export function itemBytes({ name, value, digestId, random }: IssuedItem): CborTag {
	return embeddedCbor({ digestID: digestId, random, elementIdentifier: name, elementValue: value });
}

function hashOf(item: IssuedItem, digest: string): Buffer {
	return createHash(digest.replace("-", ""))
		.update(encodeCbor(itemBytes(item)))
		.digest();
}

function validityInfo({ signed, validFrom, validUntil, expectedUpdate }: LicenceValidity): CborValue {
	return {
		...{ signed: dateTime(signed), validFrom: dateTime(validFrom), validUntil: dateTime(validUntil) },
		...(expectedUpdate === undefined ? {} : { expectedUpdate: dateTime(expectedUpdate) }),
	};
}

/** Numbers in an order that tells nothing about the elements (ISO/IEC 18013-5, 9.1.2.5). */
function shuffled(size: number): number[] {
	const numbers = Array.from({ length: size }, (_, index) => index);
	for (let last = size - 1; last > 0; last -= 1) {
		const other = randomInt(last + 1);
		[numbers[last], numbers[other]] = [numbers[other] ?? other, numbers[last] ?? last];
	}
	return numbers;
}
