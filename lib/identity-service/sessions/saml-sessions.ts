import { createHash, createHmac } from "node:crypto";
import { z } from "zod";
import { SESSION_ABSOLUTE_SECONDS } from "../clients/lifetimes";
import { epochSeconds } from "../context/clock";
import type { IdentityService } from "../context/identity-service";
import { deriveSecret } from "../keys/derived";
import {
	artifactsOfGrant,
	deleteArtifact,
	deleteArtifactsOfGrant,
	findArtifact,
	saveArtifact,
} from "../store/oidc-artifacts";

// What SAML has beside a session here: the applications that take part in it, and the provider's session it came from.

const PARTICIPANT_MODEL = "SamlSession";
const PROVIDER_SESSION_MODEL = "ProviderSession";
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

/** Reads and writes artifacts of one model. `group` stands in the place of a grant: by it several are found or deleted. */
function records<Value extends object>(model: string, schema: z.ZodType<Value>) {
	const parse = ({ payload }: { payload: string }) => schema.parse(JSON.parse(payload));
	return {
		save({ database, now }: IdentityService, id: string, grantId: string, payload: Value): Promise<void> {
			const expiresAt = epochSeconds(now()) + SESSION_ABSOLUTE_SECONDS;
			return saveArtifact(database, { model, id, grantId, payload, expiresAt });
		},
		async find({ database }: IdentityService, id: string): Promise<Value | null> {
			const row = await findArtifact(database, model, id);
			return row ? parse(row) : null;
		},
		ofGroup: async ({ database }: IdentityService, group: string): Promise<Value[]> =>
			(await artifactsOfGrant(database, group, model)).map(parse),
	};
}

const participants = records(PARTICIPANT_MODEL, participant);
/** By `SessionIndex`; by the `uid` of the session. */
export const { find: participantBy, ofGroup: participantsOf } = participants;

/**
 * Notes that an application gets an answer in a session: it is told when the session ends, and may end it.
 * @returns `SessionIndex`, one for each application and session, that no other party can guess
 */
export async function noteParticipant(
	service: IdentityService,
	told: Omit<Participant, "sessionIndex">,
): Promise<string> {
	const key = deriveSecret(service.secrets.current, PURPOSE);
	const named = JSON.stringify([told.sessionUid, told.clientId]);
	const sessionIndex = `_${createHmac("sha256", key).update(named).digest("hex").slice(0, INDEX_LENGTH)}`;
	await participants.save(service, sessionIndex, told.sessionUid, { ...told, sessionIndex });
	return sessionIndex;
}

const providerSessions = records(PROVIDER_SESSION_MODEL, providerSession);
/** By the `uid` of the session here. */
export const { find: providerSessionOf } = providerSessions;

export function noteProviderSession(service: IdentityService, session: ProviderSession): Promise<void> {
	return providerSessions.save(service, session.sessionUid, personOf(session), session);
}

type Person = Pick<ProviderSession, "connectionId" | "nameId">;

export function providerSessionsOf(service: IdentityService, person: Person): Promise<ProviderSession[]> {
	return providerSessions.ofGroup(service, personOf(person));
}

function personOf({ connectionId, nameId }: Person): string {
	const named = JSON.stringify(["provider-session", connectionId, nameId]);
	return createHash("sha256").update(named).digest("base64url");
}

/** What depends on a session here that has ended: it is known no longer. */
export async function takeSamlSessions(service: IdentityService, uid: string) {
	const participants = await participantsOf(service, uid);
	await deleteArtifactsOfGrant(service.database, uid, PARTICIPANT_MODEL);
	const providerSession = await providerSessionOf(service, uid);
	if (providerSession) await deleteArtifact(service.database, PROVIDER_SESSION_MODEL, uid);
	return { participants, providerSession };
}
