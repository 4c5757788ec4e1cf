import type { AdapterPayload } from "oidc-provider";
import { sessionGrantId } from "./session-grant";

/** A session as it is stored: the library's payload, and what it does not know. */
export type StoredSession = AdapterPayload & {
	uid: string;
	accountId: string;
	/** The last sign-in in the session, and whether its user's sign-ins contain it. */
	signIn?: SignIn;
};

type SignIn = { id: string; isCounted: boolean };

/**
 * A session after a request: with what the request has changed since it read the session, and what others have stored since.
 * @param base as the request has read it; undefined where its browser had none
 * @param stored as it is stored now; undefined for a new one
 * @param payload the library's, after the request
 * @param signIn identifies the user's sign-in that the request belongs to; undefined: it belongs to none
 */
export function mergedSession(
	base: AdapterPayload | undefined,
	stored: StoredSession | undefined,
	payload: AdapterPayload & { uid: string; accountId: string },
	signIn: string | undefined,
): StoredSession {
	const { loginTs = 0 } = payload;
	const signsIn = signIn !== undefined && signIn !== stored?.signIn?.id && loginTs >= (stored?.loginTs ?? 0);
	const last = signsIn ? payload : (stored ?? payload);
	return {
		...payload,
		acr: last.acr,
		amr: last.amr,
		loginTs: last.loginTs,
		transient: last.transient,
		...(signsIn ? { signIn: { id: signIn, isCounted: false } } : stored?.signIn && { signIn: stored.signIn }),
		state: isSame(payload.state, base?.state) ? (stored ?? payload).state : payload.state,
		authorizations: mergedAuthorizations(base, stored, payload),
	};
}

function mergedAuthorizations(
	base: AdapterPayload | undefined,
	stored: StoredSession | undefined,
	{ uid, accountId, authorizations = {} }: AdapterPayload & { uid: string; accountId: string },
): AdapterPayload["authorizations"] {
	const merged = { ...(stored ?? base)?.authorizations };
	for (const [clientId, { sid, grantId, persistsLogout }] of Object.entries(authorizations)) {
		const before = base?.authorizations?.[clientId];
		// Without a grant it is a mere trace of a question of the library.
		if (grantId === undefined || isSame(before, authorizations[clientId])) continue;
		const now = merged[clientId];
		merged[clientId] = {
			sid: now?.sid ?? sid,
			// A refresh token's grant is its own, and outlives the session.
			grantId: persistsLogout ? (now?.grantId ?? sessionGrantId(uid, accountId, clientId)) : grantId,
		};
	}
	return merged;
}

function isSame(one: unknown, other: unknown): boolean {
	return JSON.stringify(one) === JSON.stringify(other);
}
