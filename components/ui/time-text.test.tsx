import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { timeInZone } from "./time-in-zone";
import { relativeDate, TimeText } from "./time-text";

describe("an exact time", () => {
	const time = new Date("2026-03-29T22:30:00Z");

	it.each([
		["UTC", "2026-03-29 22:30 UTC"],
		["Africa/Abidjan", "2026-03-29 22:30 UTC"],
		["America/New_York", "2026-03-29 18:30, 22:30 UTC"],
		["Europe/Berlin", "2026-03-30 00:30, 2026-03-29 22:30 UTC"],
		["Asia/Kolkata", "2026-03-30 04:00, 2026-03-29 22:30 UTC"],
	])("of a reader in %s is %s", (timeZone, text) => {
		expect(timeInZone(time, timeZone)).toBe(text);
	});
});

describe("a time on a page", () => {
	const clock = { now: new Date("2026-03-30T00:00:00Z"), timeZone: "Europe/Berlin" };

	it("is relative to when the page was rendered, with the local time, and with UTC in the title", () => {
		const markup = renderToStaticMarkup(<TimeText value="2026-03-29T12:00:00Z" clock={clock} />);
		expect(markup).toContain('dateTime="2026-03-29T12:00:00.000Z"');
		expect(markup).toContain('title="2026-03-29 14:00, 12:00 UTC"');
		const onScreen = markup.replace(/<span class="on-paper">[^<]*<\/span>/, "");
		expect(onScreen.replace(/<[^>]+>/g, "")).toBe("12 hours ago (2026-03-29 14:00)");
	});

	it("is relative only in a row, with the exact times in the element's title", () => {
		const markup = renderToStaticMarkup(<TimeText value="2026-03-29T12:00:00Z" clock={clock} isCompact />);
		expect(markup).toContain('title="2026-03-29 14:00, 12:00 UTC"');
		expect(markup.replace(/<[^>]+>/g, "")).toBe("12 hours ago");
	});

	it.each([[null], [{}], ["yesterday"]])("is the page's text for a missing time where it is %j", (value) => {
		expect(renderToStaticMarkup(<TimeText value={value} clock={clock} missing="never" />)).toContain("never");
	});
});

describe("a date to plan by", () => {
	const now = new Date("2026-01-01T00:00:00Z");

	it.each([
		["2046-01-01T00:00:00Z", "in 20 years"],
		["2028-01-01T00:00:00Z", "in 2 years"],
		["2027-12-31T23:00:00Z", "in 24 months"],
		["2026-04-01T00:00:00Z", "in 3 months"],
		["2026-03-31T00:00:00Z", "in 89 days"],
		["2026-01-02T00:00:00Z", "in 1 day"],
		["2026-01-01T05:00:00Z", "in 5 hours"],
		["2025-12-30T00:00:00Z", "2 days ago"],
		["2016-01-01T00:00:00Z", "10 years ago"],
	])("%s is %s", (date, words) => expect(relativeDate(new Date(date), now)).toBe(words));
});
