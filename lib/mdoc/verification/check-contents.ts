import type { CborItem } from "../cbor/decode-cbor";
import type { CertificateFacts } from "../certificates/certificate-facts";
import { type CertificateChain, isValidAt } from "../certificates/find-chain";
import { MDL_NAMESPACE } from "../mdl";
import { readEnd } from "../response/dates";
import type { MobileSecurityObject } from "../response/mobile-security-object";
import type { CheckedElement } from "./check-elements";
import type { CheckList } from "./check-list";
import type { VerificationContext } from "./verification";

/** Elements about the licence itself, compared with its signer and the date (ISO/IEC 18013-5, 9.3.1). */
export function checkContents(
	sent: readonly CheckedElement[],
	chain: CertificateChain,
	{ requested, at }: VerificationContext,
	checks: CheckList,
): void {
	const why = (name: string) => {
		if (sent.some((element) => isMdlElement(element, name))) return "Not checked, because its digest is wrong.";
		return requested.some((element) => isMdlElement(element, name))
			? `Not checked, because ${name} was not sent.`
			: `Not checked, because ${name} was not asked for.`;
	};
	const valueNamed = (name: string) => sent.find((element) => isMdlElement(element, name))?.value ?? null;
	const country = valueNamed("issuing_country");
	const jurisdiction = valueNamed("issuing_jurisdiction");
	const [{ facts }] = chain.certificates;
	// The state is optional in a certificate.
	if (country || (jurisdiction && facts.state !== null)) checkCountry(country, jurisdiction, facts, checks);
	else checks.unchecked("issuing-country", why("issuing_country"));
	const expiry = valueNamed("expiry_date");
	if (expiry) checkExpiry(expiry, at, checks);
	else checks.unchecked("licence-expiry", why("expiry_date"));
}

function checkCountry(
	country: CborItem | null,
	jurisdiction: CborItem | null,
	facts: CertificateFacts,
	checks: CheckList,
): void {
	checks.judge("issuing-country", [
		country !== null &&
			!isText(country, facts.country) &&
			"The licence names a different issuing country from its signer's certificate.",
		jurisdiction !== null &&
			facts.state !== null &&
			!isText(jurisdiction, facts.state) &&
			"The licence names a different issuing state or region from its signer's certificate.",
	]);
}

function checkExpiry(expiry: CborItem, at: Date, checks: CheckList): void {
	const end = readEnd(expiry);
	checks.judge("licence-expiry", [
		end === null && "The expiry date of the licence is not a date.",
		end !== null && end.moment < at && "The licence itself has expired, whatever the phone copy says.",
	]);
	for (const manner of end?.deviations ?? []) checks.deviates("conformance", `expiry_date is written ${manner}.`);
}

function isText(item: CborItem, text: string | null): boolean {
	return item.kind === "text" && item.value === text;
}

function isMdlElement(element: { namespace: string; name: string }, name: string): boolean {
	return element.namespace === MDL_NAMESPACE && element.name === name;
}

/** Clocks of issuers, wallets and readers differ: a licence that was issued just now may be dated in the future. */
const CLOCK_DIFFERENCE_SECONDS = 60;

/** When the phone copy was signed and when it is valid (ISO/IEC 18013-5, 9.3.1). */
export function checkValidity(
	{ validity: { signed, validFrom, validUntil } }: MobileSecurityObject,
	chain: CertificateChain,
	{ at, isClockStrict = false }: VerificationContext,
	checks: CheckList,
): void {
	const [{ certificate }] = chain.certificates;
	const tolerated = isClockStrict ? 0 : CLOCK_DIFFERENCE_SECONDS;
	checks.judge("signed-date", [
		signed === null && noMoment("signed"),
		signed !== null &&
			secondsAhead(signed, at) > tolerated &&
			`The licence says that it was not signed until ${moment(signed)}.`,
		signed !== null &&
			!isValidAt(certificate, signed) &&
			`It was signed on ${moment(signed)}, when the signer's certificate was not valid.`,
	]);
	checks.note("signed-date", [
		signed !== null && secondsAhead(signed, at) > 0 && `It was signed ${differenceOf(signed, at)}`,
		// ISO/IEC 18013-5, 9.1.2.4 requires this of the issuer; 9.3.1 does not require a reader to reject it.
		signed !== null &&
			validFrom !== null &&
			validFrom < signed &&
			"Its validity begins before it was signed, which it should not.",
	]);
	checks.judge("valid-from", [
		validFrom === null && noMoment("validFrom"),
		validFrom !== null &&
			secondsAhead(validFrom, at) > tolerated &&
			`The phone copy is not valid before ${moment(validFrom)}.`,
	]);
	checks.note("valid-from", [
		validFrom !== null &&
			secondsAhead(validFrom, at) > 0 &&
			`The phone copy becomes valid ${differenceOf(validFrom, at)}`,
	]);
	checks.judge("valid-until", [
		validUntil === null && noMoment("validUntil"),
		validUntil !== null &&
			at > validUntil &&
			`The phone copy expired on ${moment(validUntil)}: the wallet must fetch a new one.`,
	]);
}

function noMoment(name: string): string {
	return `${name} is missing, or is not a time such as 2027-01-31T12:00:00Z (tag 0).`;
}

function secondsAhead(date: Date, at: Date): number {
	return Math.ceil((date.getTime() - at.getTime()) / 1000);
}

function differenceOf(date: Date, at: Date): string {
	return `${secondsAhead(date, at)} s after the moment of the check. Clocks may differ by up to ${CLOCK_DIFFERENCE_SECONDS} s, unless “Strict clock” is ticked.`;
}

function moment(date: Date): string {
	return `${date.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
