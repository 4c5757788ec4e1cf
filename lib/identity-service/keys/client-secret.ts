import { randomBytes } from "node:crypto";
import { seal, unseal } from "@/lib/secrets/sealed-text";
import type { ClientTable } from "../store/schema";
import { deriveSecret } from "./derived";
import { anotherSecret, type ServiceSecrets } from "./service-secrets";

export const CLIENT_SECRET_PURPOSE = "client-secret-encryption";
const SECRET_BYTES = 48;

/** The secret of a client of the sample tenant. Derived, so that the database holds none and every start finds the same. */
export function clientSecret(credentials: string, clientId: string): string {
	return deriveSecret(credentials, `client-secret:${clientId}`);
}

export function newClientSecret(): string {
	return randomBytes(SECRET_BYTES).toString("base64url");
}

/** What is stored of a secret: a compact JWE under a key derived from the application secret. */
export function sealedClientSecret(secret: string, { current }: ServiceSecrets): Promise<string> {
	return seal(secret, current, CLIENT_SECRET_PURPOSE);
}

/**
 * What a client authenticates with: the secret that it was given, else the derived one.
 * @returns null where its way to authenticate has no secret
 * @throws ConfigError when the secret was encrypted under an application secret that is not known
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
