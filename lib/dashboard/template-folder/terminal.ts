import "server-only";

/** How far an apply is: numbers of templates. */
export type ApplyTally = { done: number; failed: number; of: number };

/** What the command has to say while it runs. */
export type Terminal = {
	/** Replaces the last one. */
	progress: (words: string) => void;
	lines: (lines: readonly string[]) => void;
	/** After each template, so that it can be told where the process dies. */
	tally: (tally: ApplyTally) => void;
	/** @returns whether the person agrees */
	ask: (question: string) => Promise<boolean>;
};

/** `json`: the whole result, for machines. `refusal`: why nothing was done. */
export type TemplatesResult = { exitCode: 0 | 1 | 2; json: object } | { refusal: string };

/** A message of the command's process to its parent, which shows it. */
export type TerminalMessage =
	| { progress: string }
	| { lines: readonly string[] }
	| { tally: ApplyTally }
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
