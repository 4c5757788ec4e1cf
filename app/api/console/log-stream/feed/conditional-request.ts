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
	const since = readHttpDate(headers.get("if-modified-since") ?? "");
	// A date that is still to come is from before the clock went back.
	return since !== null && lastModified !== null && Date.parse(lastModified) <= since && since <= now.getTime();
}

/**
 * A date in one of the three forms of HTTP (RFC 9110, section 5.6.7): IMF-fixdate, RFC 850, asctime. In milliseconds since
 * 1970; null where the text is no such date.
 */
function readHttpDate(text: string): number | null {
	const written = text.trim();
	const date = new Date(written.endsWith("GMT") ? written : `${written} GMT`);
	const [weekday = "", day = "", month = "", year = "", time = ""] = date.toUTCString().replace(",", "").split(" ");
	const longWeekday = date.toLocaleDateString("en", { weekday: "long", timeZone: "UTC" });
	const forms = [
		`${weekday}, ${day} ${month} ${year} ${time} GMT`,
		`${longWeekday}, ${day}-${month}-${year.slice(-2)} ${time} GMT`,
		`${weekday} ${month} ${day.replace(/^0/, " ")} ${time} ${year}`,
	];
	return forms.includes(written) ? date.getTime() : null;
}
