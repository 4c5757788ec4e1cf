import { createHash } from "node:crypto";
import { z } from "zod";
import { SESSION_ABSOLUTE_SECONDS } from "../clients/lifetimes";
import { epochSeconds } from "../context/clock";
import type { IdentityService } from "../context/identity-service";
import { artifactsOfGrant, deleteArtifact, findArtifact, saveArtifact } from "../store/oidc-artifacts";

const MODEL = "ProviderSession";

export const providerSession = z.strictObject({
	/** So that it goes when the user does. */
	accountId: z.string(),
	/** `uid` of the session here. */
	sessionUid: z.string(),
	connectionId: z.string(),
	nameId: z.string(),
	nameIdFormat: z.string().nullable(),
	nameQualifier: z.string().nullable(),
	spNameQualifier: z.string().nullable(),
	/** What the provider calls its session; null: it didn't say. */
	sessionIndex: z.string().nullable(),
	/** When it ends there; not there where the provider didn't say. */
	until: z.string().optional(),
});
/** The session at an outside provider that a session here came from, by the words of the provider's answer. */
export type ProviderSession = z.infer<typeof providerSession>;

export async function noteProviderSession({ database, now }: IdentityService, session: ProviderSession): Promise<void> {
	await saveArtifact(database, {
		...{ model: MODEL, id: session.sessionUid, payload: session },
		// All of one person's in the place of a grant.
		grantId: personOf(session),
		expiresAt: epochSeconds(now()) + SESSION_ABSOLUTE_SECONDS,
	});
}

export async function providerSessionOf(
	{ database }: IdentityService,
	sessionUid: string,
): Promise<ProviderSession | null> {
	const row = await findArtifact(database, MODEL, sessionUid);
	return row ? providerSession.parse(JSON.parse(row.payload)) : null;
}

/** The same, which has ended here: it is known no longer. */
export async function takeProviderSession(
	service: IdentityService,
	sessionUid: string,
): Promise<ProviderSession | null> {
	const session = await providerSessionOf(service, sessionUid);
	if (session) await deleteArtifact(service.database, MODEL, sessionUid);
	return session;
}

/** All sessions here of one person of a provider. */
export async function providerSessionsOf(
	{ database }: IdentityService,
	person: Pick<ProviderSession, "connectionId" | "nameId">,
): Promise<ProviderSession[]> {
	const rows = await artifactsOfGrant(database, personOf(person), MODEL);
	return rows.map(({ payload }) => providerSession.parse(JSON.parse(payload)));
}

function personOf({ connectionId, nameId }: Pick<ProviderSession, "connectionId" | "nameId">): string {
	const named = JSON.stringify(["provider-session", connectionId, nameId]);
	return createHash("sha256").update(named).digest("base64url");
}
