import { durationInWords } from "../duration-in-words";
import { listed, someOf } from "../in-short";
import type { RateGauge } from "../management/call/response";
import type { BulkItem, BulkRun } from "../store/bulk-edit";
import type { Count, Deed, IncidentAct, ListedUser } from "../store/incident";

/** Each act as the label of its choice, of one user in a plan, and once it is done. */
export const actWords: Readonly<Record<IncidentAct, { label: string; short: string; plan: string; done: string }>> = {
	block: { label: "Block the users", short: "block", plan: "block them", done: "blocked" },
	end: {
		label: "End all their sessions",
		short: "end sessions",
		plan: "end all their sessions",
		done: "sessions ended",
	},
	revoke: {
		label: "Revoke all their refresh tokens",
		short: "revoke refresh tokens",
		plan: "revoke all their refresh tokens",
		done: "refresh tokens revoked",
	},
};

/** What was done, each as it stands after "Done:". */
export function deedsInWords(did: readonly Deed[] = []): string[] {
	return did
		.filter((deed) => deed !== "block" || !did.includes("not-reported"))
		.map((deed) => {
			if (deed === "console-access") return "access to this console ended";
			return deed === "not-reported" ? "block accepted (not reported by the tenant)" : actWords[deed].done;
		});
}

/** "Incident: block, end sessions". */
export function incidentName({ acts }: { acts: readonly IncidentAct[] }): string {
	return `Incident: ${listed(acts.map((act) => actWords[act].short))}`;
}

export function usersInWords(count: number): string {
	return `${count.toLocaleString("en")} ${count === 1 ? "user" : "users"}`;
}

/** Requests for one user: the look-up, and a write for each act. */
export function callsPerUser(acts: readonly IncidentAct[]): number {
	return 1 + acts.length;
}

type Planned = Pick<ListedUser, "id" | "label" | "sessions" | "tokens">;

/** "298 users: ann@example.com, ben@example.com and 296 more"; with the ID where several accounts have the same address. */
function whoseInWords(users: readonly Planned[]): string {
	const times = new Map<string, number>();
	for (const { label } of users) times.set(label, (times.get(label) ?? 0) + 1);
	const names = users.map(({ id, label }) => ((times.get(label) ?? 0) > 1 ? `${label} (${id})` : label));
	return `${usersInWords(users.length)}: ${someOf(names)}`;
}

/** What a plan does and with whom, a line each. */
export function planOf(acts: readonly IncidentAct[], users: readonly Planned[]): string[] {
	const sum = (countOf: (user: Planned) => Count | null) => {
		const known = users.map(countOf).filter((count) => count !== null);
		const total = known.reduce((all, { count }) => all + count, 0).toLocaleString("en");
		const more = known.some(({ isAtLeast }) => isAtLeast) ? " or more" : "";
		const unknown = users.length - known.length;
		return `${total}${more}${unknown > 0 ? `; of ${usersInWords(unknown)} not known` : ""}.`;
	};
	return [
		`${whoseInWords(users)}.`,
		`This would ${listed(acts.map((act) => actWords[act].plan))}.`,
		...(acts.includes("end") ? [`Sessions in all: ${sum(({ sessions }) => sessions)}`] : []),
		...(acts.includes("revoke") ? [`Refresh tokens in all: ${sum(({ tokens }) => tokens)}`] : []),
	];
}

/** "3", "50 or more", "not known". */
export function countInWords(count: Count | null): string {
	if (count === null) return "not known";
	return `${count.count.toLocaleString("en")}${count.isAtLeast ? " or more" : ""}`;
}

/** Of a request and its response, one after the other, as tenants mostly take. */
const REQUEST_SECONDS = 0.25;

/**
 * About how long so many requests take by the tenant's rate limit, as its last response stated it. A response does not say
 * whether the reset gives back the whole limit, or one request.
 * @param gauge null: no limit is known
 */
export function timeInWords(requests: number, gauge: RateGauge | null): string {
	const number = `about ${requests.toLocaleString("en")} requests`;
	const oneByOne = requests * REQUEST_SECONDS;
	const about = (waits: number) => aboutSeconds(Math.max(oneByOne, waits));
	if (!gauge?.resetsAt) return `${number}, ${about(0)} or more: no response has stated the tenant's rate limit so far.`;
	const every = Math.min(Math.max(Math.ceil((gauge.resetsAt - gauge.seenAt) / 1000), 1), 60);
	const waiting = Math.max(requests - gauge.remaining, 0);
	const resets = Math.ceil(waiting / Math.max(gauge.limit, 1)) * every;
	const [whole, single] = [about(resets), about(waiting * every)];
	const reset = `each reset (${durationInWords(every)})`;
	const all = `${reset} gives back all of the limit${resets < oneByOne ? ` and each request takes ${REQUEST_SECONDS} s` : ""}`;
	const time = whole === single ? whole : `${whole} if ${all}, ${single} if a reset gives back one request`;
	return `${number}, ${time}; the tenant's limit was ${gauge.limit.toLocaleString("en")} with ${gauge.remaining.toLocaleString("en")} left.`;
}

function aboutSeconds(seconds: number): string {
	return seconds < 60 ? "less than a minute" : `about ${durationInWords(seconds)}`;
}

/**
 * About how long the rest takes, as it goes.
 * @param calls requests for one user
 * @param secondsEach as it was observed; null: not yet
 */
export function restInWords(users: number, calls: number, gauge: RateGauge | null, secondsEach: number | null): string {
	if (secondsEach === null) return timeInWords(users * calls, gauge);
	return `${aboutSeconds(users * secondsEach)} at the present pace.`;
}

/** One result, by its kind: its beginning says it, the rest why. */
export function resultInWords({ state, note }: Pick<BulkItem, "state" | "note">, run: BulkRun): string {
	const reference = note.reference ? ` (reference ${note.reference})` : "";
	const did = listed(deedsInWords(note.did));
	const also = did === "" ? "" : ` Done: ${did}.`;
	const not = listed((note.refused ?? []).map(({ act }) => actWords[act].short));
	// Where nothing was done, the beginning says all.
	const but = did === "" || not === "" ? also : ` Not done: ${not}.${also}`;
	switch (state) {
		case "planned":
			return run === "running" ? `Waiting.${also}` : `Not tried yet.${also}`;
		case "writing":
			return "Being worked on. If the run was cut off here, it is checked first.";
		case "done":
			return `Done: ${did}.`;
		case "unchanged":
			return "Nothing to end.";
		case "gone":
			return `Not found.${but}`;
		case "left":
			if (note.why === "not-looked-up") return "Left out: not looked up, given up.";
			return note.why === "unticked" ? "Left out: not ticked." : `Left out: given up.${also}`;
		case "protected":
			return `Left out: ${note.message ?? "protected."}${but}`;
		case "refused":
			return `Refused by the tenant: “${note.message ?? ""}”${reference}.${but}`;
		case "not-written":
			return `Not done${not ? `: ${not}` : ""}. No usable response came, and the user was checked${reference}.${also}`;
		case "unconfirmed": {
			const unsure = listed((note.unsure ?? []).map((act) => actWords[act].short));
			const which = unsure ? ` whether this was done: ${unsure}` : "";
			return `Not confirmed${which}. No usable response came${reference}.${but}`;
		}
		default:
			return `Not tried${did === "" ? "" : " further"}: the user could not be read${reference}.${also}`;
	}
}
