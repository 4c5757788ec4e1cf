import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, openSync, renameSync, writeSync } from "node:fs";
import path from "node:path";
import { edgeApiKey } from "../authentication/clients/forwarded-certificate";
import { clientSecret } from "../client-secret";
import type { IdentityServiceConfig } from "../config";
import type { IdentityService } from "../identity-service";
import type { SampleClient } from "./client";
import { sampleClients } from "./clients";
import { sampleCertificateSubject, sampleClientId, sampleClientKey, samplePassword, sampleUserId } from "./derived";
import { SIGN_IN_HANDLES, type SignInHandle, sampleUsers } from "./users";

/**
 * Writes `credentials.json` into the data folder (mode 0600), for the command that shows them. Readers see the old file
 * or the new one, never half of it. Redirect URIs stay relative where they begin with "/".
 */
export async function writeCredentials({ config, database }: IdentityService): Promise<void> {
	const { appSecret, dataDir } = config;
	const userIds = SIGN_IN_HANDLES.map((handle) => sampleUserId(appSecret, handle));
	const users = await database
		.selectFrom("users")
		.select(["user_id", "password_generation"])
		.where("user_id", "in", userIds)
		.execute();
	const signIn = (handle: SignInHandle) => {
		const user = users.find(({ user_id }) => user_id === sampleUserId(appSecret, handle));
		const password = samplePassword(appSecret, handle, user?.password_generation ?? 0);
		return { email: sampleUsers.find((sample) => sample.handle === handle)?.email, password };
	};
	const credentials = {
		sign_ins: Object.fromEntries(SIGN_IN_HANDLES.map((handle) => [handle, signIn(handle)])),
		clients: Object.fromEntries(sampleClients.map((client) => [client.handle, clientCredentials(config, client)])),
	};
	const file = path.join(/*turbopackIgnore: true*/ dataDir, "credentials.json");
	const draft = `${file}.${randomBytes(6).toString("hex")}`;
	const descriptor = openSync(/*turbopackIgnore: true*/ draft, "wx", 0o600);
	writeSync(descriptor, `${JSON.stringify(credentials, null, "\t")}\n`);
	fsyncSync(descriptor);
	closeSync(descriptor);
	renameSync(/*turbopackIgnore: true*/ draft, file);
}

function clientCredentials(config: IdentityServiceConfig, client: SampleClient) {
	const client_id = sampleClientId(config.appSecret, client.handle);
	return {
		client_id,
		...whatItAuthenticatesWith(config, client, client_id),
		token_endpoint_auth_method: client.tokenEndpointAuthMethod,
		grants: client.grants,
		redirect_uris: client.redirectUris,
		scopes: client.scopes,
		global: client.global,
	};
}

function whatItAuthenticatesWith(config: IdentityServiceConfig, client: SampleClient, clientId: string) {
	switch (client.tokenEndpointAuthMethod) {
		case "none":
			return {};
		case "private_key_jwt":
			return { private_key: sampleClientKey(config.appSecret, client.handle) };
		case "tls_client_auth":
			return { certificate_subject: sampleCertificateSubject(client.handle), cname_api_key: edgeApiKey(config) };
		default:
			return { client_secret: clientSecret(config.appSecret, clientId) };
	}
}
