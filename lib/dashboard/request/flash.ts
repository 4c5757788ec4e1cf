import "server-only";
import { randomUUID } from "node:crypto";
import { cookies } from "next/headers";
import { cache } from "react";
import { cookieName, dashboardConfig } from "../config";
import { logInRequest } from "../logger";
import { bestEffort, dashboardDatabase, fromNow } from "../store/dashboard-database";

const FLASH_LIFETIME_SECONDS = 60;

// A page can't delete a cookie: it is rendered after the headers, or within the action's response, which leaves out the
// cookies of the page. So the cookie only identifies the message, which is single use in the store.

/** Stores a message for the page that an action redirects to; where it can't be stored, the page is shown without it. */
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

/** The message for this page, or null; the same for all reads of one request, null afterwards. */
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

const ID = /^[0-9a-f-]{36}$/;

/** Stores a message for one page. @returns its identifier, which is single use */
export async function leaveFlashMessage(path: string, message: string, seconds: number): Promise<string> {
	const database = await dashboardDatabase();
	const id = randomUUID();
	const until = fromNow(seconds * 1000);
	await database.insertInto("flash_messages").values({ id, path, message, until }).execute();
	return id;
}

/** Consumes the message, if it is for this page. In a store that can't be written it stays until it expires. */
export async function takeFlashMessage(id: string, path: string): Promise<string | null> {
	if (!ID.test(id)) return null;
	const database = await dashboardDatabase();
	const left = await database
		.selectFrom("flash_messages")
		.select("message")
		.where("id", "=", id)
		.where("path", "=", path)
		.where("until", ">", fromNow(0))
		.executeTakeFirst();
	if (!left) return null;
	const taking = database.deleteFrom("flash_messages").where("id", "=", id);
	const taken = await bestEffort("that a sentence was read", () => taking.executeTakeFirst());
	return taken?.numDeletedRows === 0n ? null : left.message;
}
