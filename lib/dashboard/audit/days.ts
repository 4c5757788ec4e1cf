/** Whether a text is a day of the calendar, `2026-01-31`: JavaScript takes the 30 February for the 2 March. */
export function isDay(text: string): boolean {
	const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
	return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** The entries of one day, in the given order. `name` is its display name. */
export type Day<Of> = { date: string; name: string; entries: Of[] };

/** Groups entries by day in the user's time zone: "Today", "Yesterday", "Friday 20 November 2026". */
export function byDay<Of extends { at: string }>(
	entries: readonly Of[],
	{ now, timeZone }: { now: Date; timeZone: string },
): Day<Of>[] {
	const date = new Intl.DateTimeFormat("en-CA", { timeZone });
	const long = new Intl.DateTimeFormat("en-GB", { timeZone, dateStyle: "full" });
	const today = date.format(now);
	const yesterday = new Date(Date.parse(`${today}T00:00:00Z`) - 1).toISOString().slice(0, 10);
	const nameOf = (day: string, at: Date) =>
		day === today ? "Today" : day === yesterday ? "Yesterday" : long.format(at).replaceAll(",", "");
	const days: Day<Of>[] = [];
	for (const entry of entries) {
		const at = new Date(entry.at);
		const day = date.format(at);
		const last = days.at(-1);
		if (last?.date === day) last.entries.push(entry);
		else days.push({ date: day, name: nameOf(day, at), entries: [entry] });
	}
	return days;
}

/** "14:03", in the user's time zone. */
export function timeOfDay(at: string, timeZone: string): string {
	return new Intl.DateTimeFormat("en-GB", { timeZone, timeStyle: "short" }).format(new Date(at));
}
