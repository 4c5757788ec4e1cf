import { generateKeyPairSync } from "node:crypto";
import { MDL_NAMESPACE } from "../mdl";
import { respondAsWallet } from "../sample/respond-as-wallet";
import { sampleTrustList } from "../sample/sample-issuers";
import type { SampleLicenceId } from "../sample/sample-licences";
import { openid4vpTranscript } from "../transcript/session-transcript";
import type {
	CheckName,
	CheckState,
	RequestedElement,
	Verification,
	VerificationContext,
} from "../verification/verification";
import { verifyResponse } from "../verification/verify-response";

export const AT = new Date("2027-03-04T05:06:07Z");
export const READER = generateKeyPairSync("ec", { namedCurve: "P-256" });
export const TRANSCRIPT = openid4vpTranscript({
	origin: "https://console.example",
	nonce: "a nonce of the test",
	jwkThumbprint: null,
});
export const REQUESTED = requested("family_name", "birth_date", "age_over_18", "issuing_country", "expiry_date");

export function requested(...names: string[]): RequestedElement[] {
	return names.map((name) => ({ namespace: MDL_NAMESPACE, name, isRetained: null }));
}

/** The context in which a response is verified in these tests, with some of it changed. */
export function context(changed: Partial<VerificationContext> = {}): VerificationContext {
	const readerKey = READER.privateKey;
	return { requested: REQUESTED, transcript: TRANSCRIPT, readerKey, roots: sampleTrustList(), at: AT, ...changed };
}

export function respond(licence: SampleLicenceId, elements: readonly RequestedElement[] = REQUESTED): Buffer {
	const readerKey = READER.publicKey;
	const sent = respondAsWallet({
		licence,
		requested: elements,
		rules: "iso",
		transcript: TRANSCRIPT,
		readerKey,
		now: AT,
	});
	if (!("response" in sent)) throw new Error(`Nothing was sent, for want of ${sent.missing.join(", ")}.`);
	return Buffer.from(sent.response);
}

export function verified(response: Uint8Array, changed: Partial<VerificationContext> = {}): Verification {
	return verifyResponse(response, context(changed));
}

export function namesOf({ checks }: Verification, expected: CheckState): CheckName[] {
	return checks.filter(({ state }) => state === expected).map(({ name }) => name);
}

export function detailOf({ checks }: Verification, expected: CheckName): string | null {
	return checks.find(({ name }) => name === expected)?.detail ?? null;
}

/** The elements by name with the bytes of their values, null where they have none. */
export function valuesOf({ elements }: Verification): Record<string, string | null> {
	return Object.fromEntries(
		elements.map(({ namespace, name, value }) => [
			`${namespace} ${name}`,
			value && Buffer.from(value.raw).toString("hex"),
		]),
	);
}
