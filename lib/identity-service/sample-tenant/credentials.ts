import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, openSync, renameSync, writeSync } from "node:fs";
import path from "node:path";
import { edgeApiKey } from "../context/forwarded-certificate";
import type { IdentityService } from "../context/identity-service";
import { clientSecret } from "../keys/client-secret";
import type { ServiceSecrets } from "../keys/service-secrets";
import type { ClientRow } from "../store/clients";
import type { IdentityServiceDatabase } from "../store/schema";
import { sampleClients } from "./clients";
import { sampleClientKey, samplePassword, sampleUserId } from "./derived";
import { SIGN_IN_HANDLES, type SignInHandle, sampleUsers } from "./users";

/** In place of a password that is known to its owner only. */
const CHOSEN_PASSWORD_NOTE =
	"This person has chosen a new password. npm run admin -- reset-password makes one that is listed here.";

/**
 * Writes `credentials.json` into the data folder (mode 0600), for the command that shows them. Readers see the old file
 * or the new one, never half of it. Redirect URIs stay relative where they begin with "/".
 */
export async function writeCredentials({
	config,
	secrets,
	database,
}: Pick<IdentityService, "config" | "secrets" | "database">): Promise<void> {
	const { identifiers, credentials: root } = secrets;
	const userIds = SIGN_IN_HANDLES.map((handle) => sampleUserId(identifiers, handle));
	const users = await database
		.selectFrom("users")
		.select(["user_id", "password_generation", "password_chosen"])
		.where("user_id", "in", userIds)
		.execute();
	const signIn = (handle: SignInHandle) => {
		const user = users.find(({ user_id }) => user_id === sampleUserId(identifiers, handle));
		const email = sampleUsers.find((sample) => sample.handle === handle)?.email;
		if (user?.password_chosen) return { email, password: null, note: CHOSEN_PASSWORD_NOTE };
		return { email, password: samplePassword(root, handle, user?.password_generation ?? 0) };
	};
	const clients = await sampleClientRows(database);
	const credentials = {
		sign_ins: Object.fromEntries(SIGN_IN_HANDLES.map((handle) => [handle, signIn(handle)])),
		clients: Object.fromEntries(clients.map((client) => [client.handle, clientCredentials(secrets, client)])),
	};
	const file = path.join(/*turbopackIgnore: true*/ config.dataDir, "credentials.json");
	const draft = `${file}.${randomBytes(6).toString("hex")}`;
	const descriptor = openSync(/*turbopackIgnore: true*/ draft, "wx", 0o600);
	writeSync(descriptor, `${JSON.stringify(credentials, null, "\t")}\n`);
	fsyncSync(descriptor);
	closeSync(descriptor);
	renameSync(/*turbopackIgnore: true*/ draft, file);
}

/** Those that nobody has deleted, in the order in which they are described. */
async function sampleClientRows(database: IdentityServiceDatabase): Promise<ClientRow[]> {
	const handles = sampleClients.map(({ handle }) => handle);
	const rows = await database.selectFrom("clients").selectAll().where("handle", "in", handles).execute();
	return rows.toSorted((one, other) => handles.indexOf(one.handle) - handles.indexOf(other.handle));
}

function clientCredentials(secrets: ServiceSecrets, row: ClientRow) {
	const grants = JSON.parse(row.api_grants) as { audience: string; scopes: string[] }[];
	const management = grants.find(({ audience }) => audience === "/api/v2/");
	const sample = sampleClients.find(({ handle }) => handle === row.handle);
	const isMachine = row.app_type === "non_interactive";
	return {
		client_id: row.client_id,
		...whatItAuthenticatesWith(secrets, row),
		token_endpoint_auth_method: row.token_endpoint_auth_method,
		grants: JSON.parse(row.grants),
		redirect_uris: JSON.parse(row.redirect_uris),
		scopes: isMachine ? (management?.scopes ?? []) : sample?.scopes,
		global: row.global === 1,
	};
}

/** A secret that was made anew was shown once, to whoever asked for it, and is shown nowhere else. */
function whatItAuthenticatesWith(secrets: ServiceSecrets, row: ClientRow) {
	switch (row.token_endpoint_auth_method) {
		case "none":
			return {};
		case "private_key_jwt":
			return { private_key: sampleClientKey(secrets.credentials, row.handle) };
		case "tls_client_auth":
			return { certificate_subject: row.certificate_subject, cname_api_key: edgeApiKey(secrets) };
		default:
			return row.sealed_secret === null ? { client_secret: clientSecret(secrets.credentials, row.client_id) } : {};
	}
}
