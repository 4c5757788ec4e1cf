import type { KeyObject } from "node:crypto";
import { CborTag, type CborValue, encodeCbor } from "../cbor/encode-cbor";
import { sealHpke } from "../hpke/hpke";
import { MDL_NAMESPACE, nearestAttestation } from "../mdl";
import type { RequestedElement } from "../verification/verification";
import {
	type IssuedItem,
	type IssuedLicence,
	issueLicence,
	type LicenceValidity,
	presentLicence,
	presentNothing,
} from "./issue-licence";
import { type LicenceElements, mandatoryOnly, sampleHolder } from "./sample-holder";
import { documentSigner, expiredDocumentSigner, sampleIssuerOf } from "./sample-issuers";
import { sampleKey } from "./sample-key";
import type { SampleLicenceId } from "./sample-licences";

const DAY_MS = 24 * 60 * 60 * 1000;
const ADDED = 2;

const PHONE = sampleKey("Sample phone");
const OTHER_PHONE = sampleKey("Another sample phone");

/**
 * The response of a wallet with a sample licence. Under the rules of ISO it sends what it has; for a browser's DCQL query
 * it sends all or nothing (OpenID4VP 1.0, section 6.4.1), and `missing` has the names of the missing elements.
 * @param transcript CBOR of the session transcript, which the phone signs
 * @param readerKey public, of the session: for the licence with a proof by MAC, which is a signature without this key
 */
export function respondAsWallet(request: {
	licence: SampleLicenceId;
	requested: readonly RequestedElement[];
	rules: "iso" | "browser";
	transcript: Uint8Array;
	readerKey?: KeyObject;
	now: Date;
}): { response: Uint8Array } | { missing: string[] } {
	const { licence: id, requested, rules, transcript, readerKey, now } = request;
	const licence = issued(id, now);
	const { items, missing } = chooseItems(licence.items, requested, rules);
	if (rules === "browser" && missing.length > 0) return { missing: missing.map(({ name }) => name) };
	if (items.length === 0) return { response: presentNothing() };
	const { privateKey } = id === "other-phone" ? OTHER_PHONE : PHONE;
	const device = id === "mac" && readerKey !== undefined ? { privateKey, readerKey } : { privateKey };
	const sent = misbehaved(id, items, licence.items);
	return { response: presentLicence({ licence, items: sent, missing, transcript, device }) };
}

function issued(id: SampleLicenceId, now: Date): IssuedLicence {
	const issuer = sampleIssuerOf(id !== "unlisted-issuer");
	const validity = validityOf(id, now);
	const signer = id === "expired-signer" ? expiredDocumentSigner(issuer, now) : documentSigner(issuer, now);
	return issueLicence({ elements: elementsOf(id, now), signer, deviceKey: PHONE.publicKey, validity });
}

function elementsOf(id: SampleLicenceId, now: Date): LicenceElements {
	if (id === "under-21") return sampleHolder({ now, age: 19 });
	if (id === "expired-licence") return sampleHolder({ now, expiresInDays: -40 });
	return id === "mandatory" ? mandatoryOnly(sampleHolder({ now })) : sampleHolder({ now });
}

function validityOf(id: SampleLicenceId, now: Date): LicenceValidity {
	const at = (days: number) => new Date(now.getTime() + days * DAY_MS);
	const ordinary = { signed: at(-10), validFrom: at(-10), validUntil: at(20), expectedUpdate: at(13) };
	if (id === "expired-copy") return { ...ordinary, validUntil: at(-1), expectedUpdate: at(-3) };
	return id === "not-yet-valid" ? { ...ordinary, validFrom: at(2) } : ordinary;
}

function misbehaved(id: SampleLicenceId, items: readonly IssuedItem[], held: readonly IssuedItem[]) {
	if (id === "sends-more") return [...items, ...held.filter((item) => !items.includes(item)).slice(0, ADDED)];
	if (id !== "altered-element") return items;
	return items.map((item, index) => (index === 0 ? { ...item, value: altered(item.value) } : item));
}

/** Another value of the same kind, as an attacker would write it. */
function altered(value: CborValue): CborValue {
	if (typeof value === "boolean") return !value;
	if (typeof value === "number") return value + 1;
	if (typeof value === "string") return `${value}x`;
	if (value instanceof Uint8Array) return Buffer.concat([value, Buffer.from([0])]);
	if (value instanceof CborTag && typeof value.value === "string") return new CborTag(value.tag, later(value.value));
	return Array.isArray(value) ? value.slice(1) : null;
}

/** A date ten years later. */
function later(date: string): string {
	return `${Number(date.slice(0, 4)) + 10}${date.slice(4)}`;
}

/**
 * The items for a request. For an age limit that is the nearest attestation (ISO/IEC 18013-5, 7.2.5), only under the rules
 * of ISO: a DCQL query names claims, and gets no others (OpenID4VP 1.0, section 6.4).
 */
function chooseItems(
	held: readonly IssuedItem[],
	requested: readonly RequestedElement[],
	rules: "iso" | "browser",
): { items: readonly IssuedItem[]; missing: readonly RequestedElement[] } {
	const items = new Set<IssuedItem>();
	const missing: RequestedElement[] = [];
	for (const element of requested) {
		const ofNamespace = held.filter(({ namespace }) => namespace === element.namespace);
		const exact = ofNamespace.find(({ name }) => name === element.name);
		const isAttested = rules === "iso" && element.namespace === MDL_NAMESPACE;
		const nearest = isAttested ? nearestAttestation(element.name, ofNamespace, ({ value }) => value) : undefined;
		const found = nearest ?? exact;
		if (found === undefined) missing.push(element);
		else items.add(found);
	}
	return { items: [...items], missing };
}

type Sealed = { response: Uint8Array; recipient: KeyObject; transcript: Uint8Array };

/**
 * Encrypts a response as a wallet does for `org-iso-mdoc` (ISO/IEC 18013-7, annex C).
 * @param recipient public, from the encryption info of the request
 * @param transcript CBOR of the session transcript, which is the `info`
 * @returns base64url of CBOR, the `response` of the credential
 */
export function sealAsWallet({ response, recipient, transcript }: Sealed): string {
	const { enc, cipherText } = sealHpke({ recipient, info: transcript, plaintext: response });
	return encodeCbor(["dcapi", { enc, cipherText }]).toString("base64url");
}
