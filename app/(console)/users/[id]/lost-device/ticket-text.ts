import "server-only";
import { nameInWords } from "@/components/ui/invisible-characters";
import { timeInZone } from "@/components/ui/time-in-zone";
import type { AuditEntry } from "@/lib/dashboard/audit/audit-entry";
import type { EndResult } from "./lost-device-state";

type Ended = {
	/** The user's e-mail address or name; the ID where neither is known. */
	user: string;
	userId: string;
	/** In words. */
	device: string;
	results: readonly EndResult[];
	/** Of the device, what was not chosen, in words. */
	kept: readonly string[];
	/** The rows of the trail, one for each item whose end was requested. */
	writes: readonly Pick<AuditEntry, "at" | "person" | "reason" | "reference">[];
	/** In sentences. */
	livesOn: readonly string[];
};

const LISTED_MAX = 50;

/** One paragraph for a ticket: what was requested to end, when, by whom and why, and what lives on. Without any secret. */
export function ticketText({ user, userId, device, results, kept, writes, livesOn }: Ended): string {
	const times = writes.map(({ at }) => at).toSorted();
	const [first = "", last = first] = [times[0], times.at(-1)];
	const inUtc = (time: string) => timeInZone(new Date(time), "UTC");
	const when = inUtc(first) === inUtc(last) ? inUtc(first) : `${inUtc(first)} to ${inUtc(last)}`;
	const of = (...outcomes: EndResult["outcome"][]) =>
		results.filter(({ outcome }) => outcomes.includes(outcome)).map(({ label }) => label);
	const who = user === userId ? userId : `${nameInWords(user)} (${userId})`;
	const reasons = [...new Set(writes.flatMap(({ reason }) => reason ?? []))];
	return [
		`${when}: ${unique(writes.map(({ person }) => person))} requested to end the access of a lost device of ${who}.`,
		`Device: ${nameInWords(device)}.`,
		part("End requested", of("requested")),
		part("Already gone", of("gone")),
		part("Not confirmed", of("not confirmed")),
		part("Not ended", of("refused", "not tried")),
		part("Not chosen", kept),
		`What stays: ${livesOn.join(" ")}`,
		reasons.length > 0 ? `Reason: ${reasons.join("; ")}.` : "No reason was stated.",
		`References: ${unique(writes.map(({ reference }) => reference))}.`,
	]
		.filter((sentence) => sentence !== null)
		.join(" ");
}

function part(title: string, labels: readonly string[]): string | null {
	if (labels.length === 0) return null;
	const more = labels.length > LISTED_MAX ? `; ${labels.length - LISTED_MAX} more` : "";
	return `${title}: ${labels.slice(0, LISTED_MAX).join("; ")}${more}.`;
}

function unique(texts: readonly string[]): string {
	return [...new Set(texts)].join(", ");
}
