/** First segments of the paths that belong to the service, known and unknown ones alike. */
const ROOMS = new Set([
	".well-known",
	"authorize",
	"dbconnections",
	"delegation",
	"login",
	"oauth",
	"oidc",
	"outbox",
	"passwordless",
	"samlp",
	"userinfo",
	"v2",
	"wsfed",
]);

/** Root of the management interface. */
const MANAGEMENT = "/api/v2";

/**
 * Whether a path is answered by the service, if only with 404.
 * @param pathname begins with "/", without a query
 */
export function isServicePath(pathname: string): boolean {
	if (pathname.startsWith("/api/")) return isManagementPath(pathname);
	const end = pathname.indexOf("/", 1);
	return ROOMS.has(end === -1 ? pathname.slice(1) : pathname.slice(1, end));
}

export function isManagementPath(pathname: string): boolean {
	return pathname === MANAGEMENT || pathname.startsWith(`${MANAGEMENT}/`);
}
