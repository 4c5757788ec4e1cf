import { createHash } from "node:crypto";
import { deleteBeyondMax, statementParts } from "./rows";
import type { IdentityServiceDatabase, OidcArtifactTable, RefreshTokenRow } from "./schema";

/** What is stored beside an artifact's payload. `id` and `uid` are given raw and stored hashed. */
export type NewArtifact = {
	model: string;
	id: string;
	payload: object;
	uid?: string | undefined;
	grantId?: string | undefined;
	refreshTokenId?: string | undefined;
	/** Of a refresh token's value; absent: the first. */
	generation?: number | undefined;
	/** Of a refresh token's value whose generation was used before. Seconds since the epoch. */
	consumedAt?: number | undefined;
	/** Seconds since the epoch, or undefined for an artifact that never expires. */
	expiresAt?: number | undefined;
	/** The caller that created it, where the number per caller is bounded. */
	callerHash?: string | undefined;
};

/** Beyond it, those that expire first are deleted. */
const ARTIFACTS_PER_CALLER_MAX = 500;

/** SHA-256 in base64url: the values are random bearer secrets, so no salt is needed. */
export function artifactHash(value: string): string {
	return createHash("sha256").update(value).digest("base64url");
}

type HashColumn = "id_hash" | "uid_hash";

function rowOf({ model, id, payload, uid, ...artifact }: NewArtifact): OidcArtifactTable {
	return {
		model,
		id_hash: artifactHash(id),
		payload: JSON.stringify(payload),
		grant_id: artifact.grantId ?? null,
		uid_hash: uid === undefined ? null : artifactHash(uid),
		refresh_token_id: artifact.refreshTokenId ?? null,
		expires_at: artifact.expiresAt ?? null,
		consumed_at: artifact.consumedAt ?? null,
		generation: artifact.generation ?? 0,
		exchanged: 0,
		caller_hash: artifact.callerHash ?? null,
		...(artifact.refreshTokenId === undefined ? ownersOf(payload) : { account_id: null, client_id: null }),
	};
}

type OwnedPayload = {
	accountId?: string;
	clientId?: string;
	/** Of an interaction: who has just signed in there, who was signed in when it began, and to which client. */
	result?: { login?: { accountId?: string } };
	session?: { accountId?: string };
	params?: { client_id?: string };
};

function ownersOf(payload: OwnedPayload): Pick<OidcArtifactTable, "account_id" | "client_id"> {
	const account = payload.accountId ?? payload.result?.login?.accountId ?? payload.session?.accountId;
	return { account_id: account ?? null, client_id: payload.clientId ?? payload.params?.client_id ?? null };
}

/** Writes an artifact, or replaces its payload; `consumed_at` is left unchanged. */
export async function saveArtifact(database: IdentityServiceDatabase, artifact: NewArtifact): Promise<void> {
	const row = rowOf(artifact);
	const { model, id_hash, consumed_at, caller_hash, ...changed } = row;
	await database
		.insertInto("oidc_artifacts")
		.values(row)
		.onConflict((conflict) => conflict.columns(["model", "id_hash"]).doUpdateSet(changed))
		.execute();
	if (caller_hash === null) return;
	await deleteBeyondMax(database, caller_hash, {
		table: "oidc_artifacts",
		key: "id_hash",
		order: "expires_at",
		max: ARTIFACTS_PER_CALLER_MAX,
	});
}

/**
 * Writes an artifact only where the identifier is new: of several callers at the same moment one succeeds.
 * @returns false where the identifier exists
 */
export async function insertArtifact(database: IdentityServiceDatabase, artifact: NewArtifact): Promise<boolean> {
	const { numInsertedOrUpdatedRows } = await database
		.insertInto("oidc_artifacts")
		.values(rowOf(artifact))
		.onConflict((conflict) => conflict.doNothing())
		.executeTakeFirst();
	return numInsertedOrUpdatedRows === 1n;
}

