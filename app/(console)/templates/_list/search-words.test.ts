import fc from "fast-check";
import { expect, test } from "vitest";
import { searchAllLabel, statusWords, type Work } from "./search-words";

type Case = {
	loaded: number;
	next: string | null;
	isPart?: boolean;
	found?: number;
	search?: string;
	work?: Work;
	sort?: { key: string; isDescending: boolean } | null;
};

function textOf({ loaded, next, isPart = false, found = loaded, search = "", work = { kind: "idle" }, sort }: Case) {
	const listing = { rows: Array.from({ length: loaded }), next, isPart };
	return statusWords({ listing, found, query: { q: search, show: null, sort: sort ?? null }, work });
}

const failed: Work = { kind: "failed", during: "searching", problem: { title: "No", message: "not now" } };
const waiting = (seconds: number): Work => ({
	kind: "waiting",
	problem: { title: "", message: "", retryAfterSeconds: seconds },
});
const byName = { key: "name", isDescending: false } as const;

test.each<[Case, string]>([
	[{ loaded: 3, next: null }, "3 templates."],
	[{ loaded: 1, next: null }, "1 template."],
	[{ loaded: 0, next: null }, "No templates."],
	[{ loaded: 3, next: null, sort: byName }, "3 templates."],
	[{ loaded: 50, next: "x" }, "50 templates loaded; the tenant has more."],
	[{ loaded: 0, next: null, isPart: true, search: "a" }, "No templates loaded; the tenant has more."],
	[{ loaded: 50, next: "x", work: { kind: "loading-more" } }, "50 templates loaded; the tenant has more. Loading…"],
	[{ loaded: 50, next: "x", sort: byName }, "50 templates loaded; the tenant has more. Sorted among the 50 loaded."],
	[{ loaded: 3000, next: null, found: 2, search: "a" }, "2 found in all 3,000 templates."],
	[{ loaded: 3000, next: null, found: 0, search: "a" }, "None found in all 3,000 templates."],
	[{ loaded: 1, next: null, found: 0, search: "a" }, "None found in the only template."],
	[{ loaded: 50, next: "x", found: 2, search: "a" }, "2 found among the 50 newest; the tenant has more."],
	[
		{ loaded: 50, next: "x", found: 2, search: "a", sort: byName },
		"2 found among the 50 newest; the tenant has more. Sorted among the 50 loaded.",
	],
	[
		{ loaded: 50, next: null, isPart: true, found: 2, search: "a" },
		"2 found among the 50 loaded; the tenant has more.",
	],
	[
		{ loaded: 1250, next: "x", found: 0, search: "a", work: failed },
		"None found among the 1,250 newest; the tenant has more.",
	],
	[
		{ loaded: 150, next: "x", found: 0, search: "a", work: { kind: "limit-near" } },
		"Stopped near the tenant's rate limit. None found among the 150 newest; the tenant has more.",
	],
	[
		{ loaded: 1250, next: "x", found: 0, search: "a", work: { kind: "searching" } },
		"Searching all: none found in 1,250 templates so far…",
	],
	[{ loaded: 1250, next: "x", work: { kind: "searching" } }, "Loading all: 1,250 templates so far…"],
	[
		{ loaded: 1250, next: "x", found: 1200, search: "a", work: waiting(12) },
		"Searching all: 1,200 found in 1,250 templates so far. The tenant's rate limit is reached; the search continues in 12 s.",
	],
])("describes %j: %s", (state, words) => {
	expect(textOf(state)).toBe(words);
});

const anyWork = fc.constantFrom<Work>(
	...(["idle", "loading-more", "searching", "limit-near"] as const).map((kind) => ({ kind })),
	waiting(3),
	failed,
);
const anyCase = fc
	.record({
		loaded: fc.integer({ min: 0, max: 5_000 }),
		next: fc.constantFrom("x", null),
		isPart: fc.boolean(),
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
			const isWhole = view.next === null && !view.isPart;
			expect(/ in (all|the only) /.test(words)).toBe(isWhole && view.search !== "");
			expect(/the tenant has more|so far/i.test(words)).toBe(!isWhole);
			expect(words).not.toMatch(/\b0 /);
			expect(words).not.toMatch(/\d{4}/);
			if (isWhole) expect(words).not.toContain("loaded");
		}),
	);
});

test("one button starts, stops and resumes", () => {
	const label = (kind: "idle" | "loading-more" | "searching" | "limit-near") => searchAllLabel({ kind });
	expect([label("idle"), label("loading-more"), label("limit-near")]).toEqual(Array(3).fill("Search all"));
	expect([label("searching"), searchAllLabel(waiting(1))]).toEqual(["Stop", "Stop"]);
	expect(searchAllLabel(failed)).toBe("Resume");
	expect(searchAllLabel({ ...failed, during: "loading-more" })).toBe("Search all");
});
