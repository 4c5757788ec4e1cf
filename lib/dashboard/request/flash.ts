import "server-only";
import { cookies } from "next/headers";
import { cache } from "react";
import { dashboardConfig } from "../config";
import { cookieName } from "../session/cookie-names";
import { leaveFlashMessage, takeFlashMessage } from "../store/flash-messages";
import { logInRequest } from "./request-id";

const FLASH_LIFETIME_SECONDS = 60;

// A page can't take a cookie away: it is rendered when the headers are gone, or within the action's own answer, which
// leaves out the cookies of the page. So the cookie only names the sentence, and the store gives it out once.

/**
 * Leaves one sentence for the page that the action redirects to. What the action did is done: where the sentence can't
 * be kept, the page comes without it.
 */
export async function setFlash(path: string, message: string): Promise<void> {
	const config = dashboardConfig();
	try {
		const id = await leaveFlashMessage(path, message, FLASH_LIFETIME_SECONDS);
		(await cookies()).set(cookieName("flash", config), id, {
			httpOnly: true,
			sameSite: "lax",
			secure: config.secure,
			path: "/",
			maxAge: FLASH_LIFETIME_SECONDS,
		});
	} catch (error) {
		logInRequest("warn", { err: error }, "the sentence for the next page could not be kept");
	}
}

/** The sentence that was left for this page, or null; the same for all who ask within one request, null afterwards. */
export const readFlash = cache(async (path: string): Promise<string | null> => {
	const id = (await cookies()).get(cookieName("flash", dashboardConfig()))?.value;
	if (!id) return null;
	try {
		return await takeFlashMessage(id, path);
	} catch (error) {
		logInRequest("warn", { err: error }, "the sentence for this page could not be read");
		return null;
	}
});
