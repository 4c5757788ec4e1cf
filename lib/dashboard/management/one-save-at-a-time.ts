import "server-only";
import { processWide } from "@/lib/process/process-wide";
import { requestDeadline, waitWithin } from "./call/deadline";

/** For each thing that is being saved, the end of the last save that was begun. */
const lastSaves = processWide("last-saves", () => new Map<string, Promise<void>>());

/**
 * Runs one save of a stored thing, from its read to its write, after those of the same thing that began before it have
 * ended: the interface has no conditional write, and two saves that read before either writes would both be "Saved.",
 * with the first one lost. It holds in this process: another instance, or another client of the tenant, may still write
 * between the two.
 * @param id of what is saved: identifiers of different kinds are never the same
 * @throws ManagementError "unavailable" where the request's time is over before its turn; nothing was sent then
 */
export async function oneSaveAtATime<Result>(id: string, save: () => Promise<Result>): Promise<Result> {
	const saves = lastSaves.get();
	const previous = saves.get(id);
	const { promise: isOver, resolve: finish } = Promise.withResolvers<void>();
	// One that stopped waiting is over at once; the next one still waits for those before.
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
