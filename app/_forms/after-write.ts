import "server-only";
import { randomUUID } from "node:crypto";
import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { LAST_WRITE_COOKIE } from "@/components/layout/last-write";
import { dashboardConfig } from "@/lib/dashboard/config";
import { setFlash } from "@/lib/dashboard/request/flash";
import { SessionError } from "@/lib/dashboard/session/session";

/**
 * Makes all pages that this browser has been sent until now old. The response to the action then holds its page, rendered
 * anew, and the router forgets the others. An action whose page needs nothing new does without: the browser notes the write
 * (app/_forms/keep-input), and each of the other pages is read again when it is next shown.
 */
export async function renewPages(): Promise<void> {
	(await cookies()).set(LAST_WRITE_COOKIE, randomUUID(), {
		sameSite: "lax",
		secure: dashboardConfig().secure,
		path: "/",
	});
}

/** Ends an action with another page. @param message is shown there once */
export async function continueOn(path: string, message?: string): Promise<never> {
	if (message !== undefined) await setFlash(path, message);
	await renewPages();
	redirect(path);
}

/** For an action that is refused without a session or the role: ends it with a page, which says why. */
export function orPage(path: string): (error: unknown) => never {
	return (error) => {
		if (error instanceof SessionError) redirect(path);
		throw error;
	};
}
