import "server-only";
import { dashboardConfig } from "../config";
import { flushExchanges } from "../exchanges/exchanges";
import { incidentPorts } from "../incidents/incident-ports";
import { usersInWords } from "../incidents/incident-words";
import { ManagementError, StoreError, WriteRefused } from "../management/call/errors";
import { patientCall } from "../management/call/rate-pause";
import { lastRateGauge } from "../management/call/response";
import { problemOf } from "../problem/problem-of";
import { CommandLine, markCommandProcess } from "../session/command-line";
import { readReason } from "../session/reason";
import type { BulkItem } from "../store/bulk-edit";
import type { IncidentAct } from "../store/incident";
import type { CommandResult, Terminal } from "../terminal";
import { endUsers } from "./end-users";
import { lastEditor } from "./last-editor";
import { PeopleRefusal, readListFile, requireFileForResults, writeResults } from "./list-file";
import { lookUpUsers } from "./look-up-users";
import { Stopped, waitUnlessStopped } from "./pace";
import { csvOf, exitCodeOf, jsonOf, type PeoplePlan, planLines, plannedItems } from "./people-plan";

/**
 * A command of `npm run people`; all paths are absolute. `out`: where the result of each user is saved; `overwrite`: also where
 * that file exists.
 */
export type PeopleCommand = { file: string; acts: IncidentAct[]; out: string | null; overwrite: boolean } & (
	| { name: "plan" }
	/** `isConfirmed`: nothing is asked. */
	| { name: "end"; reason: string; isConfirmed: boolean }
);

type Options = {
	/** Aborted where the command is to stop: after the present user, or where that one waits for the tenant. */
	stop: AbortSignal;
	/** The editors of the embedded tenant; null: of a real one, by the settings. */
	editorsHere: readonly string[] | null;
};

/** Carries out one command, as the command line's own actor. The process never accepts a request. */
export async function runPeopleCommand(
	command: PeopleCommand,
	terminal: Terminal,
	options: Options,
): Promise<CommandResult> {
	markCommandProcess();
	try {
		return await carryOut(command, terminal, options);
	} catch (error) {
		if (error instanceof PeopleRefusal) return { refusal: error.message };
		if (error instanceof Stopped) return { refusal: "Stopped as requested. Nothing was changed." };
		const isRefusal = [ManagementError, StoreError, WriteRefused].some((one) => error instanceof one);
		if (!isRefusal) throw error;
		const { title, message, reference } = problemOf(error, "user");
		return { refusal: `${title}. ${message}${reference ? ` (${reference})` : ""}` };
	} finally {
		await flushExchanges();
	}
}

async function carryOut(command: PeopleCommand, terminal: Terminal, options: Options): Promise<CommandResult> {
	const { file, out, acts } = command;
	const reason = command.name === "end" ? readReason(command.reason) : null;
	if (command.name === "end" && reason === null)
		throw new PeopleRefusal("Say why, with --reason: a ticket, or a few words. Nothing was changed.");
	const { heading, entries, faults } = await readListFile(file);
	if (out !== null) await requireFileForResults(out, file, command.overwrite);
	const { stop, editorsHere } = options;
	const call = patientCall({
		onWait: terminal.progress,
		wait: (milliseconds) => waitUnlessStopped(milliseconds, stop),
	});
	const ports = incidentPorts(call, new CommandLine(reason));
	const editors = lastEditor({ ports, acts, editorsHere });
	const items = await lookUpUsers(entries, { acts, ports, editors, terminal, stop });
	const { baseUrl: tenant } = dashboardConfig().management;
	const plan: PeoplePlan = { tenant, acts, reason, items, faults, heading };
	terminal.progress("");
	terminal.lines(planLines(plan, lastRateGauge()));
	/** @returns why it could not be saved */
	const save = async (run: "preview" | "running" | "stopped") =>
		out === null ? null : writeResults(out, csvOf(plan, run)).then(() => null, faultOrThrow);
	const planned = plannedItems(plan);
	const hasToAsk = command.name === "end" && planned.length > 0 && !command.isConfirmed;
	const question = `Carry this out for ${usersInWords(planned.length)} of ${tenant}?`;
	if (hasToAsk && !(await terminal.ask(question))) return { refusal: "Nothing was changed." };
	const unsaved = await save("preview");
	if (unsaved) return { refusal: `${unsaved} Nothing was changed.` };
	if (command.name === "plan" || planned.length === 0) return { exitCode: exitCodeOf(plan), json: jsonOf(plan, null) };
	let stopped: string | null = "An error that was not expected.";
	let lost: string | null = null;
	try {
		stopped = await endUsers(plan, { ports, editors, terminal, stop, save: () => save("running") });
	} finally {
		lost = await save("stopped");
		terminal.progress("");
		terminal.lines(endLines(plan, planned, stopped));
		if (out !== null) terminal.lines([lost ?? `Results: ${out}`]);
		if (out !== null && stopped !== null) terminal.lines(["Save the next results in another file."]);
	}
	const isComplete = stopped === null && lost === null && exitCodeOf(plan) === 0;
	return { exitCode: isComplete ? 0 : 1, json: jsonOf(plan, stopped) };
}

function faultOrThrow(error: unknown): string {
	if (error instanceof PeopleRefusal) return error.message;
	throw error;
}

/** What became of the plan, once its items have their results. */
function endLines(plan: PeoplePlan, planned: readonly BulkItem[], stopped: string | null): string[] {
	const done = planned.filter(({ state }) => state === "done" || state === "unchanged").length;
	const left = plannedItems(plan).length;
	const failed = planned.length - done - left;
	const others = plan.items.length - planned.length + plan.faults.length;
	const [doneText, all, failedText, leftText, othersText] = [done, planned.length, failed, left, others].map((number) =>
		number.toLocaleString("en"),
	);
	return [
		"",
		`${doneText} of ${all} done.`,
		...(failed > 0 ? [`${failedText} not done: see above why.`] : []),
		...(others > 0 ? [`${othersText} more in the list were not to be done: see the plan.`] : []),
		...(stopped ? [`Stopped: ${stopped} ${leftText} not tried. ${CONTINUE}`] : []),
	];
}

const CONTINUE = "Run the same again in a minute to continue: users who are done have nothing to end then.";
