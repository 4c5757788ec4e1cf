import { deriveSecret } from "./secrets/derived";

/** A confidential client's secret. Derived, so that the database holds none and every start finds the same one. */
export function clientSecret(credentials: string, clientId: string): string {
	return deriveSecret(credentials, `client-secret:${clientId}`);
}
