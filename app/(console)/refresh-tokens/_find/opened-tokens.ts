import "server-only";
import { after } from "next/server";
import { logger } from "@/lib/dashboard/logger";
import { forgetOpenedToken, noteOpenedToken, type OpenedAs } from "@/lib/dashboard/store/opened-refresh-tokens";

/**
 * Notes after the answer that a token was opened. A convenience: its failure shows in the log alone.
 * @param as null for a token that is gone
 */
export function rememberOpened(subject: string, tokenId: string, as: OpenedAs | null): void {
	after(async () => {
		try {
			await (as ? noteOpenedToken(subject, tokenId, as) : forgetOpenedToken(subject, tokenId));
		} catch (error) {
			logger.warn({ err: error }, "an opened token could not be noted");
		}
	});
}
