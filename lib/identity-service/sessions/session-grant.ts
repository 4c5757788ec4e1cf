import { createHash } from "node:crypto";
import type { AdapterPayload, Grant } from "oidc-provider";
import { ENDLESS_SECONDS, GRANT_REST_SECONDS, SESSION_ABSOLUTE_SECONDS } from "../clients/lifetimes";
import { epochSeconds } from "../context/clock";
import type { IdentityService } from "../context/identity-service";
import { artifactHash, insertArtifact, type NewArtifact, saveArtifact } from "../store/oidc-artifacts";
import { lockForUpdate } from "../store/rows";

/**
 * The identifier of the grant that an application has in a session for what is issued without `offline_access`. It follows
 * from both, so that requests which meet in a session get one grant and not two, of which the session could name one.
 */
export function sessionGrantId(sessionUid: string, accountId: string, clientId: string): string {
	const named = JSON.stringify(["session-grant", sessionUid, accountId, clientId]);
	return createHash("sha256").update(named).digest("base64url");
}

/**
 * Stores a grant of the library. What was granted under its identifier before stays granted, until that has expired. To be
 * called in a transaction.
 */
export async function saveGrant(
	{ database, now }: Pick<IdentityService, "database" | "now">,
	payload: AdapterPayload,
	artifact: NewArtifact,
): Promise<void> {
	const row = database
		.selectFrom("oidc_artifacts")
		.select(["payload", "expires_at"])
		.where("model", "=", "Grant")
		.where("id_hash", "=", artifactHash(artifact.id));
	let stored = await lockForUpdate(database, row).executeTakeFirst();
	// Another request may insert it at the same moment: then it can be read, and stays, after its transaction.
	if (!stored && (await insertArtifact(database, artifact))) return;
	stored ??= await lockForUpdate(database, row).executeTakeFirst();
	const isValid = stored && (stored.expires_at === null || stored.expires_at > epochSeconds(now()));
	const granted = isValid ? withScopes(payload as Scopes, JSON.parse(stored?.payload ?? "{}")) : {};
	await saveArtifact(database, { ...artifact, payload: { ...artifact.payload, ...granted } });
}

/**
 * Lets the grant of a new refresh token last as long as that. To be called in a transaction.
 * @param seconds the lifetime of the token
 * @returns false where there is no such grant
 */
export async function extendGrant(
	{ database, now }: Pick<IdentityService, "database" | "now">,
	grantId: string,
	seconds: number,
): Promise<boolean> {
	const end = epochSeconds(now()) + Math.max(seconds, SESSION_ABSOLUTE_SECONDS) + GRANT_REST_SECONDS;
	const { numUpdatedRows } = await database
		.updateTable("oidc_artifacts")
		.set({ expires_at: seconds >= ENDLESS_SECONDS ? null : end })
		.where("model", "=", "Grant")
		.where("id_hash", "=", artifactHash(grantId))
		.executeTakeFirst();
	return numUpdatedRows === 1n;
}

type Scopes = Partial<Pick<Grant, "openid" | "resources">>;

/** What either of two grants contains. */
function withScopes(one: Scopes, other: Scopes): Scopes {
	const audiences = Object.keys({ ...one.resources, ...other.resources });
	const resources = audiences.map((audience) => [
		audience,
		allScopes(one.resources?.[audience], other.resources?.[audience]),
	]);
	const scope = allScopes(one.openid?.scope, other.openid?.scope);
	return {
		...(scope === "" ? {} : { openid: { ...one.openid, scope } }),
		...(resources.length === 0 ? {} : { resources: Object.fromEntries(resources) }),
	};
}

function allScopes(one = "", other = ""): string {
	return [...new Set([...one.split(" "), ...other.split(" ")])].filter(Boolean).join(" ");
}
