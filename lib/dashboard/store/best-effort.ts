import "server-only";
import { storeFailureOf } from "@/lib/database/error-codes";
import { logger } from "../logger";

/**
 * Writes what is nice to know but nobody's errand: who reads a page gets it from a store that takes no writes as well.
 * @param what was not noted, for the log
 * @returns undefined where the store took no writes
 */
export async function bestEffort<Result>(what: string, write: () => Promise<Result>): Promise<Result | undefined> {
	try {
		return await write();
	} catch (error) {
		const fault = storeFailureOf(error);
		if (!fault) throw error;
		logger.warn({ what, store: fault }, "could not be noted");
		return undefined;
	}
}
