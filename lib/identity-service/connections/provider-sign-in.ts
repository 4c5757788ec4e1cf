import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import { epochSeconds } from "../context/clock";
import type { IdentityService } from "../context/identity-service";
import { sealedValues } from "../keys/sealed-values";
import { consumeArtifact, deleteArtifact, findArtifact, saveArtifact } from "../store/oidc-artifacts";

const MODEL = "ProviderSignIn";
const PURPOSE = "provider-sign-in";
/** How long the browser may take from the callback to the page behind it. */
const PROVIDER_SIGN_IN_SECONDS = 2 * 60;
const TOKEN = /^[\w-]{43}$/;

const text = z.string().nullable();

const providerSignIn = z.strictObject({
	/** The application that it is for. */
	clientId: z.string(),
	/** Hash of the login that requested it; null: it is IdP-initiated. */
	login: text,
	connectionId: z.string(),
	/** Not yet written: a response that is not used creates no user. */
	user: z.strictObject({
		...{ user_id: z.string(), connection: z.string(), email: text, email_verified: z.number(), name: z.string() },
		...{ given_name: text, family_name: text, nickname: text, picture: text, username: text },
	}),
	/** Of the provider, which becomes one here. */
	session: z.strictObject({
		...{ nameId: z.string(), nameIdFormat: text, nameQualifier: text, spNameQualifier: text, sessionIndex: text },
		until: z.string().optional(),
	}),
});
/** A user whom a provider has authenticated, between the callback and the login that ends with it. */
export type ProviderSignIn = z.infer<typeof providerSignIn>;

/** The same by its token, in an authorization request that begins here. */
export const providerSignIns = sealedValues(PURPOSE, z.strictObject({ token: z.string(), clientId: z.string() }));

/** @returns the token by which it is taken, once */
export async function keepProviderSignIn({ database, now }: IdentityService, signIn: ProviderSignIn): Promise<string> {
	const token = randomBytes(32).toString("base64url");
	const expiresAt = epochSeconds(now()) + PROVIDER_SIGN_IN_SECONDS;
	await saveArtifact(database, { model: MODEL, id: token, payload: signIn, expiresAt });
	return token;
}

/** Takes it: whatever becomes of it, it is used then. @returns null for what was used, is too old, or never was */
export async function takeProviderSignIn(
	{ database, now }: IdentityService,
	token: string,
): Promise<ProviderSignIn | null> {
	const seconds = epochSeconds(now());
	if (!TOKEN.test(token) || !(await consumeArtifact(database, MODEL, token, seconds))) return null;
	const row = await findArtifact(database, MODEL, token);
	await deleteArtifact(database, MODEL, token);
	return row && (row.expires_at ?? 0) > seconds ? providerSignIn.parse(JSON.parse(row.payload)) : null;
}

/** What names a login beside what ends it: the store is to reveal no login that waits. */
export function loginHash(uid: string): string {
	return createHash("sha256").update(`${PURPOSE}:${uid}`).digest("base64url");
}
