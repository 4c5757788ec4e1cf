import "server-only";
import { outsideRequests, processWide } from "@/lib/process/process-wide";
import { logger } from "../logger";
import { pruneStore } from "./prune-store";

const FIRST_AFTER_MS = 60_000;
const AGAIN_AFTER_MS = 3600_000;

/** `underWay` never fails. */
type Pruning = { timer: NodeJS.Timeout | null; underWay: Promise<void> };

const pruning = processWide<Pruning>("pruning", () => ({ timer: null, underWay: Promise.resolve() }));

/** Prunes the store soon after the start and every hour from then on. It keeps no process alive. */
export function startPruning(): void {
	outsideRequests(pruneAfter, FIRST_AFTER_MS);
}

function pruneAfter(milliseconds: number): void {
	const state = pruning.get();
	if (state.timer) clearTimeout(state.timer);
	state.timer = setTimeout(() => {
		pruneAfter(AGAIN_AFTER_MS);
		state.underWay = pruneStore().catch((error: unknown) => {
			logger.warn({ err: error }, "old rows could not be removed; it is tried again in an hour");
		});
	}, milliseconds).unref();
}

/** Waits for what is under way; nothing follows it. */
export async function stopPruning(): Promise<void> {
	const { timer, underWay } = pruning.get();
	if (timer) clearTimeout(timer);
	await underWay;
}
