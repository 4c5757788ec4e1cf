/**
 * "2026-03-29 09:30, 07:30 UTC": the local time with UTC beside it, which has a day only where that differs.
 * @param timeZone an IANA name; in "UTC" there is only one time
 */
export function timeInZone(time: Date, timeZone: string): string {
	const [day, minute] = time.toISOString().slice(0, 16).split("T");
	const [localDay, localMinute] = inZone(time, timeZone);
	if (localDay === day && localMinute === minute) return `${day} ${minute} UTC`;
	return `${localDay} ${localMinute}, ${localDay === day ? "" : `${day} `}${minute} UTC`;
}

/** The local time alone, "2026-03-29 09:30"; with " UTC" where that is the time zone. */
export function localTime(time: Date, timeZone: string): string {
	const [day, minute] = inZone(time, timeZone);
	return `${day} ${minute}${timeZone === "UTC" ? " UTC" : ""}`;
}

/** The same to the second. */
export function localTimeWithSeconds(time: Date, timeZone: string): string {
	// No zone is ahead of UTC by a part of a minute.
	return localTime(time, timeZone).replace(/:\d\d/, (minute) => minute + time.toISOString().slice(16, 19));
}

/** The local day, "2026-03-29", for a page: with " UTC" where that is the time zone, or the user's is not known. */
export function dayInZone(time: Date, timeZone: string): string {
	const day = localDay(time, timeZone);
	return timeZone === "UTC" ? `${day} UTC` : day;
}

/** "2026-03-29". @param timeZone an IANA name */
export function localDay(time: Date, timeZone: string): string {
	return inZone(time, timeZone)[0];
}

function inZone(time: Date, timeZone: string): [day: string, minute: string] {
	const parts = formatIn(timeZone).formatToParts(time);
	const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((each) => each.type === type)?.value ?? "";
	return [`${part("year")}-${part("month")}-${part("day")}`, `${part("hour")}:${part("minute")}`];
}

/** Making a format takes longer than drawing a row, and all times of a page are in one zone. */
let last: { timeZone: string; format: Intl.DateTimeFormat } | null = null;

function formatIn(timeZone: string): Intl.DateTimeFormat {
	if (last?.timeZone !== timeZone) last = { timeZone, format: newFormat(timeZone) };
	return last.format;
}

function newFormat(timeZone: string): Intl.DateTimeFormat {
	return new Intl.DateTimeFormat("en", {
		timeZone,
		hourCycle: "h23",
		year: "numeric",
		month: "2-digit",
		day: "2-digit",
		hour: "2-digit",
		minute: "2-digit",
	});
}
