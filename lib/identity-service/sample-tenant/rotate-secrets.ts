import type { Transaction } from "kysely";
import { inTransaction } from "@/lib/database/in-transaction";
import { seal, unseal } from "@/lib/secrets/sealed-text";
import type { IdentityService } from "../context/identity-service";
import { CLIENT_SECRET_PURPOSE } from "../keys/client-secret";
import { KEPT_SECRET_PURPOSE, OUTBOX_PURPOSE, SIGNING_KEY_PURPOSE } from "../keys/service-secrets";
import type { IdentityServiceSchema } from "../store/schema";
import { writeCredentials } from "./credentials";
import { renewedCredentials } from "./renew-credentials";

type Store = Transaction<IdentityServiceSchema>;

/**
 * Moves the store from the previous application secret to the one of today: what the previous one encrypted is
 * encrypted anew, and the roots that were the previous one itself are kept from now on. All of it or nothing; can be
 * repeated.
 * @param newCredentials lets client secrets, private keys, the edge's key and the sample's passwords be derived from the
 * secret of today instead of keeping them; secrets that applications were given one by one stay
 * @returns how many keys, secrets and roots were moved
 */
export async function rotateServiceSecrets(
	service: IdentityService,
	{ newCredentials = false } = {},
): Promise<{ moved: number }> {
	const { config, database, secrets } = service;
	const { appSecret, previousAppSecret } = config;
	const { identifiers, credentials } = secrets;
	const renewed = newCredentials && credentials !== appSecret ? await renewedCredentials(service, appSecret) : null;
	const previous = previousAppSecret === null ? [] : [previousAppSecret];
	const moved = await inTransaction(
		database,
		async (store) => {
			const keys = await moveSigningKeys(store, previous, appSecret);
			const clients = await moveClientSecrets(store, previous, appSecret);
			await moveMessages(store, previous, appSecret);
			const roots = [await keepRoot(store, "identifiers", identifiers, { previous, appSecret })];
			const others = await moveOtherSecrets(store, previous, appSecret);
			if (renewed) await renewed(store);
			else roots.push(await keepRoot(store, "credentials", credentials, { previous, appSecret }));
			return keys + clients + others + roots.filter(Boolean).length + (renewed ? 1 : 0);
		},
		"serializable",
	);
	await secrets.refresh();
	if (moved > 0) await writeCredentials(service);
	return { moved };
}

async function moveSigningKeys(store: Store, previous: string[], appSecret: string): Promise<number> {
	let moved = 0;
	for (const { kid, private_jwk } of await store.selectFrom("signing_keys").selectAll().execute()) {
		const opened = await unseal(private_jwk, previous, SIGNING_KEY_PURPOSE);
		if (!opened) continue;
		const sealed = await seal(opened.text, appSecret, SIGNING_KEY_PURPOSE);
		await store.updateTable("signing_keys").set({ private_jwk: sealed }).where("kid", "=", kid).execute();
		moved += 1;
	}
	return moved;
}

async function moveClientSecrets(store: Store, previous: string[], appSecret: string): Promise<number> {
	const query = store
		.selectFrom("clients")
		.select(["client_id", "sealed_secret"])
		.where("sealed_secret", "is not", null);
	let moved = 0;
	for (const { client_id, sealed_secret } of await query.execute()) {
		const opened = sealed_secret && (await unseal(sealed_secret, previous, CLIENT_SECRET_PURPOSE));
		if (!opened) continue;
		const sealed = await seal(opened.text, appSecret, CLIENT_SECRET_PURPOSE);
		await store.updateTable("clients").set({ sealed_secret: sealed }).where("client_id", "=", client_id).execute();
		moved += 1;
	}
	return moved;
}

/** Of the last day, few or none; what an older version wrote is in the clear, and gone tomorrow. */
async function moveMessages(store: Store, previous: string[], appSecret: string): Promise<void> {
	for (const { id, text } of await store.selectFrom("outbox_messages").select(["id", "text"]).execute()) {
		const opened = await unseal(text, previous, OUTBOX_PURPOSE);
		if (!opened) continue;
		const sealed = await seal(opened.text, appSecret, OUTBOX_PURPOSE);
		await store.updateTable("outbox_messages").set({ text: sealed }).where("id", "=", id).execute();
	}
}

/** What is kept beside the roots, and made at random. */
async function moveOtherSecrets(store: Store, previous: string[], appSecret: string): Promise<number> {
	const query = store.selectFrom("kept_secrets").selectAll().where("name", "not in", ["identifiers", "credentials"]);
	let moved = 0;
	for (const { name, sealed } of await query.execute()) {
		const opened = await unseal(sealed, previous, KEPT_SECRET_PURPOSE);
		if (!opened) continue;
		const anew = await seal(opened.text, appSecret, KEPT_SECRET_PURPOSE);
		await store.updateTable("kept_secrets").set({ sealed: anew }).where("name", "=", name).execute();
		moved += 1;
	}
	return moved;
}

/** @returns whether there was something to do */
async function keepRoot(
	store: Store,
	name: string,
	root: string,
	{ previous, appSecret }: { previous: string[]; appSecret: string },
): Promise<boolean> {
	const row = await store.selectFrom("kept_secrets").selectAll().where("name", "=", name).executeTakeFirst();
	const isMoved = row ? !(await unseal(row.sealed, previous, KEPT_SECRET_PURPOSE)) : root === appSecret;
	if (isMoved) return false;
	const sealed = await seal(root, appSecret, KEPT_SECRET_PURPOSE);
	await store
		.insertInto("kept_secrets")
		.values({ name, sealed })
		.onConflict((conflict) => conflict.column("name").doUpdateSet({ sealed }))
		.execute();
	return true;
}
