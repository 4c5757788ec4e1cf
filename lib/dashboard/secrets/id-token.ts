import "server-only";
import { seal, unseal } from "@/lib/secrets/sealed-text";
import { dashboardSecrets } from "./dashboard-secrets";

export const ID_TOKEN_PURPOSE = "id-token-encryption";
/** An encrypted text has five parts (RFC 7516, section 3.1), a signed token three. */
const SEALED_PARTS = 5;

/** Encrypts an ID token for the store. */
export async function sealIdToken(idToken: string): Promise<string> {
	return seal(idToken, (await dashboardSecrets()).current, ID_TOKEN_PURPOSE);
}

/**
 * The ID token of a stored session; null where no known secret opens it, and the tenant will ask at sign-out. A session
 * of an older version, which is over within hours, has it as it was.
 */
export async function openIdToken(stored: string): Promise<string | null> {
	if (!isSealed(stored)) return stored;
	return (await unseal(stored, (await dashboardSecrets()).known, ID_TOKEN_PURPOSE))?.text ?? null;
}

export function isSealed(stored: string): boolean {
	return stored.split(".").length === SEALED_PARTS;
}
