import { rememberInCookie } from "../ui/remember-in-cookie";

/**
 * The cookie with the name of this browser's last write: any text, different after each. A page that was rendered under
 * another name may show what is no longer so. Names need no clock: instances may disagree about the time.
 */
export const LAST_WRITE_COOKIE = "last-write";

/** In the browser; empty before the first write. */
export function lastWrite(): string {
	const prefix = `${LAST_WRITE_COOKIE}=`;
	return (
		document.cookie
			.split("; ")
			.find((cookie) => cookie.startsWith(prefix))
			?.slice(prefix.length) ?? ""
	);
}

/** Makes all pages that were rendered until now old. */
export function noteWrite(): void {
	// `randomUUID` exists only on HTTPS and localhost.
	rememberInCookie(LAST_WRITE_COOKIE, crypto.getRandomValues(new Uint32Array(3)).join("-"));
}
