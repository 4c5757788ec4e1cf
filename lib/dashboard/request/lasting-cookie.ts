import "server-only";
import { cookies } from "next/headers";
import { dashboardConfig } from "../config";

/** Set in a browser in which the list of first steps was dismissed. */
export const FIRST_STEPS_COOKIE = "first-steps";

const ONE_YEAR_SECONDS = 365 * 24 * 3600;

/** Sets a cookie for a choice in this browser, which no script reads. */
export async function setLastingCookie(name: string, value: string): Promise<void> {
	(await cookies()).set(name, value, {
		path: "/",
		maxAge: ONE_YEAR_SECONDS,
		sameSite: "lax",
		httpOnly: true,
		secure: dashboardConfig().secure,
	});
}
