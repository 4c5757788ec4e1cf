import { randomBytes } from "node:crypto";
import { renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Transaction } from "kysely";
import { SCOPES } from "@/lib/contract/scopes";
import type { IdentityService } from "../context/identity-service";
import { edgeApiKey } from "../context/service-request";
import { clientSecret } from "../keys/client-secret";
import { derivedClientKey } from "../keys/derived";
import type { ServiceSecrets } from "../keys/service-secrets";
import { hashPassword } from "../passwords/password-hash";
import type { ClientRow } from "../store/clients";
import type { IdentityServiceSchema } from "../store/schema";
import { sampleClients } from "./clients";
import { samplePassword, samplePublicKeys, sampleUserId } from "./derived";
import { SIGN_IN_HANDLES, sampleUsers, secondEditor } from "./users";

/** In place of a password that the user has chosen. */
const CHOSEN_PASSWORD_NOTE =
	"This user has chosen a new password. npm run admin -- reset-password sets one that is listed here.";

/**
 * Writes `credentials.json` into the data folder (mode 0600), for `npm run credentials`. Atomic: readers see the old file
 * or the new one. Redirect URIs stay relative where they begin with "/".
 */
export async function writeCredentials(
	service: Pick<IdentityService, "config" | "secrets" | "database">,
): Promise<void> {
	const { config, secrets, database } = service;
	const signIns = (await sampleSignIns(service)).map(({ handle, generation, isChosen }) => {
		const email = [...sampleUsers, secondEditor].find((sample) => sample.handle === handle)?.email;
		const password = isChosen ? null : samplePassword(secrets.credentials, handle, generation);
		return [handle, { email, password, ...(isChosen ? { note: CHOSEN_PASSWORD_NOTE } : {}) }] as const;
	});
	const handles = sampleClients.map(({ handle }) => handle);
	const rows = await database.selectFrom("clients").selectAll().where("handle", "in", handles).execute();
	const clients = rows.toSorted((one, other) => handles.indexOf(one.handle) - handles.indexOf(other.handle));
	const credentials = {
		sign_ins: Object.fromEntries(signIns),
		clients: Object.fromEntries(clients.map((client) => [client.handle, clientCredentials(secrets, client)])),
	};
	const file = path.join(/*turbopackIgnore: true*/ config.dataDir, "credentials.json");
	const draft = `${file}.${randomBytes(6).toString("hex")}`;
	const text = `${JSON.stringify(credentials, null, "\t")}\n`;
	writeFileSync(/*turbopackIgnore: true*/ draft, text, { flag: "wx", mode: 0o600, flush: true });
	renameSync(/*turbopackIgnore: true*/ draft, file);
}

async function sampleSignIns({ database, secrets }: Pick<IdentityService, "database" | "secrets">) {
	const signIns = SIGN_IN_HANDLES.map((handle) => ({ handle, userId: sampleUserId(secrets.identifiers, handle) }));
	const users = await database
		.selectFrom("users")
		.select(["user_id", "password_generation", "password_chosen"])
		.where(
			"user_id",
			"in",
			signIns.map(({ userId }) => userId),
		)
		.execute();
	// The second editor is there only where one is needed; a tenant that an older version made lacks those added since.
	return signIns.flatMap(({ handle, userId }) => {
		const user = users.find(({ user_id }) => user_id === userId);
		if (!user) return [];
		// A password that the user has chosen is no longer a credential of the sample, and is not replaced.
		return { handle, userId, generation: user.password_generation ?? 0, isChosen: Boolean(user.password_chosen) };
	});
}

function clientCredentials(secrets: ServiceSecrets, row: ClientRow) {
	const grants = JSON.parse(row.api_grants) as { audience: string; scopes: readonly string[] | null }[];
	const management = grants.find(({ audience }) => audience === "/api/v2/");
	const sample = sampleClients.find(({ handle }) => handle === row.handle);
	const isMachine = row.app_type === "non_interactive";
	return {
		client_id: row.client_id,
		...authenticationOf(secrets, row),
		token_endpoint_auth_method: row.token_endpoint_auth_method,
		grants: JSON.parse(row.grants),
		redirect_uris: JSON.parse(row.redirect_uris),
		scopes: isMachine ? (management ? (management.scopes ?? SCOPES) : []) : sample?.scopes,
		global: row.global === 1,
	};
}

/** Without a rotated secret, which is only shown in the response to the request for it. */
function authenticationOf(secrets: ServiceSecrets, row: ClientRow) {
	switch (row.token_endpoint_auth_method) {
		case "none":
			return {};
		case "private_key_jwt":
			return { private_key: derivedClientKey(secrets.credentials, row.handle) };
		case "tls_client_auth":
			return { certificate_subject: row.certificate_subject, cname_api_key: edgeApiKey(secrets) };
		default:
			return row.sealed_secret === null ? { client_secret: clientSecret(secrets.credentials, row.client_id) } : {};
	}
}

/**
 * Changes the store for new credentials of the sample tenant's clients and sign-ins: the public keys and the hashes of
 * the passwords. Client secrets are derived, and need no change.
 * @param root from which the new credentials are derived
 */
export async function renewedCredentials(
	service: Pick<IdentityService, "database" | "secrets" | "passwordCost">,
	root: string,
) {
	const derived = (await sampleSignIns(service)).filter(({ isChosen }) => !isChosen);
	const hashes = await Promise.all(
		derived.map(async ({ handle, userId, generation }) => {
			const password = samplePassword(root, handle, generation);
			return { userId, password_hash: await hashPassword(password, service.passwordCost) };
		}),
	);
	const withKeys = sampleClients.filter(({ token_endpoint_auth_method: method }) => method === "private_key_jwt");
	return async (store: Transaction<IdentityServiceSchema>): Promise<void> => {
		await store.deleteFrom("kept_secrets").where("name", "=", "credentials").execute();
		for (const { userId, password_hash } of hashes) {
			await store.updateTable("users").set({ password_hash }).where("user_id", "=", userId).execute();
		}
		for (const { handle } of withKeys) {
			const jwks = samplePublicKeys(root, handle);
			await store.updateTable("clients").set({ jwks }).where("handle", "=", handle).execute();
		}
	};
}
