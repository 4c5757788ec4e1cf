import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, openSync, renameSync, writeSync } from "node:fs";
import path from "node:path";
import { edgeApiKey } from "../authentication/forwarded-certificate";
import { clientSecret } from "../client-secret";
import type { IdentityServiceConfig } from "../config";
import type { SampleClient } from "./client";
import { sampleClients } from "./clients";
import { sampleCertificateSubject, sampleClientId, sampleClientKey, samplePassword } from "./derived";
import { SIGN_IN_HANDLES, type SignInHandle, sampleUsers } from "./users";

/**
 * Writes `credentials.json` into the data folder (mode 0600), for the command that shows them. Readers see the old file
 * or the new one, never half of it. Redirect URIs stay relative where they begin with "/".
 */
export function writeCredentials(config: IdentityServiceConfig): void {
	const { appSecret, dataDir } = config;
	const credentials = {
		sign_ins: Object.fromEntries(SIGN_IN_HANDLES.map((handle) => [handle, signIn(appSecret, handle)])),
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

function signIn(appSecret: string, handle: SignInHandle) {
	const email = sampleUsers.find((user) => user.handle === handle)?.email;
	return { email, password: samplePassword(appSecret, handle) };
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
