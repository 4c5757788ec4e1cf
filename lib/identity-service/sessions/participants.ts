import { createHmac } from "node:crypto";
import { z } from "zod";
import { SESSION_ABSOLUTE_SECONDS } from "../clients/lifetimes";
import { epochSeconds } from "../context/clock";
import type { IdentityService } from "../context/identity-service";
import { deriveSecret } from "../keys/derived";
import { artifactsOfGrant, deleteArtifactsOfGrant, findArtifact, saveArtifact } from "../store/oidc-artifacts";

const MODEL = "SamlSession";
const PURPOSE = "saml-session-index";
/** As many hexadecimal digits as SAML wants chance in an identifier (core 2.0 section 1.3.4). */
const INDEX_LENGTH = 40;

const participant = z.strictObject({
	/** So that it goes when the user does. */
	accountId: z.string(),
	/** `uid` of the session that it got its answer in. */
	sessionUid: z.string(),
	clientId: z.string(),
	nameId: z.string(),
	nameIdFormat: z.string(),
	sessionIndex: z.string(),
});
/** An application that was told who is signed in, and what it was told. */
export type Participant = z.infer<typeof participant>;

/**
 * Notes that an application gets an answer in a session: it is told when the session ends, and may end it.
 * @returns `SessionIndex`, one for each application and session, that nobody else can tell
 */
export async function noteParticipant(
	service: IdentityService,
	told: Omit<Participant, "sessionIndex">,
): Promise<string> {
	const key = deriveSecret(service.secrets.current, PURPOSE);
	const named = JSON.stringify([told.sessionUid, told.clientId]);
	const sessionIndex = `_${createHmac("sha256", key).update(named).digest("hex").slice(0, INDEX_LENGTH)}`;
	await saveArtifact(service.database, {
		...{ model: MODEL, id: sessionIndex, payload: { ...told, sessionIndex } },
		// The session stands in the place of a grant: what is written under it ends with it.
		grantId: told.sessionUid,
		expiresAt: epochSeconds(service.now()) + SESSION_ABSOLUTE_SECONDS,
	});
	return sessionIndex;
}

export async function participantBy(
	{ database }: IdentityService,
	sessionIndex: string,
): Promise<Participant | undefined> {
	const row = await findArtifact(database, MODEL, sessionIndex);
	return row && participant.parse(JSON.parse(row.payload));
}

export async function participantsOf({ database }: IdentityService, sessionUid: string): Promise<Participant[]> {
	const rows = await artifactsOfGrant(database, sessionUid, MODEL);
	return rows.map(({ payload }) => participant.parse(JSON.parse(payload)));
}

export function forgetParticipants({ database }: IdentityService, sessionUid: string): Promise<void> {
	return deleteArtifactsOfGrant(database, sessionUid, MODEL);
}
