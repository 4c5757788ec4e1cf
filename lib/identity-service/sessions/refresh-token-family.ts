import { ENDLESS_SECONDS, type RefreshTokenLifetimes } from "../clients/lifetimes";
import type { IdentityService } from "../context/identity-service";
import { newIdentifier } from "../keys/derived";
import { deleteArtifact, deleteArtifactsOfGrant } from "../store/oidc-artifacts";
import type { RefreshTokenTable } from "../store/schema";

/** Where a request came from. */
export type Caller = { ip: string | null; userAgent: string | null };

export type NewFamily = {
	userId: string;
	clientId: string;
	sessionId: string | null;
	grantId: string;
	rotating: boolean;
	lifetimes: RefreshTokenLifetimes;
	resourceServers: { audience: string; scopes: string }[];
	caller: Caller;
};

const ID_LENGTH = 16;

/**
 * Writes the row that the management interface shows for a newly issued refresh token.
 * @returns its identifier, `dcr_` and 16 alphanumerics, which stays while the token's value rotates
 */
export async function createFamily(service: IdentityService, family: NewFamily): Promise<string> {
	const id = `dcr_${newIdentifier(ID_LENGTH)}`;
	const { ip, userAgent } = family.caller;
	const { absoluteSeconds, idleSeconds } = family.lifetimes;
	const now = service.now();
	await service.database
		.insertInto("refresh_tokens")
		.values({
			id,
			user_id: family.userId,
			client_id: family.clientId,
			session_id: family.sessionId,
			grant_id: family.grantId,
			rotating: family.rotating ? 1 : 0,
			resource_servers: JSON.stringify(family.resourceServers),
			device: JSON.stringify({
				initial_ip: ip,
				initial_asn: null,
				initial_user_agent: userAgent,
				last_ip: ip,
				last_asn: null,
				last_user_agent: userAgent,
			}),
			metadata: null,
			created_at: now.toISOString(),
			idle_expires_at: secondsAfter(now, Math.min(idleSeconds, absoluteSeconds)),
			expires_at: secondsAfter(now, absoluteSeconds),
			last_exchanged_at: null,
		})
		.execute();
	return id;
}

/** The row of a refresh token that may still be exchanged: neither deleted nor expired. */
export async function findLiveFamily(service: IdentityService, id: string): Promise<RefreshTokenTable | undefined> {
	const row = await service.database.selectFrom("refresh_tokens").selectAll().where("id", "=", id).executeTakeFirst();
	const now = service.now().toISOString();
	const ends = [row?.idle_expires_at, row?.expires_at].filter((time) => typeof time === "string");
	return ends.every((time) => time > now) ? row : undefined;
}

/**
 * Notes an exchange: its time, the device it came from, and the idle expiry that moves with it. Metadata stays.
 * @param idleSeconds how long the token lives on without another one
 */
export async function recordExchange(
	service: IdentityService,
	id: string,
	caller: Caller,
	idleSeconds: number,
): Promise<void> {
	const row = await service.database
		.selectFrom("refresh_tokens")
		.select(["device", "expires_at"])
		.where("id", "=", id)
		.executeTakeFirst();
	if (!row) return;
	const now = service.now();
	const idle = secondsAfter(now, idleSeconds);
	const device = { ...JSON.parse(row.device), last_ip: caller.ip, last_user_agent: caller.userAgent, last_asn: null };
	await service.database
		.updateTable("refresh_tokens")
		.set({
			device: JSON.stringify(device),
			last_exchanged_at: now.toISOString(),
			idle_expires_at: row.expires_at !== null && (idle === null || row.expires_at < idle) ? row.expires_at : idle,
		})
		.where("id", "=", id)
		.execute();
}

/** Ends a grant and all that was issued under it: codes, opaque access tokens, refresh tokens and their rows. */
export async function revokeGrant(service: IdentityService, grantId: string): Promise<void> {
	await deleteFamiliesOfGrant(service, grantId);
	await deleteArtifactsOfGrant(service.database, grantId);
	await deleteArtifact(service.database, "Grant", grantId);
}

export async function deleteFamiliesOfGrant(service: IdentityService, grantId: string): Promise<void> {
	await service.database.deleteFrom("refresh_tokens").where("grant_id", "=", grantId).execute();
}

/** Null where the time never comes. */
function secondsAfter(time: Date, seconds: number): string | null {
	if (seconds >= ENDLESS_SECONDS) return null;
	return new Date(time.getTime() + seconds * 1000).toISOString();
}
