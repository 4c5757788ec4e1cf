import type { KeyObject } from "node:crypto";
import type { AskedElement } from "../verification/verification";
import { altered } from "./altered";
import { chooseItems } from "./choose-items";
import { type IssuedItem, type IssuedLicence, issueLicence, type LicenceValidity } from "./issue-licence";
import { presentLicence, presentNothing } from "./present-licence";
import { type LicenceElements, mandatoryOnly, sampleHolder } from "./sample-holder";
import { documentSigner, expiredDocumentSigner, sampleIssuerOf } from "./sample-issuers";
import { sampleKey } from "./sample-key";
import type { SampleLicenceId } from "./sample-licences";

const DAY_MS = 24 * 60 * 60 * 1000;
const ADDED = 2;

const PHONE = sampleKey("Sample phone");
const OTHER_PHONE = sampleKey("Another sample phone");

/**
 * What a wallet with a sample licence answers. Under the rules of ISO it sends what it has; asked by a browser with a DCQL
 * query it sends all or nothing (OpenID4VP 1.0, section 6.4.1), and then the names of what it lacks come back instead.
 * @param transcript CBOR of the session transcript, which the phone signs over
 * @param readerKey public, of the session: for the licence that proves itself by MAC, which signs where there is none
 */
export function answerAsWallet({
	licence: id,
	asked,
	rules,
	transcript,
	readerKey,
	now,
}: {
	licence: SampleLicenceId;
	asked: readonly AskedElement[];
	rules: "iso" | "browser";
	transcript: Uint8Array;
	readerKey?: KeyObject;
	now: Date;
}): { response: Uint8Array } | { missing: string[] } {
	const licence = issued(id, now);
	const { items, missing } = chooseItems(licence.items, asked, rules);
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
