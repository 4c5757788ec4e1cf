import "server-only";
import { flushExchanges } from "./exchanges/exchanges";
import { logStream } from "./log-stream/run-log-stream";
import { proposalExpiry } from "./proposals/expire-proposals";
import { pruning } from "./store/prune-store";

/** Begins the work of the process outside of any request. */
export function startBackgroundWork(): void {
	pruning.start();
	logStream.start();
	proposalExpiry.start();
}

/** Waits for what is in progress, and writes what is queued. */
export async function stopBackgroundWork(): Promise<void> {
	await Promise.all([pruning.stop(), logStream.stop(), proposalExpiry.stop()]);
	await flushExchanges();
}
