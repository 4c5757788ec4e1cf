// A command whose work the app does in a process of its own: shows what that reports, asks, and passes on its exit code.

import { resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { type ParseArgsConfig, parseArgs } from "node:util";
import { CommandError, readSettings } from "./command.mjs";
import { printable, printableJson } from "./printable.mjs";
import { CommandDied, isObject, runInServer } from "./start/server-process.ts";

type Tally = { done: number; failed: number; of: number };
/** Of `lib/dashboard/terminal.ts`. */
type Message = { progress?: string; lines?: readonly string[]; tally?: Tally; question?: string };
type Result = { exitCode: number; json: object };

type Options = {
	/** Prints one JSON document; all else goes to the standard error output. */
	json: boolean;
	/** What was done when the process died, after the words of the tally. */
	howToContinue: string;
	/** The process stops by itself on Ctrl+C. */
	stopsItself?: boolean;
};

/** @param variable of the environment, by which the app gets the command @throws CommandError where it was refused */
export async function runTerminalCommand(variable: string, command: object, options: Options): Promise<void> {
	const { json, howToContinue, stopsItself = false } = options;
	const print = json ? console.error : console.log;
	const environment = { ...readSettings().environment, [variable]: JSON.stringify(command) };
	let tally: Tally | undefined;
	const show = (message: Message, ended: AbortSignal) => {
		tally = message.tally ?? tally;
		return showMessage(message, ended, print);
	};
	const result = await runInServer(environment, isResult, show, { stopsItself })
		.catch((error: unknown): Result => {
			if (!(error instanceof CommandError)) throw error;
			const soFar = error instanceof CommandDied && tally ? `\n${inWords(tally)} ${howToContinue}` : "";
			const refusal = `${error.message}${soFar}`;
			if (!json) throw new CommandError(refusal);
			return { exitCode: 1, json: { refusal, ...tally } };
		})
		.finally(() => showProgress(""));
	if (json) process.stdout.write(`${printableJson(result.json)}\n`);
	process.exitCode = result.exitCode;
}

function isResult(result: unknown): result is Result {
	return (
		isObject(result) &&
		"exitCode" in result &&
		"json" in result &&
		[0, 1, 2, 3].includes(result.exitCode as number) &&
		isObject(result.json)
	);
}

/** What was done when its process died. A write that was under way may have been carried out as well. */
function inWords({ done, failed, of }: Tally): string {
	const others = failed > 0 ? `, ${failed} were not done` : "";
	return `At least ${done} of ${of} were done by then${others}.`;
}

/** Parses the words of a command. @throws CommandError with its usage */
export function parseWords<Option extends NonNullable<ParseArgsConfig["options"]>>(
	words: string[],
	options: Option,
	usage: string,
) {
	try {
		return parseArgs({ args: words, options, allowPositionals: true });
	} catch (error) {
		throw new CommandError(`${error instanceof Error ? error.message : error}\n\n${usage}`);
	}
}

/** Whether a question can be asked. */
export function hasTerminal(): boolean {
	return Boolean(process.stdin.isTTY && process.stderr.isTTY);
}

/** A path as the caller means it: npm runs scripts in the project's folder. */
export function fromCaller(path: string): string {
	return resolve(process.env.INIT_CWD ?? process.cwd(), path);
}

async function showMessage(
	{ progress, lines, question }: Message,
	ended: AbortSignal,
	print: (line: string) => void,
): Promise<string | undefined> {
	if (progress !== undefined) showProgress(progress);
	if (lines !== undefined) {
		showProgress("");
		for (const line of lines) print(printable(line));
	}
	if (question === undefined) return undefined;
	return (await isAgreed(question, ended)) ? "yes" : "no";
}

/** @param ended the process that asks has ended: nobody waits for the answer */
async function isAgreed(question: string, ended: AbortSignal): Promise<boolean> {
	showProgress("");
	const terminal = createInterface({ input: process.stdin, output: process.stderr });
	try {
		// Ctrl+C and Ctrl+D are a no.
		const answer = await terminal.question(`${printable(question)} [y/N] `, { signal: ended }).catch(() => "");
		return /^y(es)?$/i.test(answer.trim());
	} finally {
		terminal.close();
	}
}

let isProgressShown = false;

/** On a terminal one line that each text replaces; elsewhere each text is a line. */
function showProgress(text: string): void {
	const words = printable(text);
	if (process.stderr.isTTY) {
		if (isProgressShown || words) process.stderr.write(`\r\u001b[K${words}`);
	} else if (words) console.error(words);
	isProgressShown = words !== "";
}
