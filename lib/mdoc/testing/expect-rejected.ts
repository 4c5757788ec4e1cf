import { expect } from "vitest";
import type { CheckName, Verification, VerificationContext } from "../verification/verification";
import { namesOf, verified } from "./sample-session";

/** Expects that a response is rejected for these checks and for no others. */
export function expectRejected(
	response: Uint8Array,
	failed: readonly CheckName[],
	changed: Partial<VerificationContext> = {},
): Verification {
	const verification = verified(response, changed);
	expect(namesOf(verification, "failed")).toEqual(failed);
	expect(verification.verdict).toBe("rejected");
	return verification;
}
