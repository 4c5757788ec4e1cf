import type { IncomingMessage } from "node:http";

/** First segments of the paths that belong to the identity service, whether one runs here or not. */
const SERVICE_SEGMENTS = new Set([
	".well-known",
	"authorize",
	"avatar.svg",
	"bc-authorize",
	"cer",
	"co",
	"dbconnections",
	"delegation",
	"fingerprint",
	"login",
	"logout",
	"mfa",
	"oauth",
	"oidc",
	"outbox",
	"passwordless",
	"pb7",
	"pem",
	"rawpem",
	"samlp",
	"sample-provider",
	"tokeninfo",
	"u",
	"userinfo",
	"usernamepassword",
	"v2",
	"wsfed",
]);
const MANAGEMENT_PATH = /^\/api\/v2(\/|$)/;

/** @param path of a request target, without its query */
export function isServicePath(path: string): boolean {
	const end = path.indexOf("/", 1);
	return SERVICE_SEGMENTS.has(path.slice(1, end === -1 ? undefined : end)) || isManagementPath(path);
}

/** Paths of the management interface, which answers in JSON. */
export function isManagementPath(path: string): boolean {
	return MANAGEMENT_PATH.test(path);
}

/** The target without its query. */
export function pathOf({ url = "" }: IncomingMessage): string {
	return url.split("?", 1)[0] ?? "";
}
