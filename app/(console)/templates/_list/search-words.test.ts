import fc from "fast-check";
import { expect, test } from "vitest";
import type { ListQuery } from "./list-query";
import { searchAllLabel, shownWords, statusWords, type Work } from "./search-words";

type Case = {
	loaded: number;
	rest: string | null;
	found?: number;
	search?: string;
	covered?: number;
	work?: Work;
	sort?: ListQuery["sort"];
};

function textOf({ loaded, rest, found = loaded, search = "", covered = loaded, work = { kind: "idle" }, sort }: Case) {
	const listing = { rows: Array.from({ length: loaded }), rest, covered };
	const {
		text,
		hint = "",
		end = "",
	} = statusWords({ listing, found, query: { q: search, show: null, sort: sort ?? null }, work });
	return `${text}${hint}${end}`;
}

const failed: Work = { kind: "failed", during: "searching", problem: { title: "No", message: "not now" } };
const byName = { key: "name", isDescending: false } as const;

test.each<[Case, string]>([
	[{ loaded: 3, rest: null }, "3 templates."],
	[{ loaded: 1, rest: null }, "1 template."],
	[{ loaded: 0, rest: null }, "No templates."],
	[{ loaded: 3, rest: null, sort: byName }, "3 templates."],
	[{ loaded: 50, rest: "x" }, "50 templates loaded; the tenant has more."],
	[{ loaded: 0, rest: "", search: "a" }, "No templates loaded; the tenant has more."],
	[{ loaded: 50, rest: "x", work: { kind: "loading-more" } }, "50 templates loaded; the tenant has more. Loading…"],
	[
		{ loaded: 50, rest: "x", sort: byName },
		"50 templates loaded; the tenant has more. Sorted by name among the 50 loaded.",
	],
	[{ loaded: 3000, rest: null, found: 2, search: "a" }, "2 found in all 3,000 templates."],
	[{ loaded: 3000, rest: null, found: 0, search: "a" }, "None found in all 3,000 templates."],
	[{ loaded: 1, rest: null, found: 0, search: "a" }, "None found in the only template."],
	[{ loaded: 50, rest: "x", found: 2, search: "a" }, "2 found among the 50 newest; the tenant has more."],
	[
		{ loaded: 50, rest: "x", found: 2, search: "a", sort: { key: "updatedAt", isDescending: true } },
		"2 found among the 50 newest; the tenant has more. Sorted by last update among the 50 loaded.",
	],
	[{ loaded: 50, rest: "", covered: 0, found: 2, search: "a" }, "2 found among the 50 loaded; the tenant has more."],
	[
		{ loaded: 50, rest: "x", found: 0, search: "a" },
		"None among the 50 newest. The tenant has more: “Search all” looks through the rest.",
	],
	[
		{ loaded: 1250, rest: "x", found: 0, search: "a", work: failed },
		"None among the 1,250 newest. The tenant has more: “Resume” looks through the rest.",
	],
	[
		{ loaded: 1250, rest: "x", found: 2, search: "a", work: { kind: "stopped" } },
		"Stopped: 2 found among the 1,250 newest; the tenant has more.",
	],
	[
		{ loaded: 1250, rest: "x", found: 0, search: "a", work: { kind: "stopped" } },
		"Stopped: none among the 1,250 newest. The tenant has more: “Search all” looks through the rest.",
	],
	[
		{ loaded: 150, rest: "x", found: 0, search: "a", work: { kind: "limit-near" } },
		"Stopped near the tenant's rate limit: none among the 150 newest. The tenant has more: “Search all” looks through the rest.",
	],
	[
		{ loaded: 1250, rest: "x", found: 0, search: "a", work: { kind: "searching" } },
		"Searching all: none found in 1,250 templates so far…",
	],
	[{ loaded: 1250, rest: "x", work: { kind: "searching" } }, "Loading all: 1,250 templates so far…"],
	[
		{ loaded: 1250, rest: "x", found: 1200, search: "a", work: { kind: "waiting", seconds: 12 } },
		"Searching all: 1,200 found in 1,250 templates so far. The tenant's rate limit asks to wait 12 s; then the search continues.",
	],
])("describes %j: %s", (state, words) => {
	expect(textOf(state)).toBe(words);
});

const anyWork = fc.constantFrom<Work>(
	...(["idle", "loading-more", "searching", "stopped", "limit-near"] as const).map((kind) => ({ kind })),
	{ kind: "waiting", seconds: 3 },
	failed,
);
const anyCase = fc
	.record({
		loaded: fc.integer({ min: 0, max: 5_000 }),
		rest: fc.constantFrom("", "x", null),
		search: fc.constantFrom("", "a"),
		work: anyWork,
		sort: fc.constantFrom(null, byName),
		share: fc.double({ min: 0, max: 1, noNaN: true }),
	})
	.map(({ share, ...view }) => ({ ...view, found: view.search ? Math.floor(view.loaded * share) : view.loaded }));

test("a result for all templates is stated exactly when all were searched", () => {
	fc.assert(
		fc.property(anyCase, (view) => {
			const words = textOf(view);
			const isWhole = view.rest === null;
			expect(/ in (all|the only) /.test(words)).toBe(isWhole && view.search !== "");
			expect(/the tenant has more|so far/i.test(words)).toBe(!isWhole);
			expect(words).not.toMatch(/\b0 /);
			expect(words).not.toMatch(/\d{4}/);
			if (isWhole) expect(words).not.toContain("loaded");
		}),
	);
});

test("one button starts, stops and resumes", () => {
	const label = (kind: "idle" | "loading-more" | "searching" | "stopped") => searchAllLabel({ kind });
	expect([label("idle"), label("loading-more"), label("stopped")]).toEqual(["Search all", "Search all", "Search all"]);
	expect([label("searching"), searchAllLabel({ kind: "waiting", seconds: 1 })]).toEqual(["Stop", "Stop"]);
	expect(searchAllLabel(failed)).toBe("Resume");
	expect(searchAllLabel({ ...failed, during: "loading-more" })).toBe("Search all");
});

test("states of which rows only the first are shown", () => {
	expect(shownWords(500, 1234, { q: "a", show: null, sort: null })).toBe("Showing the first 500 of 1,234 found.");
	expect(shownWords(500, 3000, { q: " ", show: null, sort: null })).toBe("Showing the first 500 of 3,000 templates.");
});
