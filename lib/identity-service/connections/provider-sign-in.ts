import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import { epochSeconds } from "../context/clock";
import type { IdentityService } from "../context/identity-service";
import { sealedValues } from "../keys/sealed-values";
import { consumeArtifact, deleteArtifact, findArtifact, saveArtifact } from "../store/oidc-artifacts";

const MODEL = "ProviderSignIn";
const PURPOSE = "provider-sign-in";
/** Time for the browser from the callback to the page that it redirects to. */
const PROVIDER_SIGN_IN_SECONDS = 2 * 60;
const TOKEN = /^[\w-]{43}$/;

const text = z.string().nullable();

const providerSignIn = z.strictObject({
	/** The application. */
	clientId: z.string(),
	/** Hash of the login that requested it; null: it is IdP-initiated. */
	login: text,
	connectionId: z.string(),
	/** Not stored yet: a response that is not used creates no user. */
	user: z.strictObject({
		user_id: z.string(),
		connection: z.string(),
		email: text,
		email_verified: z.number(),
		name: z.string(),
		given_name: text,
		family_name: text,
		nickname: text,
		picture: text,
		username: text,
	}),
	/** The provider's session, from which one here starts. */
	session: z.strictObject({
		nameId: z.string(),
		nameIdFormat: text,
		nameQualifier: text,
		spNameQualifier: text,
		sessionIndex: text,
		until: z.string().optional(),
	}),
});
/** A user whom a provider has authenticated, between the callback and the end of the login. */
export type ProviderSignIn = z.infer<typeof providerSignIn>;

/** Refers to one by its token, in an authorization request that this service makes. */
export const providerSignIns = sealedValues(PURPOSE, z.strictObject({ token: z.string(), clientId: z.string() }));

/** @returns a single-use token */
export async function saveProviderSignIn({ database, now }: IdentityService, signIn: ProviderSignIn): Promise<string> {
	const token = randomBytes(32).toString("base64url");
	const expiresAt = epochSeconds(now()) + PROVIDER_SIGN_IN_SECONDS;
	await saveArtifact(database, { model: MODEL, id: token, payload: signIn, expiresAt });
	return token;
}

/** Uses up the token, even where the login fails afterwards. @returns null for a used, expired or unknown token */
export async function consumeProviderSignIn(
	{ database, now }: IdentityService,
	token: string,
): Promise<ProviderSignIn | null> {
	const seconds = epochSeconds(now());
	if (!TOKEN.test(token) || !(await consumeArtifact(database, MODEL, token, seconds))) return null;
	const row = await findArtifact(database, MODEL, token);
	await deleteArtifact(database, MODEL, token);
	return row && (row.expires_at ?? 0) > seconds ? providerSignIn.parse(JSON.parse(row.payload)) : null;
}

/** Identifies a login in the store, which must not reveal the uids of pending logins. */
export function loginHash(uid: string): string {
	return createHash("sha256").update(`${PURPOSE}:${uid}`).digest("base64url");
}
