import { type DeletedValue, findArtifact, REVOKED_TOKEN_MODEL } from "./oidc-artifacts";
import { USED_VALUES_KEPT } from "./refresh-token-values";
import type { DeletedToken } from "./refresh-tokens";
import { statementParts } from "./rows";
import type { IdentityServiceDatabase } from "./schema";

// What is known of the values of a refresh token that was revoked, for as long as the log has its entries: whoever sends one
// afterwards is refused like everybody else, and the log says whose it was.

const KEPT_SECONDS = 30 * 24 * 3600;

/** Whose value it was. */
export type RevokedToken = { accountId: string; clientId: string; refreshTokenId: string; sessionId: string | null };

/** To be called in the transaction that deletes the tokens. @param now seconds since the epoch */
export async function rememberRevoked(
	transaction: IdentityServiceDatabase,
	tokens: readonly DeletedToken[],
	now: number,
): Promise<void> {
	const rows = tokens.flatMap(({ id, user_id, client_id, session_id, values }) => {
		const payload: RevokedToken = {
			...{ accountId: user_id, clientId: client_id, refreshTokenId: id, sessionId: session_id },
		};
		return newestOf(values).map(({ id_hash }) => ({
			model: REVOKED_TOKEN_MODEL,
			id_hash,
			payload: JSON.stringify(payload),
			account_id: user_id,
			expires_at: now + KEPT_SECONDS,
			...{ generation: 0, exchanged: 0 },
		}));
	});
	for (const some of statementParts(rows)) {
		const insertion = transaction.insertInto("oidc_artifacts").values([...some]);
		await insertion.onConflict((conflict) => conflict.doNothing()).execute();
	}
}

/** As many of the used ones as are kept of a token that was not revoked: one of an older release may have any number. */
function newestOf(values: readonly DeletedValue[]): DeletedValue[] {
	const unused = values.filter(({ consumed_at }) => consumed_at === null);
	const used = values.filter(({ consumed_at }) => consumed_at !== null);
	const latestFirst = used.toSorted(
		(one, other) => Number(other.consumed_at) - Number(one.consumed_at) || other.generation - one.generation,
	);
	return [...unused, ...latestFirst.slice(0, USED_VALUES_KEPT)];
}

/** @param value that was presented */
export async function findRevoked(database: IdentityServiceDatabase, value: string): Promise<RevokedToken | null> {
	const row = await findArtifact(database, REVOKED_TOKEN_MODEL, value);
	return row ? JSON.parse(row.payload) : null;
}
