import "server-only";
import { nameInWords } from "@/components/ui/invisible-characters";
import { timeInZone } from "@/components/ui/time-in-zone";
import type { AuditEntry } from "@/lib/dashboard/audit/audit-entry";

/** What was done about one device for one reason. */
export type Act = {
	/** In words. */
	device: string;
	/** What became of sessions and tokens, each in words. */
	parts: Readonly<Record<string, readonly string[]>>;
	/** The rows of the trail, one for each whose end was requested, or may have been. */
	writes: readonly Pick<AuditEntry, "at" | "person" | "reason" | "reference">[];
};

type Ended = {
	/** The user's e-mail address or name; the ID where neither is known. */
	user: string;
	userId: string;
	acts: readonly Act[];
	/** Who looked, and when, where an act requested nothing. */
	looked: Pick<AuditEntry, "at" | "person">;
	/** In sentences. */
	livesOn: readonly string[];
};

export const NOT_ENDED = "Not ended";
const LISTED_MAX = 50;

/**
 * The text for a ticket: on a line for each act what was requested to end, when, by whom and why; then what lives on. Without
 * any secret.
 */
export function ticketText({ user, userId, acts, looked, livesOn }: Ended): string {
	const who = user === userId ? userId : `${nameInWords(user)} (${userId})`;
	const lines = acts.map((act) => actText(act, `the access of a lost device of ${who}`, looked));
	return [...lines, `What stays: ${livesOn.join(" ")}`].join("\n");
}

function actText({ device, parts, writes }: Act, access: string, looked: Ended["looked"]): string {
	const times = (writes.length > 0 ? writes : [looked]).map(({ at }) => at).toSorted();
	const [first = "", last = first] = [times[0], times.at(-1)];
	const inUtc = (time: string) => timeInZone(new Date(time), "UTC");
	const when = inUtc(first) === inUtc(last) ? inUtc(first) : `${inUtc(first)} to ${inUtc(last)}`;
	const reasons = [...new Set(writes.flatMap(({ reason }) => reason ?? []))];
	return [
		writes.length > 0
			? `${when}: ${unique(writes.map(({ person }) => person))} requested to end ${access}.`
			: `${when}: ${looked.person} wanted to end ${access}, and nothing was ${parts[NOT_ENDED]?.length ? "requested" : "left to request"}.`,
		`Device: ${nameInWords(device)}.`,
		...Object.entries(parts).map(([title, labels]) => part(title, labels)),
		...(writes.length > 0
			? [
					reasons.length > 0 ? `Reason: ${reasons.join("; ")}.` : "No reason was stated.",
					`References: ${unique(writes.map(({ reference }) => reference))}.`,
				]
			: []),
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
