// `npm run templates -- export|plan|apply FOLDER`: the tenant's templates as files. Only starts the work, which the app does
// in a process of its own, and shows it. Works beside a running app, and without one.

import { resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { CommandError, readSettings, runCommand } from "../command.mjs";
import { printable, printableJson } from "../printable.mjs";
import { CommandDied, isObject, runInServer } from "../start/server-process.ts";

const USAGE = `Usage:
  npm run templates -- export FOLDER [--overwrite]
  npm run templates -- plan FOLDER [--delete] [--recreate] [--keep files|tenant] [--out PLAN] [--json]
  npm run templates -- apply FOLDER [--yes | --plan PLAN] [--delete] [--recreate] [--keep files|tenant] [--reason TEXT]
                             [--json]

  --overwrite   gives up changes of files that were not applied
  --delete      deletes templates whose file was removed
  --recreate    deletes a template whose certificate differs, and creates it again with a new id
  --keep        which value is kept where file and tenant both changed the same since the export
  --out PLAN    saves the plan, for: apply --plan PLAN
  --yes         applies without asking
  --reason TEXT why, or the number of a ticket, for the audit trail
  --json        prints one JSON document; what happens meanwhile goes to the standard error output

Exit codes: 0 nothing to do, or all done; 2 the plan has changes; 1 anything else`;

const OPTIONS = {
	overwrite: { type: "boolean" },
	delete: { type: "boolean" },
	recreate: { type: "boolean" },
	keep: { type: "string" },
	out: { type: "string" },
	plan: { type: "string" },
	yes: { type: "boolean" },
	reason: { type: "string" },
	json: { type: "boolean" },
} as const;

const ALLOWED: Record<string, readonly string[]> = {
	export: ["overwrite", "json"],
	plan: ["delete", "recreate", "keep", "out", "json"],
	apply: ["delete", "recreate", "keep", "plan", "yes", "reason", "json"],
};

type Tally = { done: number; failed: number; of: number };
/** Of `lib/dashboard/template-folder/terminal.ts`. */
type Message = { progress?: string; lines?: readonly string[]; tally?: Tally; question?: string };
type Result = { exitCode: number; json: object };

runCommand(async () => {
	const { command, json } = readCommand(process.argv.slice(2));
	// With --json nothing else is on the standard output.
	const print = json ? console.error : console.log;
	const { environment } = readSettings();
	const environmentOfCommand = { ...environment, TEMPLATES_COMMAND: JSON.stringify(command) };
	let tally: Tally | undefined;
	const show = (message: Message, ended: AbortSignal) => {
		tally = message.tally ?? tally;
		return showMessage(message, ended, print);
	};
	const result = await runInServer(environmentOfCommand, isResult, show)
		.catch((error: unknown): Result => {
			if (!(error instanceof CommandError)) throw error;
			const refusal = error instanceof CommandDied && tally ? `${error.message}\n${inWords(tally)}` : error.message;
			if (!json) throw new CommandError(refusal);
			return { exitCode: 1, json: { refusal, ...tally } };
		})
		.finally(() => showProgress(""));
	if (json) process.stdout.write(`${printableJson(result.json)}\n`);
	process.exitCode = result.exitCode;
});

function isResult(result: unknown): result is Result {
	return (
		isObject(result) &&
		"exitCode" in result &&
		"json" in result &&
		[0, 1, 2].includes(result.exitCode as number) &&
		isObject(result.json)
	);
}

/** What an apply had done when its process died. A write that was under way may have been carried out as well. */
function inWords({ done, failed, of }: Tally): string {
	const others = failed > 0 ? `, ${failed} were not done` : "";
	return `At least ${done} of ${of} were done by then${others}. The baseline was not kept. Apply again to continue: nothing is done twice.`;
}

function readCommand(words: string[]) {
	const { values, positionals } = parsed(words);
	const [name = "", folder, ...others] = positionals;
	const allowed = ALLOWED[name];
	if (!allowed || !folder || others.length > 0) throw new CommandError(USAGE);
	const other = Object.keys(values).find((option) => !allowed.includes(option));
	if (other) throw new CommandError(`${name} has no option --${other}.\n\n${USAGE}`);
	const { keep = null, plan, out, overwrite = false, reason, yes = false, json = false } = values;
	if (keep !== null && keep !== "files" && keep !== "tenant")
		throw new CommandError(`--keep is files or tenant.\n\n${USAGE}`);
	if (plan !== undefined && (yes || values.delete || values.recreate || keep))
		throw new CommandError(
			"A saved plan states itself what is deleted and which values are kept, and nothing is asked.",
		);
	if (name === "apply" && !yes && plan === undefined && !(process.stdin.isTTY && process.stderr.isTTY))
		throw new CommandError("There is no terminal to ask on: apply with --yes, or a saved plan with --plan PLAN.");
	const mode = { deletes: values.delete ?? false, recreates: values.recreate ?? false, keep };
	const paths = {
		folder: fromCaller(folder),
		out: out ? fromCaller(out) : null,
		saved: plan ? fromCaller(plan) : null,
	};
	return { command: { name, mode, overwrite, isConfirmed: yes, reason, ...paths }, json };
}

function parsed(words: string[]) {
	try {
		return parseArgs({ args: words, options: OPTIONS, allowPositionals: true });
	} catch (error) {
		throw new CommandError(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
	}
}

/** A path as the caller means it: npm runs scripts in the project's folder. */
function fromCaller(path: string): string {
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
