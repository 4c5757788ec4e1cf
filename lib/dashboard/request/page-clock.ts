import "server-only";
import { cookies } from "next/headers";

/** The browser's time zone, which its script notes there; see components/layout/remember-time-zone. */
const TIME_ZONE_COOKIE = "time-zone";

/** When this page is made, and the time zone of who reads it: UTC until the browser has told its own. */
export async function pageClock(): Promise<{ now: Date; timeZone: string }> {
	return { now: new Date(), timeZone: readTimeZone((await cookies()).get(TIME_ZONE_COOKIE)?.value) };
}

/** @param name an IANA name; whatever else a cookie holds is UTC */
function readTimeZone(name: string | undefined): string {
	try {
		return new Intl.DateTimeFormat("en", { timeZone: decodeURIComponent(name ?? "UTC") }).resolvedOptions().timeZone;
	} catch {
		return "UTC";
	}
}
