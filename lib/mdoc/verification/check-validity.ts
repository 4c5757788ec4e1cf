import type { CertificateChain } from "../certificates/find-chain";
import { isValidAt } from "../certificates/find-chain";
import type { MobileSecurityObject } from "../response/mobile-security-object";
import type { CheckList } from "./check-list";

/** When the phone copy was signed and when it may be shown (ISO/IEC 18013-5, 9.3.1). */
export function checkValidity(
	{ signed, validFrom, validUntil }: MobileSecurityObject,
	chain: CertificateChain,
	at: Date,
	checks: CheckList,
): void {
	const [{ certificate }] = chain.certificates;
	checks.judge("signed-date", [
		signed > at && `The licence says that it was signed only on ${moment(signed)}.`,
		!isValidAt(certificate, signed) &&
			`It was signed on ${moment(signed)}, when the signer's certificate was not valid.`,
	]);
	// ISO/IEC 18013-5, 9.1.2.4 asks this of the issuer; 9.3.1 does not ask a reader to refuse it.
	if (checks.isPassed("signed-date") && validFrom < signed) {
		checks.noted("signed-date", "It is said to be valid from before it was signed, which an issuer should not write.");
	}
	checks.judge("valid-from", [at < validFrom && `The phone copy is not valid before ${moment(validFrom)}.`]);
	checks.judge("valid-until", [
		at > validUntil && `The phone copy expired on ${moment(validUntil)}: the wallet has to fetch a new one.`,
	]);
}

function moment(date: Date): string {
	return `${date.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
