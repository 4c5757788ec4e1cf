import "server-only";
import { ManagementError } from "./call/errors";
import { secondsUntilRoomFor } from "./call/rate-pause";
import { guardReads } from "./call/user-guard";
import { ownerOf } from "./seen";

/** For the trail alone: the write after it needs the rest of the request's time. */
const READ_WITHIN_MS = 2_000;

/**
 * The requests that come before a write to one session or refresh token: the guard's, or `learnOwner`'s. They count for the
 * tenant's rate limit.
 */
export async function readsBefore(id: string): Promise<number> {
	return (await guardReads()) || (ownerOf(id) === null ? 1 : 0);
}

/**
 * Reads a session or a refresh token whose owner is not known yet, unless the guard of the write does. Where that fails, or the
 * tenant's rate limit has no room for the read and the write, the owner stays unknown.
 */
export async function learnOwner(id: string, read: (withinMs: number) => Promise<unknown>): Promise<void> {
	if (ownerOf(id) !== null || secondsUntilRoomFor(2) > 0 || (await guardReads()) > 0) return;
	await read(READ_WITHIN_MS).catch((error: unknown) => {
		if (!(error instanceof ManagementError)) throw error;
	});
}
