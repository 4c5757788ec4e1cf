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
import type { OidcArtifactTable } from "../store/schema";

// SAML's records of a session here: the applications that participate in it, and the provider's session it began with.

const PARTICIPANT_MODEL = "SamlSession";
const PROVIDER_SESSION_MODEL = "ProviderSession";
const PURPOSE = "saml-session-index";
/** The randomness that SAML requires of an identifier, in hexadecimal digits (core 2.0 section 1.3.4). */
const INDEX_LENGTH = 40;

const participant = z.strictObject({
	/** Deletes the record with the user. */
	accountId: z.string(),
	/** `uid` of the session of its Response. */
	sessionUid: z.string(),
	clientId: z.string(),
	nameId: z.string(),
	nameIdFormat: z.string(),
	sessionIndex: z.string(),
});
/** An application that received an Assertion in a session, with the identifiers in it. */
export type Participant = z.infer<typeof participant>;

export const providerSession = z.strictObject({
	/** Deletes the record with the user. */
	accountId: z.string(),
	/** `uid` of the session here. */
	sessionUid: z.string(),
	connectionId: z.string(),
	nameId: z.string(),
	nameIdFormat: z.string().nullable(),
	nameQualifier: z.string().nullable(),
	spNameQualifier: z.string().nullable(),
	/** The provider's `SessionIndex`; null: it sent none. */
	sessionIndex: z.string().nullable(),
	/** The end of the session there; absent where the provider sent none. */
	until: z.string().optional(),
});
/** The session at an outside provider that a session here began with, from the provider's Response. */
export type ProviderSession = z.infer<typeof providerSession>;

/** Reads and writes artifacts of one model. `group` is stored as the grant: by it several are found or deleted. */
function records<Value extends object>(model: string, schema: z.ZodType<Value>) {
	const read = ({ now }: IdentityService, rows: readonly OidcArtifactTable[]) =>
		rows
			.filter(({ expires_at }) => (expires_at ?? 0) > epochSeconds(now()))
			.map(({ payload }) => schema.parse(JSON.parse(payload)));
	return {
		save({ database, now }: IdentityService, id: string, grantId: string, payload: Value): Promise<void> {
			const expiresAt = epochSeconds(now()) + SESSION_ABSOLUTE_SECONDS;
			return saveArtifact(database, { model, id, grantId, payload, expiresAt });
		},
		async find(service: IdentityService, id: string): Promise<Value | null> {
			const row = await findArtifact(service.database, model, id);
			return read(service, row ? [row] : [])[0] ?? null;
		},
		ofGroup: async (service: IdentityService, group: string): Promise<Value[]> =>
			read(service, await artifactsOfGrant(service.database, group, model)),
	};
}

const participants = records(PARTICIPANT_MODEL, participant);
/** By `SessionIndex`; by the `uid` of the session. */
export const { find: participantBy, ofGroup: participantsOf } = participants;

/**
 * Records an application that receives a Response in a session: it is notified when the session ends, and may end it.
 * @returns `SessionIndex`, one for each application and session, that no other party can guess
 */
export async function saveParticipant(
	service: IdentityService,
	recipient: Omit<Participant, "sessionIndex">,
): Promise<string> {
	const key = deriveSecret(service.secrets.current, PURPOSE);
	const named = JSON.stringify([recipient.sessionUid, recipient.clientId]);
	const sessionIndex = `_${createHmac("sha256", key).update(named).digest("hex").slice(0, INDEX_LENGTH)}`;
	await participants.save(service, sessionIndex, recipient.sessionUid, { ...recipient, sessionIndex });
	return sessionIndex;
}

const providerSessions = records(PROVIDER_SESSION_MODEL, providerSession);
/** By the `uid` of the session here. */
export const { find: providerSessionOf } = providerSessions;

export function saveProviderSession(service: IdentityService, session: ProviderSession): Promise<void> {
	return providerSessions.save(service, session.sessionUid, groupOf(session), session);
}

type Person = Pick<ProviderSession, "connectionId" | "nameId">;

export function providerSessionsOf(service: IdentityService, person: Person): Promise<ProviderSession[]> {
	return providerSessions.ofGroup(service, groupOf(person));
}

function groupOf({ connectionId, nameId }: Person): string {
	const named = JSON.stringify(["provider-session", connectionId, nameId]);
	return createHash("sha256").update(named).digest("base64url");
}

/** The SAML participants of sessions that have ended here, and the sessions at providers that they began with. */
export type EndedSamlSessions = { participants: Participant[]; providerSessions: ProviderSession[] };

/** Consumes the records of sessions here that have ended. @param uids those of the sessions */
export async function consumeSamlSessions(
	service: IdentityService,
	uids: readonly string[],
): Promise<EndedSamlSessions> {
	const ended: EndedSamlSessions = { participants: [], providerSessions: [] };
	for (const uid of uids) {
		ended.participants.push(...(await participantsOf(service, uid)));
		await deleteArtifactsOfGrant(service.database, uid, PARTICIPANT_MODEL);
		const providerSession = await providerSessionOf(service, uid);
		if (providerSession === null) continue;
		ended.providerSessions.push(providerSession);
		await deleteArtifact(service.database, PROVIDER_SESSION_MODEL, uid);
	}
	return ended;
}
