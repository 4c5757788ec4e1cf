import "server-only";
import {
	callsPerUser,
	countInWords,
	planOf,
	resultInWords,
	timeInWords,
	usersInWords,
} from "../incidents/incident-words";
import { resultsAsCsv } from "../incidents/result-file";
import { headingInWords, type ListFault } from "../incidents/user-list";
import type { RateGauge } from "../management/call/response";
import type { BulkItem, BulkItemState } from "../store/bulk-edit";
import type { IncidentAct, ListedUser } from "../store/incident";
import { mustOneRemain } from "./last-editor";

/** What a list of users leads to, and, while it is carried out, what became of each. */
export type PeoplePlan = {
	tenant: string;
	acts: IncidentAct[];
	/** Null: of a plan alone. */
	reason: string | null;
	items: BulkItem[];
	/** Lines that name no user. */
	faults: ListFault[];
	/** Line 1, where it names the columns. */
	heading: string | null;
};

export function plannedItems({ items }: PeoplePlan): BulkItem[] {
	return items.filter(({ state }) => state === "planned");
}

/** Requests for one user: another editor is looked up, too, where one must remain. */
export function callsOf({ listed }: Pick<BulkItem, "listed">, acts: readonly IncidentAct[]): number {
	return callsPerUser(acts) + (listed && mustOneRemain(listed, acts) ? 1 : 0);
}

const COMPLETE: readonly BulkItemState[] = ["planned", "done", "unchanged"];

/** Not all that the list names can be done, or was: 1. Something is left to do: 2. */
export function exitCodeOf(plan: PeoplePlan): 0 | 1 | 2 {
	if (plan.faults.length > 0 || plan.items.some(({ state }) => !COMPLETE.includes(state))) return 1;
	return plannedItems(plan).length > 0 ? 2 : 0;
}

/** The plan as it is shown: a line for each user, then what it means. @param gauge the tenant's rate limit; null: not known */
export function planLines(plan: PeoplePlan, gauge: RateGauge | null): string[] {
	const { tenant, reason, acts, items, faults, heading } = plan;
	const planned = plannedItems(plan);
	const repeated = items.filter(({ listing }) => (listing?.lines.length ?? 0) > 1).length;
	const users = planned.flatMap(({ listed }) => listed ?? []);
	const unknown = users.filter(({ role }) => role === "unknown").length;
	const requests = planned.reduce((sum, item) => sum + callsOf(item, acts), 0);
	return [
		`Tenant: ${tenant}`,
		...(reason === null ? [] : [`Reason: ${reason}`]),
		"",
		...(heading === null ? [] : [headingInWords(heading)]),
		...items.map((item) => `${whoIs(item)}: ${whatIsPlanned(item, acts)}`),
		...faults.map(({ line, text }) => `Line ${line}, “${text}”: neither an e-mail address nor a user ID.`),
		"",
		...(repeated > 0 ? [`Named on several lines: ${usersInWords(repeated)}. Each is worked on once.`] : []),
		...(unknown > 0 ? [`Not known whether an editor of this console: ${usersInWords(unknown)}.`] : []),
		...(planned.length > 0 ? [...planOf(acts, users), `Time: ${timeInWords(requests, gauge)}`] : []),
		...notInPlan(plan),
	];
}

/** "ann@example.com (Ann, auth0|1)", "ann@example.com, line 7" where there is no such user. */
export function whoIs({ listed, listing, name }: Pick<BulkItem, "listed" | "listing" | "name">): string {
	if (!listed) return `${name}, line ${listing?.lines[0] ?? "?"}`;
	const others = [listed.name, listed.id].filter((text) => text && text !== listed.label);
	return others.length > 0 ? `${listed.label} (${others.join(", ")})` : listed.label;
}

function whatIsPlanned({ state, note, listed }: BulkItem, acts: readonly IncidentAct[]): string {
	if (state !== "planned" || !listed) return resultInWords({ state, note }, "preview");
	return [
		...(acts.includes("block") ? [blockedInWords(listed)] : []),
		...(acts.includes("end") ? [`sessions ${countInWords(listed.sessions)}`] : []),
		...(acts.includes("revoke") ? [`refresh tokens ${countInWords(listed.tokens)}`] : []),
		...(listed.role === "editor" ? ["an editor of this console"] : []),
	].join(", ");
}

function blockedInWords({ blocked, hasConsoleAccess }: ListedUser): string {
	if (blocked === null) return "we can't tell whether they are blocked";
	if (blocked && hasConsoleAccess) return "blocked already, with access to this console";
	return blocked ? "blocked already" : "not blocked";
}

function notInPlan(plan: PeoplePlan): string[] {
	const { items, faults } = plan;
	if (faults.length === 0 && items.every(({ state }) => state === "unchanged")) return ["Nothing to end."];
	const count = (state: BulkItemState) => items.filter((item) => item.state === state).length;
	const parts: [number, string][] = [
		[count("unchanged"), "with nothing to end"],
		[count("protected"), "left out"],
		[count("gone"), "not found"],
		[count("refused"), "refused by the tenant"],
		[count("unread"), "could not be read"],
		[faults.length, "in lines that could not be read"],
	];
	const words = parts
		.filter(([number]) => number > 0)
		.map(([number, what]) => `${number.toLocaleString("en")} ${what}`);
	const beginning = plannedItems(plan).length > 0 ? "Besides" : "Nothing would be done";
	return words.length > 0 ? [`${beginning}: ${words.join(", ")}.`] : [];
}

/** A line for each user, with the result so far. */
export function csvOf({ items, faults, acts, reason }: PeoplePlan, run: "preview" | "running" | "stopped"): string {
	return resultsAsCsv({ items, faults, acts, reason: reason ?? "", run });
}

/** The same for machines. */
export function jsonOf(plan: PeoplePlan, stopped: string | null): object {
	const { tenant, acts, reason, faults, items } = plan;
	const users = items.map(({ listing, listed, state, note }) => ({
		entered: listing?.text ?? null,
		lines: listing?.lines ?? [],
		user: listed ?? null,
		result: state,
		words: resultInWords({ state, note }, "stopped"),
		done: note.did ?? [],
		notDone: (note.refused ?? []).map(({ act }) => act),
		notConfirmed: note.unsure ?? [],
		reference: note.reference ?? null,
	}));
	return { tenant, acts, reason, users, faults, stopped };
}
