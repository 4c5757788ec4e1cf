import "server-only";
import { performance } from "node:perf_hooks";

/** How far a command is: numbers of templates, or of users. */
export type Tally = { done: number; failed: number; of: number };

/** What a command has to say while it runs. */
export type Terminal = {
	/** Replaces the last one. */
	progress: (words: string) => void;
	lines: (lines: readonly string[]) => void;
	/** After each template or user, so that it can be told where the process dies. */
	tally: (tally: Tally) => void;
	/** @returns whether the person agrees */
	ask: (question: string) => Promise<boolean>;
};

/** `json`: the whole result, for machines. `refusal`: why nothing was done. */
export type CommandResult = { exitCode: 0 | 1 | 2 | 3; json: object } | { refusal: string };

/** A message of the command's process to its parent, which shows it. */
export type TerminalMessage =
	| { progress: string }
	| { lines: readonly string[] }
	| { tally: Tally }
	| { question: string };

/** The terminal of the parent process, by messages. Without a parent that responds, nothing is agreed to. */
export function terminalOfParent(): Terminal {
	const send = (message: TerminalMessage) => void process.send?.(message);
	return {
		progress: (progress) => send({ progress }),
		lines: (lines) => send({ lines }),
		tally: (tally) => send({ tally }),
		ask(question) {
			const { promise, resolve } = Promise.withResolvers<boolean>();
			process.once("message", (message) => resolve(message === "yes"));
			send({ question });
			return promise;
		},
	};
}

const STOPPING = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Ctrl+C reaches this process twice: directly, and passed on by its parent. */
const SAME_PRESS_MS = 500;

/**
 * For a command that stops by itself: a second Ctrl+C ends its process at once.
 * @returns aborted by Ctrl+C, or where the process is requested to end in another way
 */
export function stopOfSignals(): AbortSignal {
	const stop = new AbortController();
	let firstAt: number | null = null;
	function onSignal() {
		firstAt ??= performance.now();
		stop.abort();
		if (performance.now() - firstAt > SAME_PRESS_MS) process.exit(1);
	}
	for (const signal of STOPPING) process.on(signal, onSignal);
	return stop.signal;
}
