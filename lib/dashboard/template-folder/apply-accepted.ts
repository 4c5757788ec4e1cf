import "server-only";
import { applyApproved, isInterrupted, resumeProposal } from "../proposals/apply-approved";
import type { Proposal, ProposalState } from "../proposals/proposal";
import { findProposal } from "../proposals/proposals";
import type { CommandLine } from "../session/command-line";
import { templatesInWords } from "../templates/plan-words";
import type { CommandResult, Terminal } from "../terminal";
import { FolderRefusal } from "./folder-entries";
import { urlOfProposal } from "./propose-folder";

const WAITS = 3;

/** What became of a proposal that nobody accepted, and the exit code. */
const NOT_ACCEPTED: Partial<Record<ProposalState, { exitCode: 1 | 3; words: string }>> = {
	open: { exitCode: WAITS, words: "It is not accepted yet. Another editor decides in the console." },
	returned: {
		exitCode: WAITS,
		words: "It was returned to its author. What both changed must be chosen in the console.",
	},
	declined: { exitCode: 1, words: "It was declined" },
	withdrawn: { exitCode: 1, words: "It was withdrawn" },
	expired: { exitCode: 1, words: "It has expired. Propose it again." },
};

/**
 * Saves what is left of an accepted proposal whose save was interrupted, as the command line's own actor, and says what
 * became of it. What nobody has accepted is not saved.
 * @param actorWith the command line's own actor, who states this reason
 * @throws FolderRefusal where there is no such proposal, and what saving throws: it can be called again
 */
export async function applyAccepted(
	id: string,
	actorWith: (reason: string | null) => CommandLine,
	terminal: Terminal,
): Promise<CommandResult> {
	for (;;) {
		const proposal = await findProposal(id);
		if (!proposal) throw new FolderRefusal("There is no such proposal.");
		const actor = actorWith(proposal.reason);
		const lease = isInterrupted(proposal) ? await resumeProposal(id, actor) : null;
		if (lease === null) return resultOf(proposal, terminal);
		terminal.progress("Saving what is left …");
		await applyApproved(id, lease, { isResumed: true, actor });
	}
}

function resultOf({ id, state, items, decision, approved, results }: Proposal, terminal: Terminal): CommandResult {
	const url = urlOfProposal(id);
	const decided = decision && { at: decision.at, by: decision.by, reason: decision.reason };
	const inJson = items.map(({ name }, index) => ({
		name,
		outcome: results[index]?.outcome ?? null,
		message: results[index]?.message ?? null,
	}));
	const json = { proposal: { id, url, state, decided, results: inJson } };
	const open = NOT_ACCEPTED[state];
	if (open) {
		const reason = decision?.reason ? `: ${decision.reason}` : "";
		const by = state === "declined" || state === "withdrawn" ? ` by ${decision?.by}${reason}` : "";
		terminal.lines([`${open.words}${by}`, url]);
		return { exitCode: open.exitCode, json };
	}
	if (state === "applying") {
		terminal.lines(["The console is saving it at the moment. Try again in a minute.", url]);
		return { exitCode: 1, json };
	}
	const failed = results.flatMap((result, index) => {
		if (result?.outcome === "done" || result?.outcome === "already") return [];
		return [`${approved?.[index]?.item.name ?? id}: ${result?.message ?? "not done"}`];
	});
	const all = results.length;
	terminal.lines([
		`Accepted by ${decision?.by}: ${all - failed.length} of ${templatesInWords(all)} done.`,
		...failed.map((words) => `    ${words}`),
		url,
	]);
	return { exitCode: state === "done" ? 0 : 1, json };
}