/** @param column the key that `value` is of: by default the artifact's id, else a session's uid */
export function findArtifact(
	database: IdentityServiceDatabase,
	model: string,
	value: string,
	column: HashColumn = "id_hash",
): Promise<OidcArtifactTable | undefined> {
	return database
		.selectFrom("oidc_artifacts")
		.selectAll()
		.where("model", "=", model)
		.where(column, "=", artifactHash(value))
		.executeTakeFirst();
}

/**
 * Marks an artifact as used, once.
 * @param consumedAt seconds since the epoch
 * @returns false where another caller was first, or the artifact is gone
 */
export async function consumeArtifact(
	database: IdentityServiceDatabase,
	model: string,
	id: string,
	consumedAt: number,
): Promise<boolean> {
	const { numUpdatedRows } = await database
		.updateTable("oidc_artifacts")
		.set({ consumed_at: consumedAt })
		.where("model", "=", model)
		.where("id_hash", "=", artifactHash(id))
		.where("consumed_at", "is", null)
		.executeTakeFirst();
	return numUpdatedRows === 1n;
}

/** @param column as in `findArtifact` */
export async function deleteArtifact(
	database: IdentityServiceDatabase,
	model: string,
	value: string,
	column: HashColumn = "id_hash",
): Promise<void> {
	const hash = artifactHash(value);
	await database.deleteFrom("oidc_artifacts").where("model", "=", model).where(column, "=", hash).execute();
}

export function artifactsOfGrant(
	database: IdentityServiceDatabase,
	grantId: string,
	model: string,
): Promise<OidcArtifactTable[]> {
	return database
		.selectFrom("oidc_artifacts")
		.selectAll()
		.where("model", "=", model)
		.where("grant_id", "=", grantId)
		.execute();
}

export async function deleteArtifactsOfGrant(
	database: IdentityServiceDatabase,
	grantId: string,
	model: string,
): Promise<void> {
	await database.deleteFrom("oidc_artifacts").where("grant_id", "=", grantId).where("model", "=", model).execute();
}

/** A value of a refresh token that was deleted. */
export type DeletedValue = Pick<OidcArtifactTable, "id_hash" | "refresh_token_id" | "consumed_at" | "generation">;

/**
 * Deletes the values of refresh tokens, their grants, and what else was issued under those.
 * @returns the values, by their tokens
 */
export async function deleteArtifactsOfTokens(
	database: IdentityServiceDatabase,
	tokens: readonly Pick<RefreshTokenRow, "id" | "grant_id">[],
): Promise<Map<string | null, DeletedValue[]>> {
	const values: DeletedValue[] = [];
	for (const some of statementParts(tokens)) {
		const ids = some.map(({ id }) => id);
		const deletion = database.deleteFrom("oidc_artifacts").where("refresh_token_id", "in", ids);
		values.push(...(await deletion.returning(["id_hash", "refresh_token_id", "consumed_at", "generation"]).execute()));
		// Those that a start has added have no grant.
		await deleteGrants(
			database,
			some.flatMap(({ grant_id }) => grant_id ?? []),
		);
	}
	return Map.groupBy(values, ({ refresh_token_id }) => refresh_token_id);
}

/** Deletes grants, and what was issued under them but refresh tokens' rows. */
export async function deleteGrants(database: IdentityServiceDatabase, ids: readonly string[]): Promise<void> {
	for (const some of statementParts(ids)) {
		await database.deleteFrom("oidc_artifacts").where("grant_id", "in", some).execute();
		await database
			.deleteFrom("oidc_artifacts")
			.where("model", "=", "Grant")
			.where("id_hash", "in", some.map(artifactHash))
			.execute();
	}
}

/** What is known of the value of a refresh token that was revoked. */
export const REVOKED_TOKEN_MODEL = "RevokedRefreshToken";

/** Deletes a user's logins, and what was issued to applications for the user: token values but those of refresh tokens. */
export async function deleteArtifactsOfAccount(database: IdentityServiceDatabase, accountId: string): Promise<void> {
	await database
		.deleteFrom("oidc_artifacts")
		.where("account_id", "=", accountId)
		.where("model", "!=", REVOKED_TOKEN_MODEL)
		.execute();
}
