import { artifactHash, type NewArtifact, saveArtifact } from "./oidc-artifacts";
import { statementParts } from "./rows";
import type { IdentityServiceDatabase, OidcArtifactTable } from "./schema";

// The artifacts that browsers' cookies refer to. Where several requests have renewed the identifier of a session at the same
// moment, the session has one for each: the browser keeps one of them.

const MODEL = "Session";

type StoredArtifact = Pick<OidcArtifactTable, "id_hash" | "payload">;

/** @param uids of the sessions */
export async function artifactsOfSessions(
	database: IdentityServiceDatabase,
	uids: readonly string[],
): Promise<StoredArtifact[]> {
	const found: StoredArtifact[] = [];
	for (const some of statementParts(uids)) {
		const rows = await database
			.selectFrom("oidc_artifacts")
			.select(["id_hash", "payload"])
			.where("model", "=", MODEL)
			.where("uid_hash", "in", some.map(artifactHash))
			.execute();
		found.push(...rows);
	}
	return found;
}

/**
 * Writes one of a session's artifacts, and the same content to the others.
 * @param kept those that are stored and stay, `artifact` itself among them or not
 */
export async function saveSessionArtifact(
	database: IdentityServiceDatabase,
	artifact: NewArtifact,
	kept: readonly Pick<OidcArtifactTable, "id_hash">[],
	dropped: readonly Pick<OidcArtifactTable, "id_hash">[],
): Promise<void> {
	await saveArtifact(database, artifact);
	const ownHash = artifactHash(artifact.id);
	const hashesOf = (rows: typeof kept) => rows.map(({ id_hash }) => id_hash).filter((hash) => hash !== ownHash);
	if (hashesOf(dropped).length > 0) {
		await database
			.deleteFrom("oidc_artifacts")
			.where("model", "=", MODEL)
			.where("id_hash", "in", hashesOf(dropped))
			.execute();
	}
	if (hashesOf(kept).length === 0) return;
	await database
		.updateTable("oidc_artifacts")
		.set({ payload: JSON.stringify(artifact.payload), expires_at: artifact.expiresAt ?? null })
		.where("model", "=", MODEL)
		.where("id_hash", "in", hashesOf(kept))
		.execute();
}

/** @param uids of the sessions */
export async function deleteSessionArtifacts(
	database: IdentityServiceDatabase,
	uids: readonly string[],
): Promise<void> {
	for (const some of statementParts(uids)) {
		await database
			.deleteFrom("oidc_artifacts")
			.where("model", "=", MODEL)
			.where("uid_hash", "in", some.map(artifactHash))
			.execute();
	}
}
