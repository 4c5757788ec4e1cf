/**
 * The date of a page, from the times at which its entries were recorded (newest first, ISO 8601 UTC), as `Last-Modified`. Null where it doesn't tell the page from older ones, because the clock went back:
 * it is in the future, or entries from before have the same second or a later one.
 */
export function lastModifiedOf([newest, ...others]: readonly string[], now: Date): string | null {
	if (newest === undefined) return new Date(0).toUTCString();
	const second = Math.floor(Date.parse(newest) / 1000);
	const isUnique = others.every((at) => at === newest || Math.floor(Date.parse(at) / 1000) < second);
	return isUnique && second * 1000 <= now.getTime() ? new Date(newest).toUTCString() : null;
}

/** Whether the reader has this page already (RFC 9110, section 13.2.2). */
export function hasPage(headers: Headers, etag: string, lastModified: string | null): boolean {
	const tags = headers.get("if-none-match");
	if (tags !== null)
		return tags.trim() === "*" || tags.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
	const since = headers.get("if-modified-since");
	// Any other date, even a later one, is that of another page: it may be from before the clock went back.
	return since !== null && lastModified !== null && dateForms(lastModified).includes(since.trim());
}

const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** The three forms of a date in HTTP (RFC 9110, section 5.6.7), of which the first is the one that is sent. */
function dateForms(date: string): string[] {
	const [, weekday = "", day = "", month = "", year = "", time = ""] =
		/^(\w+), (\d+) (\w+) (\d+) (\S+) GMT$/.exec(date) ?? [];
	const long = DAYS.find((name) => name.startsWith(weekday));
	const ofOldPrograms = `${long}, ${day}-${month}-${year.slice(-2)} ${time} GMT`;
	return [date, ofOldPrograms, `${weekday} ${month} ${day.replace(/^0/, " ")} ${time} ${year}`];
}
