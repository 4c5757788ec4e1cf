// `npm run templates -- export|plan|apply FOLDER`: the tenant's templates as files. Only starts the work, which the app does
// in a process of its own, and shows it. Works beside a running app, and without one.

import { CommandError, runCommand } from "../command.mjs";
import { fromCaller, hasTerminal, parseWords, runTerminalCommand } from "../terminal-command.ts";

const USAGE = `Usage:
  npm run templates -- export FOLDER [--overwrite]
  npm run templates -- plan FOLDER [--delete] [--recreate] [--keep files|tenant] [--out PLAN] [--json]
  npm run templates -- apply FOLDER [--yes | --plan PLAN] [--delete] [--recreate] [--keep files|tenant] [--reason TEXT]
                             [--propose | --emergency] [--json]
  npm run templates -- apply --approved ID [--json]

  --overwrite   gives up changes of files that were not applied
  --delete      deletes templates whose file was removed
  --recreate    deletes a template whose certificate differs, and creates it again with a new id
  --keep        which value is kept where file and tenant both changed the same since the export
  --out PLAN    saves the plan, for: apply --plan PLAN
  --yes         applies without asking
  --reason TEXT why, or the number of a ticket, for the audit trail
  --propose     proposes the whole plan, for another editor to decide in the console, and changes nothing; so does an
                apply that needs a second editor by the rule of the console
  --emergency   saves without that editor, where EMERGENCY_SAVE allows it; needs --reason
  --approved ID says what became of a proposal, and saves what is left of an accepted one whose save was interrupted:
                an editor who accepts it in the console saves it at once
  --json        prints one JSON document; what happens meanwhile goes to the standard error output

Exit codes: 0 nothing to do, or all done; 2 the plan has changes; 3 another editor is to decide first; 1 anything else`;

const OPTIONS = {
	overwrite: { type: "boolean" },
	delete: { type: "boolean" },
	recreate: { type: "boolean" },
	keep: { type: "string" },
	out: { type: "string" },
	plan: { type: "string" },
	yes: { type: "boolean" },
	reason: { type: "string" },
	propose: { type: "boolean" },
	emergency: { type: "boolean" },
	approved: { type: "string" },
	json: { type: "boolean" },
} as const;

const ALLOWED: Record<string, readonly string[]> = {
	export: ["overwrite", "json"],
	plan: ["delete", "recreate", "keep", "out", "json"],
	apply: ["delete", "recreate", "keep", "plan", "yes", "reason", "propose", "emergency", "json"],
};

runCommand(() => {
	const { command, json } = readCommand(process.argv.slice(2));
	const howToContinue = "The baseline was not kept. Apply again to continue: nothing is done twice.";
	return runTerminalCommand("TEMPLATES_COMMAND", command, { json, howToContinue });
});

function readCommand(words: string[]) {
	const { values, positionals } = parseWords(words, OPTIONS, USAGE);
	const [name = "", folder, ...others] = positionals;
	if (values.approved !== undefined)
		return readAccepted(values.approved, { name, folder, options: Object.keys(values) });
	const allowed = ALLOWED[name];
	if (!allowed || !folder || others.length > 0) throw new CommandError(USAGE);
	const other = Object.keys(values).find((option) => !allowed.includes(option));
	if (other) throw new CommandError(`${name} has no option --${other}.\n\n${USAGE}`);
	const { keep = null, plan, out, overwrite = false, reason, yes = false, json = false } = values;
	const { propose: isProposal = false, emergency: isEmergency = false } = values;
	if (keep !== null && keep !== "files" && keep !== "tenant")
		throw new CommandError(`--keep is files or tenant.\n\n${USAGE}`);
	if (plan !== undefined && (yes || values.delete || values.recreate || keep))
		throw new CommandError(
			"A saved plan states itself what is deleted and which values are kept, and nothing is asked.",
		);
	if (isProposal && isEmergency) throw new CommandError("Choose --propose or --emergency.");
	if (name === "apply" && !yes && plan === undefined && !hasTerminal())
		throw new CommandError("There is no terminal to ask on: apply with --yes, or a saved plan with --plan PLAN.");
	const mode = { deletes: values.delete ?? false, recreates: values.recreate ?? false, keep };
	const paths = {
		folder: fromCaller(folder),
		out: out ? fromCaller(out) : null,
		saved: plan ? fromCaller(plan) : null,
	};
	return { command: { name, mode, overwrite, isConfirmed: yes, reason, isProposal, isEmergency, ...paths }, json };
}

/** `apply --approved ID`: what it saves is in the proposal, so that it has no folder and no other option. */
function readAccepted(
	proposal: string,
	{ name, folder, options }: { name: string; folder?: string; options: string[] },
) {
	const isPlain = options.every((option) => option === "approved" || option === "json");
	if (name !== "apply" || folder !== undefined || !isPlain || proposal === "") throw new CommandError(USAGE);
	return { command: { name: "accepted", proposal }, json: options.includes("json") };
}
