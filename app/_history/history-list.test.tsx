import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { reasonParts } from "@/lib/dashboard/audit/tickets";
import { CHANGES_SHOWN, type ChangeLine, HistoryList, type PastChange } from "./history-list";

const change: PastChange = {
	id: "1",
	at: "2026-01-01T00:00:00.000Z",
	person: "<b>Ann",
	account: "ann@example.org",
	authorPage: "/users/auth0%7Cann",
	outcome: "done",
	lines: [{ what: "Adds City" }],
	reason: null,
	isOwn: false,
	isEdit: true,
};
const shown = (...changes: PastChange[]) =>
	renderToStaticMarkup(
		<HistoryList id="a&b" changes={changes} clock={{ now: new Date("2026-01-03"), timeZone: "UTC" }} days={90} />,
	);

test("a change is listed with its reason, of which a ticket is a link", () => {
	const reason = [{ text: "SUP-1", href: "https://t.example/SUP-1" }, { text: " \u202easked" }];
	const html = shown({ ...change, reason });
	expect(html).toContain(
		'Reason: <span><bdi class="wrap-anywhere"><a href="https://t.example/SUP-1" target="_blank" rel="noopener noreferrer" class="link">SUP-1<span class="sr-only"> (opens a new tab)</span></a>',
	);
	expect(html).toContain('data-code="U+202E"');
	expect(html).toContain("contains invisible characters: U+202E");
	expect(shown(change)).not.toContain("Reason");
});

test.each(["SUP-1 x", "x SUP-1 y", "SUP-1 SUP-2", "SUP-1", "a, SUP-1"])("the reason %s is shown as it is", (reason) => {
	const rule = { patterns: ["SUP-#"], url: "https://t.example/{ticket}" };
	const html = shown({ ...change, reason: reasonParts(reason, rule) });
	expect(html).not.toMatch(/data-code|invisible|“ ”/);
	const words = html.replaceAll(/<span class="sr-only">.*?<\/span>/g, "").replaceAll(/<[^>]*>/g, "");
	expect(words).toContain(`Reason: ${reason}`);
});

test("a change is listed with its author, time and content, and links to all activity of this resource", () => {
	const html = shown(change);
	for (const part of [
		"&lt;b&gt;Ann",
		"2 days ago",
		'<time dateTime="2026-01-01T00:00:00.000Z"',
		"Adds City",
		'title="ann@example.org"',
	])
		expect(html).toContain(part);
	expect(html).toContain('href="/activity?subject=a%26b"');
	expect(html).not.toContain("Done");
});

test.each([
	["refused", "Refused"],
	["not-done", "Not carried out"],
	["unknown", "Not known"],
] as const)("an outcome that is %s is labelled: %s", (outcome, words) => {
	expect(shown({ ...change, outcome })).toContain(words);
});

test("a change that was proposed names its author too, with a link to the proposal", () => {
	const html = shown({ ...change, proposal: { id: "2026 p", by: "<i>Bo" } });
	expect(html).toContain('href="/proposals/2026%20p"');
	expect(html.replaceAll(/<[^>]+>/g, "")).toContain("&lt;b&gt;Annproposed by &lt;i&gt;Bo");
	expect(shown(change)).not.toContain("proposed by");
});

test("an empty history is reported, and so is one with more changes than are listed", () => {
	expect(shown()).toContain("No changes made here in the last 90 days.");
	expect(shown(change)).toContain("Changes made here in the last 90 days");
	const many = Array.from({ length: CHANGES_SHOWN + 1 }, (_, index) => ({ ...change, id: `${index}` }));
	expect(shown(...many).match(/<li/g)).toHaveLength(CHANGES_SHOWN);
	expect(shown(...many)).toContain(`These are the newest ${CHANGES_SHOWN}.`);
	expect(shown(...many.slice(1))).not.toContain("newest");
});

test("old and new value are in the line; cut values are shown in full when expanded", () => {
	const rendered = (line: ChangeLine) => shown({ ...change, lines: [line] });
	const short = rendered({ what: "Set it to “A<”" });
	expect(short.replaceAll(/<[^>]+>/g, "")).toContain("Set it to “A&lt;”");
	expect(short).not.toContain("<details");
	const long = rendered({ what: "Set it to “Bee…”", whole: "Set it to “Bees”" });
	const [, summary, whole] = /<summary[^>]*>(.*)<\/summary>(.*)<\/details>/s.exec(long) ?? [];
	expect(summary?.replaceAll(/<[^>]+>/g, "")).toBe("Set it to “Bee…”");
	expect(whole).toContain("Set it to “Bees”");
});
