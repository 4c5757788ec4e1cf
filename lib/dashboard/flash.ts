import "server-only";
import { cookies } from "next/headers";
import { dashboardConfig } from "./config";
import { cookieName } from "./cookie-names";

const FLASH_LIFETIME_SECONDS = 10;

/** Leaves one sentence for the page that the action redirects to; it is gone after a few seconds. */
export async function setFlash(path: string, message: string): Promise<void> {
	const config = dashboardConfig();
	(await cookies()).set(cookieName("flash", config), JSON.stringify({ path, message }), {
		httpOnly: true,
		sameSite: "lax",
		secure: config.secure,
		path: "/",
		maxAge: FLASH_LIFETIME_SECONDS,
	});
}

/** The sentence that was left for this page, or null. */
export async function readFlash(path: string): Promise<string | null> {
	const value = (await cookies()).get(cookieName("flash", dashboardConfig()))?.value;
	if (!value) return null;
	try {
		const flash: unknown = JSON.parse(value);
		const isForThisPage = typeof flash === "object" && flash !== null && "path" in flash && flash.path === path;
		return isForThisPage && "message" in flash && typeof flash.message === "string" ? flash.message : null;
	} catch {
		return null;
	}
}
