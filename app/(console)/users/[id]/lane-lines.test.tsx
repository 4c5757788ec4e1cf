import fc from "fast-check";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { SessionLane, TokenLane } from "./access-lanes";
import { LaneLines } from "./lane-lines";

const NOW = Date.parse("2026-03-01T12:00:00Z");
const HOUR = 3_600_000;

const session = (began: number | null, ends: number | null): SessionLane => ({
	id: "s_1",
	name: "Chrome",
	opener: null,
	began,
	ends,
	isWhenUnused: false,
});
const token = (given: Partial<TokenLane> = {}): TokenLane => ({
	sessionId: "s_1",
	began: null,
	ends: null,
	isWhenUnused: false,
	exchanged: null,
	isNeverExchanged: false,
	logged: [],
	...given,
});
const drawn = (lanes: { session?: SessionLane; tokens?: TokenLane[] }) =>
	renderToStaticMarkup(<LaneLines tokens={[]} now={NOW} reach={365} {...lanes} />);

test("each line is at least two pixels wide, however short the session was, and of times that contradict each other", () => {
	const hours = fc.option(fc.integer({ min: -20_000, max: 20_000 }));
	fc.assert(
		fc.property(hours, hours, (began, ends) => {
			const at = (by: number | null) => (by === null ? null : NOW + by * HOUR);
			const html = drawn({ session: session(at(began), at(ends)) });
			const lines = [...html.matchAll(/<line x1="([^"]*)"/g)].map(([, from]) => from);
			expect(lines.length).toBeGreaterThan(0);
			const marks = [...html.matchAll(/<svg [^>]*x="([^"]*)"[^>]*><path d="M0 -\d+h2v\d+h-2z"/g)];
			expect(marks.map(([, at]) => at)).toEqual(lines);
		}),
		{
			examples: [
				[0, 0],
				[0, -1],
			],
		},
	);
	// The beginning is higher than the bar, and one outside of the picture is an arrow.
	expect(drawn({ session: session(NOW - HOUR, NOW - HOUR) })).toContain("M0 -6h2v12h-2z");
	expect(drawn({ session: session(NOW + 20_000 * HOUR, NOW) })).toContain("l8 6l-8 6z");
});

test("a line whose end is not known at the end of a session is marked so, and no other", () => {
	const fates = (lanes: Parameters<typeof drawn>[0]) =>
		[...drawn(lanes).matchAll(/data-fate="(\w+)"(.*?)<\/g>/g)].map(([, fate, mark]) => [fate, mark?.includes("doubt")]);
	expect(fates({ session: session(null, null) })).toEqual([["stays", false]]);
	expect(fates({ tokens: ["s_1", null, undefined].map((sessionId) => token({ sessionId })) })).toEqual([
		["stays", false],
		["stays", false],
		["unknown", true],
	]);
});

test("of many refresh tokens the one that was exchanged last is among those that are drawn", () => {
	const others = Array.from({ length: 6 }, (_, index) =>
		token({ ends: NOW + index * 500 * HOUR, exchanged: NOW - HOUR }),
	);
	const html = drawn({ tokens: [...others, token({ ends: NOW + HOUR, exchanged: NOW })] });
	expect(html.match(/class="ahead"/g)).toHaveLength(5);
	expect(html.match(/<line x1="50%" x2="50%"[^>]*class="lane-mark"/g)).toHaveLength(1);
	expect(html).toContain("2 more refresh tokens");
});
