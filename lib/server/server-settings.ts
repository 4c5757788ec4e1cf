import { readTrustedProxies } from "../network/caller-address.ts";
import { ipAddress } from "../network/ip-address.ts";

export type ServerSettings = ReturnType<typeof readServerSettings>;

/** What the server reads from the environment. @throws Error naming the variable that cannot be used */
export function readServerSettings(environment: Record<string, string | undefined>) {
	const port = Number(environment.PORT || "3000");
	return {
		/** Where browsers find this app: an origin without a trailing slash. */
		appUrl: environment.APP_URL || `http://localhost:${port}`,
		port,
		host: environment.HOST || "127.0.0.1",
		isDevelopment: environment.NODE_ENV === "development",
		/** Longer than load balancers keep their connections, most of them for 60 s: they must be the ones to close. */
		keepAliveSeconds: wholeNumber("KEEP_ALIVE_SECONDS", environment.KEEP_ALIVE_SECONDS, 65, 3_600),
		/** How many pages and other reads of the dashboard are in progress at the same time, and how many of what forms send. */
		reads: wholeNumber("READS_MAX", environment.READS_MAX, 100, 10_000),
		writes: wholeNumber("WRITES_MAX", environment.WRITES_MAX, 20, 10_000),
		trustedProxies: readTrustedProxies(environment.TRUST_PROXY),
	};
}

function wholeNumber(name: string, text: string | undefined, initial: number, max: number): number {
	if (!text) return initial;
	const value = Number(text);
	if (Number.isInteger(value) && value >= 1 && value <= max) return value;
	throw new Error(`${name} must be a whole number from 1 to ${max}, not "${text}".`);
}

/** A warning about the settings for the operator, in one line; undefined where there is none. */
export function startWarning({ host, trustedProxies }: ServerSettings): string | undefined {
	if (trustedProxies === "any")
		return "WARNING: TRUST_PROXY=on believes X-Forwarded-For of every connection: a caller that reaches this port without the proxy can name any address as its own. Set TRUST_PROXY to the address of the proxy instead.";
	if (trustedProxies !== "none" || isLoopback(host)) return undefined;
	return `WARNING: HOST=${host} accepts connections of other machines, and TRUST_PROXY names no proxy. Behind a proxy all callers are then one address, with one rate limit and one count of failed logins: set TRUST_PROXY to the address of the proxy. Without a proxy, passwords and tokens cross the network unencrypted.`;
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
