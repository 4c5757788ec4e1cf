import { deriveSecret } from "./secrets";

/** A confidential client's secret. Derived, so that the database holds none and every start finds the same one. */
export function clientSecret(appSecret: string, clientId: string): string {
	return deriveSecret(appSecret, `client-secret:${clientId}`);
}
