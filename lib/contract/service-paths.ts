/** The path of the management interface. */
export const MANAGEMENT_PATH = "/api/v2";

/**
 * First segments of the other paths of an identity service, also of paths where only the vendor's has endpoints: those of
 * `OF_PROGRAMS` are requested by programs only, the others are opened in browsers.
 */
const OF_PROGRAMS = [
	...([".well-known", "bc-authorize", "co", "dbconnections", "delegation", "mfa", "oauth", "passwordless"] as const),
	...(["tokeninfo", "userinfo", "usernamepassword"] as const),
];
const OF_BROWSERS = [
	...(["authorize", "avatar.svg", "cer", "fingerprint", "login", "logout", "oidc", "outbox", "pb7", "pem"] as const),
	...(["rawpem", "samlp", "sample-provider", "u", "v2", "wsfed"] as const),
];
type Segment = (typeof OF_PROGRAMS | typeof OF_BROWSERS)[number];

const programs: ReadonlySet<string> = new Set(OF_PROGRAMS);
const all: ReadonlySet<string> = new Set([...OF_PROGRAMS, ...OF_BROWSERS]);

/** The path of an endpoint of the service: a path that the server would not pass on is a type error. */
export type ServicePath = `/${Segment}` | `/${Segment}/${string}` | `${typeof MANAGEMENT_PATH}/${string}`;

/** Paths of the console that a program requests with a read token. */
export const READ_TOKEN_PATHS = {
	activity: "/api/console/activity",
	feed: "/api/console/log-stream/feed",
	plan: "/api/console/templates/plan",
	/** By the tokens that may propose, and nothing else. */
	proposals: "/api/console/proposals",
} as const;

/** Whether a path is opened by read tokens, and refused with `{ "error": "…" }`. @param path without its query */
export function isReadTokenPath(path: string): boolean {
	return Object.values<string>(READ_TOKEN_PATHS).includes(path);
}

/** Whether a path is the service's, with or without an endpoint. @param path without its query */
export function isServicePath(path: string): boolean {
	return all.has(firstSegment(path)) || isManagementPath(path);
}

/** Whether only programs request the path. */
export function isProgramPath(path: string): boolean {
	return programs.has(firstSegment(path));
}

/** Whether a path is of the management interface, which responds with an error object of its own. */
export function isManagementPath(path: string): boolean {
	return path === MANAGEMENT_PATH || path.startsWith(`${MANAGEMENT_PATH}/`);
}

function firstSegment(path: string): string {
	return path.split("/", 2)[1] ?? "";
}
