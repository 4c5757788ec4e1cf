import { randomBytes } from "node:crypto";
import { seal, unseal } from "@/lib/secrets/sealed-text";
import type { ClientTable } from "../store/schema";
import { deriveSecret } from "./derived";
import { anotherSecret, type ServiceSecrets } from "./service-secrets";

export const CLIENT_SECRET_PURPOSE = "client-secret-encryption";
const SECRET_BYTES = 48;

/** The derived secret of a client, which need not be stored and is the same at every start. */
export function clientSecret(credentials: string, clientId: string): string {
	return deriveSecret(credentials, `client-secret:${clientId}`);
}

export function newClientSecret(): string {
	return randomBytes(SECRET_BYTES).toString("base64url");
}

/** A secret as it is stored: a compact JWE under a key derived from the application secret. */
export function sealedClientSecret(secret: string, { current }: ServiceSecrets): Promise<string> {
	return seal(secret, current, CLIENT_SECRET_PURPOSE);
}

/**
 * The secret of a client: the stored one, else the derived one.
 * @returns null where its authentication method has no secret
 * @throws ConfigError when the secret was encrypted under an unknown application secret
 */
export async function secretOfClient(
	secrets: ServiceSecrets,
	client: Pick<ClientTable, "client_id" | "token_endpoint_auth_method" | "sealed_secret">,
): Promise<string | null> {
	if (!client.token_endpoint_auth_method.startsWith("client_secret_")) return null;
	if (client.sealed_secret === null) return clientSecret(secrets.credentials, client.client_id);
	const opened = await unseal(client.sealed_secret, secrets.known, CLIENT_SECRET_PURPOSE);
	if (!opened) throw anotherSecret();
	return opened.text;
}
