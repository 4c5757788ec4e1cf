import { deriveKey } from "@/lib/secrets/sealed-text";
import type { IdentityService } from "../context/identity-service";
import { derivedClientKey, deriveIdentifier } from "../keys/derived";
import type { ServiceSecrets } from "../keys/service-secrets";

// Identifiers, passwords and keys of the sample tenant are derived from the installation's root secret of the first
// start: they differ between installations, and are the same at every start of one.

/** `auth0|` and 24 hexadecimal digits. */
export function sampleUserId(identifiers: string, handle: string): string {
	const digits = Buffer.from(deriveKey(identifiers, `sample-user:${handle}`)).toString("hex");
	return `auth0|${digits.slice(0, 24)}`;
}

/**
 * Four groups of five letters and digits, to be read from a terminal.
 * @param generation how often it was reset
 */
export function samplePassword(credentials: string, handle: string, generation = 0): string {
	const purpose = generation === 0 ? `sample-password:${handle}` : `sample-password:${handle}:${generation}`;
	const characters = deriveIdentifier(credentials, purpose, 20).toLowerCase();
	return characters.match(/.{5}/g)?.join("-") ?? characters;
}

/** `dcr_` and 16 letters and digits. */
export function sampleRefreshTokenId(identifiers: string, handle: string): string {
	return `dcr_${deriveIdentifier(identifiers, `sample-refresh-token:${handle}`, 16)}`;
}

/** 32 letters and digits. */
export function sampleSessionId(identifiers: string, handle: string): string {
	return deriveIdentifier(identifiers, `sample-session:${handle}`, 32);
}

/** The public key of a client, as a JWK Set in JSON. */
export function samplePublicKeys(credentials: string, handle: string): string {
	const { d, ...publicKey } = derivedClientKey(credentials, handle);
	return JSON.stringify({ keys: [publicKey] });
}

const DAY_MILLISECONDS = 86_400_000;

/** The roots of derivation and the one time of all rows of the sample. */
export type SampleMoment = Pick<ServiceSecrets, "identifiers" | "credentials"> & { now: Date; audience: string };

export function sampleMoment({
	config,
	secrets: { identifiers, credentials },
	now,
}: Pick<IdentityService, "config" | "secrets" | "now">): SampleMoment {
	return { identifiers, credentials, now: now(), audience: config.audience };
}

/** ISO 8601. @param days before `now` where they are negative */
export function daysFrom(now: Date, days: number): string {
	return new Date(now.getTime() + days * DAY_MILLISECONDS).toISOString();
}
