import { randomBytes } from "node:crypto";
import { z } from "zod";
import { epochSeconds } from "../context/clock";
import type { IdentityService } from "../context/identity-service";
import type { ServiceRequest } from "../context/service-request";
import { cookieLine, cookieName, readCookie } from "../http/cookie";
import { newMessageId } from "../identity-provider/entity";
import {
	deleteArtifact,
	deleteArtifactByUid,
	deleteArtifactsOfGrant,
	findArtifact,
	findArtifactBy,
	saveArtifact,
} from "../store/oidc-artifacts";
import { findPerson, type SamplePerson } from "./people";
import { SAMPLE_PROVIDER_PATH } from "./sample-provider";

const MODEL = "SampleProviderSession";
const COOKIE = "sample-provider.session";
const LIFETIME_SECONDS = 8 * 3600;
const TOKEN = /^[\w-]{43}$/;

const sampleSession = z.strictObject({
	personId: z.string(),
	startedAt: z.iso.datetime(),
	/** What the application's side is told that it is called. */
	sessionIndex: z.string(),
	/** Whether anybody was told of it, who then hears of its end. */
	isTold: z.boolean(),
});
type StoredSession = z.infer<typeof sampleSession>;
/** Somebody is signed in at the sample provider, in one browser. */
export type SampleSession = StoredSession & { token: string; person: SamplePerson };

export async function startSession(service: IdentityService, person: SamplePerson): Promise<SampleSession> {
	const token = randomBytes(32).toString("base64url");
	const startedAt = service.now().toISOString();
	const session = { personId: person.id, startedAt, sessionIndex: newMessageId(), isTold: false };
	await saveSession(service, token, session);
	return { ...session, token, person };
}

export async function noteTold(service: IdentityService, { token, person, ...session }: SampleSession): Promise<void> {
	if (!session.isTold) await saveSession(service, token, { ...session, isTold: true });
}

/** The session of the browser that a request comes from. */
export async function sessionOf(service: IdentityService, request: ServiceRequest): Promise<SampleSession | null> {
	const token = readCookie(request.headers.get("cookie"), cookieName(service.config.issuer, COOKIE)) ?? "";
	if (!TOKEN.test(token)) return null;
	const row = await findArtifact(service.database, MODEL, token);
	if (!row || (row.expires_at ?? 0) <= epochSeconds(service.now())) return null;
	const session = sampleSession.parse(JSON.parse(row.payload));
	const person = findPerson(session.personId);
	return person && { ...session, token, person };
}

export function endSession({ database }: IdentityService, { token }: SampleSession): Promise<void> {
	return deleteArtifact(database, MODEL, token);
}

/** Ends what somebody who names a person, and perhaps sessions, wants to have ended. */
export async function endSessionsOf(
	{ database }: IdentityService,
	person: SamplePerson,
	sessionIndexes: readonly string[],
): Promise<void> {
	if (sessionIndexes.length === 0) return deleteArtifactsOfGrant(database, grantOf(person.id), MODEL);
	for (const index of sessionIndexes) {
		const row = await findArtifactBy(database, MODEL, "uid_hash", index);
		if (row?.grant_id === grantOf(person.id)) await deleteArtifactByUid(database, MODEL, index);
	}
}

/** @param token null takes the cookie away. @returns a Set-Cookie line */
export function sessionCookie({ config }: IdentityService, token: string | null): string {
	const cookie = { name: COOKIE, path: SAMPLE_PROVIDER_PATH, lifetimeSeconds: LIFETIME_SECONDS };
	return cookieLine(config.issuer, cookie, token);
}

function saveSession({ database, now }: IdentityService, token: string, session: StoredSession): Promise<void> {
	return saveArtifact(database, {
		...{ model: MODEL, id: token, uid: session.sessionIndex, payload: session },
		// All of one person's in the place of a grant.
		grantId: grantOf(session.personId),
		expiresAt: epochSeconds(now()) + LIFETIME_SECONDS,
	});
}

function grantOf(personId: string): string {
	return `sample-provider:${personId}`;
}
