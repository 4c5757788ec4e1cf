import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, openSync, renameSync, writeSync } from "node:fs";
import path from "node:path";
import { edgeApiKey } from "../authentication/clients/forwarded-certificate";
import { clientSecret } from "../client-secret";
import type { IdentityService } from "../identity-service";
import type { ServiceSecrets } from "../secrets/service-secrets";
import type { SampleClient } from "./client";
import { sampleClients } from "./clients";
import { sampleCertificateSubject, sampleClientId, sampleClientKey, samplePassword, sampleUserId } from "./derived";
import { SIGN_IN_HANDLES, type SignInHandle, sampleUsers } from "./users";

/** In place of a password that is known to its owner only. */
const CHOSEN_PASSWORD_NOTE =
	"This person has chosen a new password. npm run admin -- reset-password makes one that is listed here.";

/**
 * Writes `credentials.json` into the data folder (mode 0600), for the command that shows them. Readers see the old file
 * or the new one, never half of it. Redirect URIs stay relative where they begin with "/".
 */
export async function writeCredentials({ config, secrets, database }: IdentityService): Promise<void> {
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
	const credentials = {
		sign_ins: Object.fromEntries(SIGN_IN_HANDLES.map((handle) => [handle, signIn(handle)])),
		clients: Object.fromEntries(sampleClients.map((client) => [client.handle, clientCredentials(secrets, client)])),
	};
	const file = path.join(/*turbopackIgnore: true*/ config.dataDir, "credentials.json");
	const draft = `${file}.${randomBytes(6).toString("hex")}`;
	const descriptor = openSync(/*turbopackIgnore: true*/ draft, "wx", 0o600);
	writeSync(descriptor, `${JSON.stringify(credentials, null, "\t")}\n`);
	fsyncSync(descriptor);
	closeSync(descriptor);
	renameSync(/*turbopackIgnore: true*/ draft, file);
}

function clientCredentials(secrets: ServiceSecrets, client: SampleClient) {
	const client_id = sampleClientId(secrets.identifiers, client.handle);
	return {
		client_id,
		...whatItAuthenticatesWith(secrets, client, client_id),
		token_endpoint_auth_method: client.tokenEndpointAuthMethod,
		grants: client.grants,
		redirect_uris: client.redirectUris,
		scopes: client.scopes,
		global: client.global,
	};
}

function whatItAuthenticatesWith(secrets: ServiceSecrets, client: SampleClient, clientId: string) {
	switch (client.tokenEndpointAuthMethod) {
		case "none":
			return {};
		case "private_key_jwt":
			return { private_key: sampleClientKey(secrets.credentials, client.handle) };
		case "tls_client_auth":
			return { certificate_subject: sampleCertificateSubject(client.handle), cname_api_key: edgeApiKey(secrets) };
		default:
			return { client_secret: clientSecret(secrets.credentials, clientId) };
	}
}
