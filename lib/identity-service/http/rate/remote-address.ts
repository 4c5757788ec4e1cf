import type { IdentityServiceConfig } from "../../config";

/** The one name for all callers without a proxy: the service then listens on the loopback only. */
export const LOCAL_ADDRESS = "local";

/**
 * The address that a request without a valid token is counted under. Any caller can write `X-Forwarded-For`, so it
 * counts only behind a declared proxy (`TRUST_PROXY=on`), and only its last entry, which that proxy wrote.
 */
export function remoteAddress({ headers }: Pick<Request, "headers">, config: IdentityServiceConfig): string {
	if (!config.trustProxy) return LOCAL_ADDRESS;
	return headers.get("x-forwarded-for")?.split(",").at(-1)?.trim() || LOCAL_ADDRESS;
}
