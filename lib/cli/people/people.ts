// `npm run people -- plan|end FILE`: ends the access of a list of users, as the page Incidents does. Only starts the work, which
// the app does in a process of its own, and shows it. Works beside a running app, and without one.

import { CommandError, runCommand } from "../command.mjs";
import { fromCaller, hasTerminal, parseWords, runTerminalCommand } from "../terminal-command.ts";

const USAGE = `Usage:
  npm run people -- plan FILE [--sessions] [--tokens] [--block] [--out RESULTS [--overwrite]] [--json]
  npm run people -- end FILE --reason REASON [--sessions] [--tokens] [--block] [--yes]
                             [--out RESULTS [--overwrite]] [--json]

  FILE          a file of e-mail addresses or IDs of users: one a line, or CSV
  --sessions    ends all their sessions
  --tokens      revokes all their refresh tokens
  --block       blocks them
                without any of the three: --sessions --tokens
  --reason      why, for the audit trail: a ticket, or a few words
  --yes         does it without asking
  --out RESULTS saves the result of each user as CSV; of a plan too, which "end" does not read: it looks the users up again
  --overwrite   replaces RESULTS where the file exists
  --json        prints one JSON document; what happens meanwhile goes to the standard error output

Exit codes: 0 nothing to do, or all done; 2 the plan has something to do; 1 anything else, also a user who is left out`;

const OPTIONS = {
	sessions: { type: "boolean" },
	tokens: { type: "boolean" },
	block: { type: "boolean" },
	reason: { type: "string" },
	yes: { type: "boolean" },
	out: { type: "string" },
	overwrite: { type: "boolean" },
	json: { type: "boolean" },
} as const;

const OF_PLAN = ["sessions", "tokens", "block", "out", "overwrite", "json"];
const ALLOWED = new Map([
	["plan", OF_PLAN],
	["end", [...OF_PLAN, "reason", "yes"]],
]);

runCommand(() => {
	const { command, json } = readCommand(process.argv.slice(2));
	const howToContinue = "Run the same again in a minute to continue: users who are done have nothing to end then.";
	return runTerminalCommand("PEOPLE_COMMAND", command, { json, howToContinue, stopsItself: true });
});

function readCommand(words: string[]) {
	const { values, positionals } = parseWords(words, OPTIONS, USAGE);
	const [name = "", file, ...others] = positionals;
	const allowed = ALLOWED.get(name);
	if (!allowed || !file || others.length > 0) throw new CommandError(USAGE);
	const other = Object.keys(values).find((option) => !allowed.includes(option));
	if (other) throw new CommandError(`${name} has no option --${other}.\n\n${USAGE}`);
	const { reason = "", yes = false, out, overwrite = false, json = false } = values;
	if (name === "end" && reason.trim() === "")
		throw new CommandError(`Say why with --reason: a ticket, or a few words.\n\n${USAGE}`);
	if (name === "end" && !yes && !hasTerminal())
		throw new CommandError("There is no terminal to ask on: see the plan, then end with --yes.");
	const acts = [
		...(values.block ? ["block"] : []),
		...(values.sessions ? ["end"] : []),
		...(values.tokens ? ["revoke"] : []),
	];
	const command = {
		name,
		file: fromCaller(file),
		acts: acts.length > 0 ? acts : ["end", "revoke"],
		out: out ? fromCaller(out) : null,
		overwrite,
		...(name === "end" && { reason, isConfirmed: yes }),
	};
	return { command, json };
}
