import type { Check, Verification } from "@/lib/mdoc/verification/verification";

/** Why a verification came out as it did, in one or two sentences. */
export function reasonOf(verification: Verification, labelOf: (name: string) => string): string {
	const { verdict, checks, elements } = verification;
	if (verdict === "rejected") return whyRejected(verification, labelOf);
	const asked = elements.filter(({ isAsked }) => isAsked);
	const missing = asked.filter(({ isSent }) => !isSent).map(({ name }) => labelOf(name));
	const issued = issuedAs(asked.length);
	if (verdict === "verified") {
		return `${issued}, and the phone that the licence was issued to has answered. ${unchecked(checks)}`;
	}
	const [lacking] = missing.length > 0 ? [`Not sent: ${missing.join(", ")}.`] : [];
	const proof = checks.find(({ name }) => name === "device-proof");
	const unproved = proof?.state === "passed" ? "" : "Whether the phone is the right one was not checked.";
	return [lacking ? "What was sent is as the issuer signed it." : `${issued}.`, lacking, unproved, unchecked(checks)]
		.filter(Boolean)
		.join(" ");
}

function issuedAs(asked: number): string {
	if (asked === 0) return "The licence is as the issuer signed it";
	return asked === 1
		? "The one element that was asked for is there as the issuer signed it"
		: `All ${asked} elements are there as the issuer signed them`;
}

/** What nobody may take for checked. */
function unchecked(checks: readonly Check[]): string {
	const expiry = checks.find(({ name }) => name === "licence-expiry");
	return expiry?.state === "unchecked"
		? "Not checked: revocation, and whether the licence itself has expired."
		: "Revocation is not checked.";
}

/** The first failure is the cause of many that follow. */
function whyRejected({ checks, elements }: Verification, labelOf: (name: string) => string): string {
	const failed = checks.filter(({ state }) => state === "failed");
	const [first] = failed;
	const more = failed.length - 1;
	if (!first) return "A check has failed.";
	if (first.name === "conformance") return `${first.detail} No other check has failed.`;
	// A name that nobody asked for is whatever the sender made it.
	const changed = elements
		.filter(({ isAsked, digest }) => isAsked && digest === "differs")
		.map(({ name }) => labelOf(name));
	const which = first.name === "digests" && changed.length > 0 ? `Changed: ${changed.join(", ")}.` : "";
	return [first.detail, which, more === 0 ? "" : `${more} more ${more === 1 ? "check has" : "checks have"} failed.`]
		.filter(Boolean)
		.join(" ");
}
