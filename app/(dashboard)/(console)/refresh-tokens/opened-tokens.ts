import "server-only";
import { after } from "next/server";
import { logger } from "@/lib/dashboard/logger";
import { forgetOpenedToken, noteOpenedToken } from "@/lib/dashboard/store/opened-refresh-tokens";

/** Notes after the answer that a token was opened, or that it is gone. A convenience: its failure shows in the log alone. */
export function rememberOpened(subject: string, tokenId: string, isThere: boolean): void {
	after(async () => {
		try {
			await (isThere ? noteOpenedToken(subject, tokenId) : forgetOpenedToken(subject, tokenId));
		} catch (error) {
			logger.warn({ err: error }, "an opened token could not be noted");
		}
	});
}
