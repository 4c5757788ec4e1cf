/**
 * The date of a page as `Last-Modified`, from the times at which its entries were recorded. Null where it doesn't tell the
 * page from older ones: it is in the future, or entries from before have the same second or a later one, as after the clock
 * went back.
 * @param times newest entry first, ISO 8601 UTC; those that were recorded together are equal
 */
export function lastModifiedOf([newest, ...others]: readonly string[], now: Date): string | null {
	if (newest === undefined) return new Date(0).toUTCString();
	const second = Math.floor(Date.parse(newest) / 1000);
	const isUnique = others.every((at) => at === newest || Math.floor(Date.parse(at) / 1000) < second);
	return isUnique && second * 1000 <= now.getTime() ? new Date(newest).toUTCString() : null;
}

/** Whether the reader has this page already (RFC 9110, section 13.2.2). */
export function hasPage(headers: Headers, etag: string, lastModified: string | null, now: Date): boolean {
	const tags = headers.get("if-none-match");
	if (tags !== null)
		return tags.trim() === "*" || tags.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
	const since = readHttpDate(headers.get("if-modified-since") ?? "", now);
	// A date that is still to come is from before the clock went back.
	return since !== null && lastModified !== null && Date.parse(lastModified) <= since && since <= now.getTime();
}

/** The three forms of a date in HTTP (RFC 9110, section 5.6.7): IMF-fixdate, RFC 850, asctime. */
const FORMS = [
	/^(?<weekday>[A-Z][a-z]{2}), (?<day>\d\d) (?<month>[A-Z][a-z]{2}) (?<year>\d{4}) (?<time>[\d:]{8}) GMT$/,
	/^(?<weekday>[A-Z][a-z]{5,8}), (?<day>\d\d)-(?<month>[A-Z][a-z]{2})-(?<year>\d\d) (?<time>[\d:]{8}) GMT$/,
	/^(?<weekday>[A-Z][a-z]{2}) (?<month>[A-Z][a-z]{2}) (?<day>[ \d]\d) (?<time>[\d:]{8}) (?<year>\d{4})$/,
];
const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** In milliseconds since 1970; null where the text is no date of HTTP. */
function readHttpDate(text: string, now: Date): number | null {
	const {
		weekday = "",
		day = "",
		month = "",
		year = "",
		time = "",
	} = FORMS.map((form) => form.exec(text.trim())?.groups).find((groups) => groups !== undefined) ?? {};
	if (weekday.length > 3 && !WEEKDAYS.includes(weekday)) return null;
	const written = `${weekday.slice(0, 3)}, ${day.replace(" ", "0")} ${month} ${fullYear(year, now)} ${time} GMT`;
	const date = new Date(written);
	return !Number.isNaN(date.getTime()) && date.toUTCString() === written ? date.getTime() : null;
}

/** Two digits stand for the year of the last hundred that is not more than 50 years ahead (RFC 9110, section 5.6.7). */
function fullYear(year: string, now: Date): string {
	if (year.length !== 2) return year;
	const latest = now.getUTCFullYear() + 50;
	return String(latest - ((latest - Number(year)) % 100));
}
