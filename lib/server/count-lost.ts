import { logLine } from "./log-line.ts";

/** Takes whole lines. @throws Error where it can't write them */
export type Sink = (bytes: Uint8Array) => void;

/** Writes to a sink that may fail: lines that it does not take are counted, and the count goes before the next ones. */
export function countLost(sink: Sink): Sink {
	let lost = 0;
	return (bytes) => {
		try {
			if (lost > 0) {
				sink(Buffer.from(logLine("warn", { lost }, "lines of output could not be written")));
				lost = 0;
			}
			sink(bytes);
		} catch {
			lost += linesIn(bytes);
		}
	};
}

function linesIn(bytes: Uint8Array): number {
	const ends = Buffer.from(bytes).toString("latin1").match(/\n/g);
	return ends?.length ?? 1;
}
