import type { IdentityService } from "../context/identity-service";
import { toNode } from "../context/node-bridge";
import type { ServiceRequest } from "../context/service-request";
import { cookieOptions } from "./browser-session";

/** The library's cookies as the release before named them on https, with the paths at which they are sent. */
const OLD_COOKIES = [
	{ kind: "session", name: "identity-service.session", pathOf: () => "/" },
	{ kind: "interaction", name: "identity-service.login", pathOf: (uid: string) => `/login/${uid}` },
	{ kind: "resume", name: "identity-service.resume", pathOf: (uid: string) => `/authorize/${uid}` },
] as const;

/**
 * Replaces cookies of the release before by those of this one, so that sessions and pending logins outlive the upgrade. For
 * one release. Any host of the site can set a cookie of an old name: it is read where there is none of the new name, it
 * came once, and its signature is right for the old name. To be called before the request's cookies are read.
 * @returns the Set-Cookie lines of what is replaced, for a response that does not set these cookies itself
 */
export async function replaceOldCookies(service: IdentityService, request: ServiceRequest): Promise<string[]> {
	const { config } = service;
	const header = request.headers.get("cookie") ?? "";
	const sent = OLD_COOKIES.filter(({ name }) => timesSent(header, name) > 0);
	if (sent.length === 0 || !config.issuer.startsWith("https:")) return [];
	const { provider } = service.oidc();
	const { req, res } = toNode(service, request, { method: "GET", path: "authorize" });
	const { cookies } = provider.createContext(req, res);
	const options = cookieOptions(config);
	for (const { kind, name, pathOf } of sent) {
		// Of several some are another host's: they stay, because deleting the own one would leave those alone.
		if (timesSent(header, name) > 1 || timesSent(header, `${name}.sig`) > 1) continue;
		const newName = provider.cookieName(kind);
		const value = timesSent(header, newName) === 0 ? cookies.get(name, { signed: true }) : undefined;
		const { Session, Interaction } = provider;
		const stored = value && (await (kind === "session" ? Session.find(value) : Interaction.find(value)));
		const path = pathOf(value ?? "");
		if (value && stored && request.url.pathname.startsWith(path)) {
			cookies.set(newName, value, { ...options, path, expires: new Date(stored.exp * 1000) });
			cookies.set(name, null, { ...options, path });
		} else if (kind === "session") {
			cookies.set(name, null, options);
		}
	}
	const lines = [res.getHeader("set-cookie") ?? []].flat().map(String);
	const replaced = lines.filter((line) => !line.startsWith(OLD_PREFIX)).map((line) => line.split(";")[0]);
	request.headers.set("cookie", [header, ...replaced].join("; "));
	return lines;
}

const OLD_PREFIX = "identity-service.";

function timesSent(header: string, name: string): number {
	return header.split(";").filter((pair) => pair.trim().startsWith(`${name}=`)).length;
}

/** Adds the lines of `replaceOldCookies` to a response. */
export function addReplaced({ headers }: Response, lines: readonly string[]): void {
	const nameOf = (line: string) => line.slice(0, line.indexOf("="));
	const own = headers.getSetCookie().map(nameOf);
	for (const line of lines) if (!own.includes(nameOf(line))) headers.append("set-cookie", line);
}
