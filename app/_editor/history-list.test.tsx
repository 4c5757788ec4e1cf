import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { CHANGES_SHOWN, HistoryList, type PastChange } from "./history-list";

const change: PastChange = {
	id: "1",
	at: "2026-01-01T00:00:00.000Z",
	person: "<b>Ann",
	outcome: "done",
	lines: ["Added City"],
};
const shown = (...changes: PastChange[]) =>
	renderToStaticMarkup(
		<HistoryList id="a&b" changes={changes} clock={{ now: new Date("2026-01-03"), timeZone: "UTC" }} />,
	);

test("a change is told with who, when and what, and leads to all activity of this one thing", () => {
	const html = shown(change);
	for (const part of ["&lt;b&gt;Ann", "2 days ago", '<time dateTime="2026-01-01T00:00:00.000Z"', "Added City"])
		expect(html).toContain(part);
	expect(html).toContain('href="/activity?subject=a%26b"');
	expect(html).not.toContain("Done");
});

test.each([
	["refused", "Refused"],
	["not-done", "Not carried out"],
	["unknown", "Not known"],
] as const)("an outcome that is %s is said: %s", (outcome, words) => {
	expect(shown({ ...change, outcome })).toContain(words);
});

test("that there is nothing is said, and that there is more than is listed", () => {
	expect(shown()).toContain("No changes were made through this console yet.");
	const many = Array.from({ length: CHANGES_SHOWN + 1 }, (_, index) => ({ ...change, id: `${index}` }));
	expect(shown(...many).match(/<li/g)).toHaveLength(CHANGES_SHOWN);
	expect(shown(...many)).toContain(`These are the newest ${CHANGES_SHOWN}.`);
	expect(shown(...many.slice(1))).not.toContain("newest");
});
