import { expect, it } from "vitest";
import { parseDrafts } from "./metadata-draft";

const draft = {
	rows: [{ key: "a", value: "1", original: null }],
	baseline: [["a", "0"]],
	savedAt: "2026-01-01T00:00:00.000Z",
};

it("reads back the drafts that were kept, in their order", () => {
	const older = { ...draft, baseline: [] };
	expect(parseDrafts(JSON.stringify([draft, older]))).toEqual([draft, older]);
});

it("takes nothing else for a draft, and keeps those beside it", () => {
	for (const text of [null, "", "{", "null", "1", "{}", JSON.stringify(draft)]) expect(parseDrafts(text)).toEqual([]);
	const others = [
		null,
		1,
		{},
		{ ...draft, rows: [{ key: 1 }] },
		{ ...draft, baseline: [["a"]] },
		{ ...draft, rows: [null] },
	];
	expect(parseDrafts(JSON.stringify([...others, draft]))).toEqual([draft]);
});
