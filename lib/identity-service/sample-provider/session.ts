import { randomBytes } from "node:crypto";
import { z } from "zod";
import { epochSeconds } from "../context/clock";
import type { IdentityService } from "../context/identity-service";
import type { ServiceRequest } from "../context/service-request";
import { cookieLine, cookieName, readCookie } from "../http/cookie";
import { newMessageId } from "../identity-provider/entity";
import { deleteArtifact, deleteArtifactsOfGrant, findArtifact, saveArtifact } from "../store/oidc-artifacts";
import { SAMPLE_PROVIDER_PATH } from "./addresses";

/** One has the address of a sample tenant's account, and is another user; one has no address. */
export const samplePeople: readonly SamplePerson[] = [
	person("p-4f1d7c20", "Ines", "Calder", "ines.calder@sample-provider.example"),
	person("p-a83e5b96", "Tobias", "Renn", "tobias.renn@sample-provider.example"),
	person("p-c0926d11", "Mina", "Park", "mina.park@example.org"),
	person("p-7be4f358", "Noa", "Linde", null),
];

function person(id: string, givenName: string, familyName: string, email: string | null) {
	return { id, name: `${givenName} ${familyName}`, givenName, familyName, email };
}

/** A user of the sample provider. `id` is the name identifier in its assertions, and nothing else. */
export type SamplePerson = ReturnType<typeof person>;

export function findPerson(id: string): SamplePerson | null {
	return samplePeople.find((known) => known.id === id) ?? null;
}

const MODEL = "SampleProviderSession";
const COOKIE = "sample-provider.session";
const LIFETIME_SECONDS = 8 * 3600;
const TOKEN = /^[\w-]{43}$/;

const storedSession = z.strictObject({
	personId: z.string(),
	startedAt: z.iso.datetime(),
	/** SessionIndex in its assertions. */
	sessionIndex: z.string(),
	/** Whether an assertion was sent, so that the service has to be notified of the end. */
	isNotified: z.boolean(),
});
type StoredSession = z.infer<typeof storedSession>;
/** A session of one browser; `token` is the value of its cookie. */
export type SampleSession = StoredSession & { token: string; person: SamplePerson };

export async function startSession(service: IdentityService, person: SamplePerson): Promise<SampleSession> {
	const token = randomBytes(32).toString("base64url");
	const startedAt = service.now().toISOString();
	const session = { personId: person.id, startedAt, sessionIndex: newMessageId(), isNotified: false };
	await saveSession(service, token, session);
	return { ...session, token, person };
}

export async function noteAssertionSent(
	service: IdentityService,
	{ token, person, ...session }: SampleSession,
): Promise<void> {
	if (!session.isNotified) await saveSession(service, token, { ...session, isNotified: true });
}

/** The session of the browser that sent a request. */
export async function sessionOf(service: IdentityService, request: ServiceRequest): Promise<SampleSession | null> {
	const token = readCookie(request.headers.get("cookie"), cookieName(service.config.issuer, COOKIE)) ?? "";
	if (!TOKEN.test(token)) return null;
	const row = await findArtifact(service.database, MODEL, token);
	if (!row || (row.expires_at ?? 0) <= epochSeconds(service.now())) return null;
	const { data: session } = storedSession.safeParse(JSON.parse(row.payload));
	const person = session ? findPerson(session.personId) : null;
	return session && person ? { ...session, token, person } : null;
}

export function endSession({ database }: IdentityService, { token }: SampleSession): Promise<void> {
	return deleteArtifact(database, MODEL, token);
}

/** Ends a person's sessions with one of the indexes; without any, all of them (SAML core 2.0 section 3.7.1). */
export async function endSessionsOf(
	{ database }: IdentityService,
	{ id }: SamplePerson,
	sessionIndexes: readonly string[],
): Promise<void> {
	if (sessionIndexes.length === 0) return deleteArtifactsOfGrant(database, grantOf(id), MODEL);
	for (const index of sessionIndexes) {
		const row = await findArtifact(database, MODEL, index, "uid_hash");
		if (row?.grant_id === grantOf(id)) await deleteArtifact(database, MODEL, index, "uid_hash");
	}
}

/** @param token null deletes the cookie. @returns a Set-Cookie line */
export function sessionCookie({ config }: IdentityService, token: string | null): string {
	const cookie = { name: COOKIE, path: SAMPLE_PROVIDER_PATH, lifetimeSeconds: LIFETIME_SECONDS };
	return cookieLine(config.issuer, cookie, token);
}

function saveSession({ database, now }: IdentityService, token: string, session: StoredSession): Promise<void> {
	return saveArtifact(database, {
		model: MODEL,
		id: token,
		uid: session.sessionIndex,
		payload: session,
		// A person's sessions are found like the artifacts of a grant.
		grantId: grantOf(session.personId),
		expiresAt: epochSeconds(now()) + LIFETIME_SECONDS,
	});
}

function grantOf(personId: string): string {
	return `sample-provider:${personId}`;
}
