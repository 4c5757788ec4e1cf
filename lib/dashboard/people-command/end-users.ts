import "server-only";
import { endUser } from "../incidents/end-user";
import type { IncidentPorts } from "../incidents/incident-ports";
import { resultInWords } from "../incidents/incident-words";
import { ManagementError, StoreError } from "../management/call/errors";
import { oneSaveAtATime } from "../management/safe-writes";
import { problemOf } from "../problem/problem-of";
import type { BulkItem } from "../store/bulk-edit";
import type { Terminal } from "../terminal";
import { type LastEditor, mustOneRemain, whyLeftOut } from "./last-editor";
import { pace, Stopped } from "./pace";
import { callsOf, type PeoplePlan, plannedItems, whoIs } from "./people-plan";

type Options = {
	ports: IncidentPorts;
	editors: LastEditor;
	terminal: Terminal;
	stop: AbortSignal;
	/** Saves the results so far; called at most once a second. */
	save: () => Promise<unknown>;
};

/**
 * Ends the access of each planned user, one after the other; the items of the plan have the results then. A user who was begun
 * is finished also where it is requested to stop, unless that would have to wait for the tenant.
 * @returns why the others were not tried; null: all were
 */
export async function endUsers(
	plan: PeoplePlan,
	{ ports, editors, terminal, stop, save }: Options,
): Promise<string | null> {
	const { acts } = plan;
	const planned = plannedItems(plan);
	const actedOn = new Set(planned.map(({ id }) => id));
	const leftOut = plan.items.filter(({ state }) => state === "protected").map(({ id }) => id);
	const endOneOf = (item: BulkItem) =>
		item.listed && mustOneRemain(item.listed, acts)
			? editors.ifOneRemains(actedOn, leftOut, () => endOne(item, acts, ports))
			: endOne(item, acts, ports);
	const all = planned.length.toLocaleString("en");
	const turn = pace({
		terminal,
		stop,
		inWords: (done) => `${done.toLocaleString("en")} of ${all} …`,
	});
	const onStop = () => terminal.progress("Stopping after the present user …");
	stop.addEventListener("abort", onStop, { once: true });
	const tally = { done: 0, failed: 0, of: planned.length };
	try {
		for (const item of planned) {
			await turn.next(callsOf(item, acts));
			const ended = await endOneOf(item);
			if (ended === null && item.listed)
				Object.assign(item, { state: "protected", note: { ...item.note, message: whyLeftOut(item.listed) } });
			tally[item.state === "done" || item.state === "unchanged" ? "done" : "failed"] += 1;
			terminal.tally(tally);
			terminal.lines([`${whoIs(item)}: ${resultInWords(item, "running")}`]);
			if (turn.ended(ended?.unread)) await save();
		}
		return null;
	} catch (error) {
		return whyStopped(error);
	} finally {
		stop.removeEventListener("abort", onStop);
	}
}

/** @throws what concerns every user; the item has what was done by then */
async function endOne(
	item: BulkItem,
	acts: PeoplePlan["acts"],
	ports: IncidentPorts,
): Promise<{ unread?: ManagementError }> {
	const { id, listed } = item;
	const keep = async (progress: BulkItem["note"]) => {
		item.note = progress;
		return true;
	};
	const { state, note, stop: unread } = await oneSaveAtATime(id, () => endUser({ id, listed }, acts, ports, keep));
	item.state = state;
	item.note = note;
	return { ...(unread && { unread }) };
}

function whyStopped(error: unknown): string {
	if (error instanceof Stopped) return "As requested.";
	if (!(error instanceof ManagementError || error instanceof StoreError)) throw error;
	const { title, message, reference } = problemOf(error, "user");
	return `${title}. ${message}${reference ? ` (${reference})` : ""}`;
}
