import type { CertificateChain } from "../certificates/find-chain";
import { isValidAt } from "../certificates/find-chain";
import type { MobileSecurityObject } from "../response/mobile-security-object";
import type { CheckList } from "./check-list";

/** When the phone copy was signed and when it may be shown (ISO/IEC 18013-5, 9.3.1). */
export function checkValidity(
	{ validity: { signed, validFrom, validUntil } }: MobileSecurityObject,
	chain: CertificateChain,
	at: Date,
	checks: CheckList,
): void {
	const [{ certificate }] = chain.certificates;
	checks.judge("signed-date", [
		signed === null && noMoment("signed"),
		signed !== null && signed > at && `The licence says that it was signed only on ${moment(signed)}.`,
		signed !== null &&
			!isValidAt(certificate, signed) &&
			`It was signed on ${moment(signed)}, when the signer's certificate was not valid.`,
	]);
	// ISO/IEC 18013-5, 9.1.2.4 asks this of the issuer; 9.3.1 does not ask a reader to refuse it.
	if (checks.isPassed("signed-date") && signed && validFrom && validFrom < signed) {
		checks.noted("signed-date", "It is said to be valid from before it was signed, which an issuer should not write.");
	}
	checks.judge("valid-from", [
		validFrom === null && noMoment("validFrom"),
		validFrom !== null && at < validFrom && `The phone copy is not valid before ${moment(validFrom)}.`,
	]);
	checks.judge("valid-until", [
		validUntil === null && noMoment("validUntil"),
		validUntil !== null &&
			at > validUntil &&
			`The phone copy expired on ${moment(validUntil)}: the wallet has to fetch a new one.`,
	]);
}

function noMoment(name: string): string {
	return `${name} is missing, or is no moment as 2027-01-31T12:00:00Z (tag 0).`;
}

function moment(date: Date): string {
	return `${date.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
