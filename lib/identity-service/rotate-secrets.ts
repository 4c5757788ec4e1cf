import { sql, type Transaction } from "kysely";
import { inTransaction } from "@/lib/database/in-transaction";
import { seal, unseal } from "@/lib/secrets/sealed-text";
import { CLIENT_SECRET_PURPOSE } from "./keys/client-secret";
import {
	type AppSecrets,
	KEPT_SECRET_PURPOSE,
	LOGIN_ADDRESS_PURPOSE,
	OUTBOX_PURPOSE,
	SIGNING_KEY_PURPOSE,
} from "./keys/service-secrets";
import type { ServiceParts } from "./open-service-parts";
import type { IdentityServiceSchema } from "./store/schema";

type Store = Transaction<IdentityServiceSchema>;

/** The columns that are encrypted under the application secret. */
const SEALED = [
	{ table: "signing_keys", key: "kid", column: "private_jwk", purpose: SIGNING_KEY_PURPOSE },
	{ table: "clients", key: "client_id", column: "sealed_secret", purpose: CLIENT_SECRET_PURPOSE },
	{ table: "kept_secrets", key: "name", column: "sealed", purpose: KEPT_SECRET_PURPOSE },
	// Few or none of the last day; an older version's are plain text, and are deleted within a day.
	{ table: "outbox_messages", key: "id", column: "text", purpose: OUTBOX_PURPOSE },
	// Of the last quarter of an hour, and found by hashes under the secret of their time alone.
	{ table: "login_failures", key: "key_hash", column: "sealed_address", purpose: LOGIN_ADDRESS_PURPOSE },
] as const;
type Sealed = (typeof SEALED)[number];
/** They are not counted: they are deleted soon. */
const PASSING: readonly string[] = ["outbox_messages", "login_failures"] satisfies Sealed["table"][];

/**
 * Moves the store from the previous application secret to the current one: re-encrypts what the previous one encrypted,
 * and stores the roots that were the previous one itself. In one transaction; can be repeated.
 * @param newCredentials derives client secrets, private keys, the edge's key and derived passwords from the current
 * secret instead of keeping them; random secrets of applications are not changed
 * @returns the number of moved keys, secrets and roots
 */
export async function rotateServiceSecrets(
	service: ServiceParts,
	{ newCredentials = false } = {},
): Promise<{ moved: number }> {
	const { config, database, secrets, seed } = service;
	const { appSecret } = config;
	const { identifiers, credentials } = secrets;
	const renewed = newCredentials && credentials !== appSecret ? await seed.renewCredentials(appSecret) : null;
	const moved = await inTransaction(
		database,
		async (store) => {
			// First, so that the replaced root is not moved.
			if (renewed) await renewed(store);
			let count = renewed ? 1 : 0;
			for (const sealed of SEALED) {
				const rows = await reseal(store, sealed, config);
				if (!PASSING.includes(sealed.table)) count += rows;
			}
			if (await storeRoot(store, "identifiers", identifiers, appSecret)) count += 1;
			if (!renewed && (await storeRoot(store, "credentials", credentials, appSecret))) count += 1;
			return count;
		},
		"serializable",
	);
	await secrets.refresh();
	if (moved > 0) await seed.listCredentials();
	return { moved };
}

/**
 * Re-encrypts what the previous secret decrypts.
 * @returns the number of rows
 */
async function reseal(store: Store, { table, key, column, purpose }: Sealed, secrets: AppSecrets): Promise<number> {
	const { appSecret, previousAppSecret } = secrets;
	if (previousAppSecret === null) return 0;
	const [inTable, id, text] = [sql.table(table), sql.ref(key), sql.ref(column)];
	const { rows } = await sql<{ id: string; text: string }>`
		select ${id} as id, ${text} as text from ${inTable} where ${text} is not null`.execute(store);
	let count = 0;
	for (const row of rows) {
		const opened = await unseal(row.text, [previousAppSecret], purpose);
		if (!opened) continue;
		const sealed = await seal(opened.text, appSecret, purpose);
		await sql`update ${inTable} set ${text} = ${sealed} where ${id} = ${row.id}`.execute(store);
		count += 1;
	}
	return count;
}

/**
 * Stores a root that was the previous application secret itself.
 * @returns whether it was stored now
 */
async function storeRoot(store: Store, name: string, root: string, appSecret: string): Promise<boolean> {
	if (root === appSecret) return false;
	const sealed = await seal(root, appSecret, KEPT_SECRET_PURPOSE);
	const { numInsertedOrUpdatedRows } = await store
		.insertInto("kept_secrets")
		.values({ name, sealed })
		.onConflict((conflict) => conflict.doNothing())
		.executeTakeFirst();
	return numInsertedOrUpdatedRows === 1n;
}
