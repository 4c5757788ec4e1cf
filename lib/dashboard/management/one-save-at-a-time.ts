import "server-only";
import { processWide } from "@/lib/process/process-wide";
import { requestDeadline, waitWithin } from "./call/deadline";

/** The end of the last save, by the resource's identifier. */
const lastSaves = processWide("last-saves", () => new Map<string, Promise<void>>());

/**
 * Runs the saves of one resource, from read to write, one after the other: the interface has no conditional write, and of
 * two saves that read before either writes, the first would be lost. In this process only: other instances and clients may
 * still write in between.
 * @param id unique across kinds of resources
 * @throws ManagementError "unavailable" where the request's time is over before its turn; nothing was sent then
 */
export async function oneSaveAtATime<Result>(id: string, save: () => Promise<Result>): Promise<Result> {
	const saves = lastSaves.get();
	const previous = saves.get(id);
	const { promise: isOver, resolve: finish } = Promise.withResolvers<void>();
	// Also for a save that gave up waiting: the next one still waits for the ones before.
	const end = Promise.all([previous, isOver]).then(() => {
		if (saves.get(id) === end) saves.delete(id);
	});
	saves.set(id, end);
	try {
		if (previous !== undefined) await waitWithin(previous, requestDeadline.get());
		return await save();
	} finally {
		finish();
	}
}
