import { ipAddress } from "../network/ip-address.ts";
import { readTrustedProxies } from "./caller-address.ts";
import { KEEP_ALIVE_SECONDS_DEFAULT } from "./limits.ts";

export type ServerSettings = ReturnType<typeof readServerSettings>;

/**
 * What the server reads from the environment: `PORT`, `HOST`, `APP_URL`, `NODE_ENV`, `KEEP_ALIVE_SECONDS`,
 * `TRUST_PROXY`.
 * @throws Error naming the variable that cannot be used
 */
export function readServerSettings(environment: Record<string, string | undefined>) {
	const port = Number(environment.PORT || "3000");
	return {
		/** Where browsers find this app: an origin without a trailing slash. */
		appUrl: environment.APP_URL || `http://localhost:${port}`,
		port,
		/** The address to listen on. */
		host: environment.HOST || "127.0.0.1",
		isDevelopment: environment.NODE_ENV === "development",
		keepAliveSeconds: readSeconds(environment.KEEP_ALIVE_SECONDS),
		trustedProxies: readTrustedProxies(environment.TRUST_PROXY),
	};
}

function readSeconds(text: string | undefined): number {
	if (!text) return KEEP_ALIVE_SECONDS_DEFAULT;
	const seconds = Number(text);
	if (Number.isInteger(seconds) && seconds >= 1 && seconds <= 3_600) return seconds;
	throw new Error(`KEEP_ALIVE_SECONDS must be a whole number from 1 to 3600, not "${text}".`);
}

/** Warnings about the settings for the operator, each one line. */
export function startWarnings({ host, trustedProxies }: ServerSettings): string[] {
	if (trustedProxies === "any") {
		return [
			"WARNING: TRUST_PROXY=on believes X-Forwarded-For of every connection: a caller that reaches this port without the proxy can name any address as its own. Set TRUST_PROXY to the address of the proxy instead.",
		];
	}
	if (trustedProxies !== "none" || isLoopback(host)) return [];
	return [
		`WARNING: HOST=${host} accepts connections of other machines, and TRUST_PROXY names no proxy. Behind a proxy all callers are then one address, with one rate limit and one count of failed logins: set TRUST_PROXY to the address of the proxy. Without a proxy, passwords and tokens cross the network unencrypted.`,
	];
}

function isLoopback(host: string): boolean {
	const address = ipAddress(host);
	return host === "localhost" || address === "::1" || (address?.startsWith("127.") ?? false);
}

/** Where this process reaches itself: a server that listens on every address listens on the loopback too. */
export function ownOrigin({ host, port }: ServerSettings): string {
	if (host === "0.0.0.0") return `http://127.0.0.1:${port}`;
	if (host === "::") return `http://[::1]:${port}`;
	return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
