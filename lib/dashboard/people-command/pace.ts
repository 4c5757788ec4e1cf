import "server-only";
import { performance } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import type { ManagementError } from "../management/call/errors";
import { secondsUntilRoomFor } from "../management/call/rate-pause";
import type { Terminal } from "../terminal";

/** The command was requested to stop: between two users, or while a call waited, of which nothing was carried out. */
export class Stopped extends Error {
	override name = "Stopped";
}

const PROGRESS_EVERY_MS = 1000;
/** Shorter waits are not worth a line. */
const WAIT_SHOWN_SECONDS = 2;
/** What can't be read may concern one user alone; so many in a row concern all. */
const UNREAD_IN_A_ROW_MAX = 3;

type Options = {
	terminal: Pick<Terminal, "progress">;
	stop: AbortSignal;
	/** "Looked up 20 of 300 …" */
	inWords: (done: number) => string;
};

/** Goes through users one after the other, within the tenant's rate limit, and shows how far it is. */
export function pace({ terminal, stop, inWords }: Options) {
	let [done, unread] = [0, 0];
	let shownAt = performance.now();
	return {
		/** Before each. @param calls requests for this one @throws Stopped */
		async next(calls: number): Promise<void> {
			const seconds = secondsUntilRoomFor(calls);
			if (seconds > WAIT_SHOWN_SECONDS && !stop.aborted)
				terminal.progress(`${inWords(done)} Waiting ${seconds} s for the tenant's rate limit …`);
			await waitUnlessStopped(seconds * 1000, stop);
		},
		/** After each. @param unreadFor why the tenant's response can't be used @returns whether it is worth a line @throws unreadFor */
		ended(unreadFor?: ManagementError): boolean {
			done += 1;
			unread = unreadFor ? unread + 1 : 0;
			if (unreadFor && unread >= UNREAD_IN_A_ROW_MAX) throw unreadFor;
			if (performance.now() - shownAt < PROGRESS_EVERY_MS) return false;
			shownAt = performance.now();
			terminal.progress(inWords(done));
			return true;
		},
	};
}

/** Waits until the time is over. @throws Stopped as soon as the command is requested to stop */
export async function waitUnlessStopped(milliseconds: number, signal: AbortSignal): Promise<void> {
	if (milliseconds > 0) await delay(milliseconds, undefined, { signal }).catch(() => {});
	if (signal.aborted) throw new Stopped();
}
