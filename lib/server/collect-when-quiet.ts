import type { IncomingMessage, Server } from "node:http";

const AFTER_START_MILLISECONDS = 1_000;
const QUIET_MILLISECONDS = 10_000;
/** Probes come for ever. */
const PROBE = /^\/(healthz|readyz)\b/;

/**
 * Gives memory back that a start or a busy time has left, once no request has come for a while. V8 keeps what it once had
 * until it needs more: 40 MB after a start, 100 MB and more after a thousand pages. A process without `--expose-gc` keeps it.
 */
export function collectWhenQuiet(server: Server): void {
	if (!globalThis.gc) return;
	const collect = () => globalThis.gc?.({ type: "major", flavor: "last-resort" });
	setTimeout(collect, AFTER_START_MILLISECONDS).unref();
	const quiet = setTimeout(collect, QUIET_MILLISECONDS).unref();
	server.on("request", ({ url = "" }: IncomingMessage) => {
		if (!PROBE.test(url)) quiet.refresh();
	});
}
