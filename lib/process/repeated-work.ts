import { outsideRequests, processWide } from "./process-wide.ts";

/** `underWay` never fails. */
type State = { timer: NodeJS.Timeout | null; underWay: Promise<void>; isStopped: boolean };

/**
 * Work of the process outside of any request, again and again from `start` on. Its timer does not keep the process running;
 * `stop` waits for what is in progress.
 * @param name unique in the process
 * @param run where it fails all the same, it is run again after `firstAfterMs`. @returns in how many milliseconds it is to run again
 */
export function repeatedWork(name: string, firstAfterMs: number, run: (isStopped: () => boolean) => Promise<number>) {
	const held = processWide<State>(name, () => ({ timer: null, underWay: Promise.resolve(), isStopped: false }));

	async function runAndGoOn(state: State): Promise<void> {
		const next = await run(() => state.isStopped).catch(() => firstAfterMs);
		if (!state.isStopped) runAfter(next);
	}

	function runAfter(milliseconds: number): void {
		const state = held.get();
		if (state.timer) clearTimeout(state.timer);
		state.timer = setTimeout(() => {
			state.underWay = runAndGoOn(state);
		}, milliseconds).unref();
	}

	return {
		start: () => outsideRequests(runAfter, firstAfterMs),
		async stop(): Promise<void> {
			const state = held.get();
			state.isStopped = true;
			if (state.timer) clearTimeout(state.timer);
			await state.underWay;
		},
	};
}
