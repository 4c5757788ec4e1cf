import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { METADATA_PROPERTIES_MAX } from "@/lib/contract/limits";
import type { MetadataEntry } from "@/lib/contract/metadata";
import type { MetadataOperation } from "@/lib/dashboard/store/bulk-edit";
import { valuesByKey } from "../_metadata/rows/metadata-rows";
import { bulkChange, bulkChangeNow, changeInWords } from "./bulk-operation";

const set = (key: string, value: string): MetadataOperation => ({ kind: "set", key, value });
const remove = (key: string): MetadataOperation => ({ kind: "remove", key });
const full = Array.from({ length: METADATA_PROPERTIES_MAX }, (_, index): MetadataEntry => [`k${index}`, "v"]);

describe("an operation on a token's metadata", () => {
	it("replaces a value in its place, adds a new key at the end, and removes a key", () => {
		const current: MetadataEntry[] = [
			["a", "1"],
			["b", "2"],
		];
		expect(bulkChange(current, set("a", "x"))).toEqual({ after: [["a", "x"], current[1]] });
		expect(bulkChange(current, set("__proto__", ""))).toEqual({
			after: [...current, ["__proto__", ""]],
		});
		expect(bulkChange(current, remove("a"))).toEqual({ after: [current[1]] });
	});

	it("writes nothing where the key already has the value", () => {
		expect(bulkChange([["a", "1"]], set("a", "1"))).toEqual({ state: "unchanged" });
		expect(bulkChange([["a", "1"]], remove("b"))).toEqual({ state: "unchanged" });
		expect(bulkChange([], remove("toString"))).toEqual({ state: "unchanged" });
	});

	it("refuses a 26th entry, and nothing else on a full token", () => {
		expect(bulkChange(full, set("new", "v"))).toEqual({ state: "too-many" });
		expect(bulkChange(full, set("k3", "x"))).toHaveProperty("after");
		expect(bulkChange(full, remove("k3"))).toHaveProperty("after");
		expect(bulkChange(full.slice(1), set("new", "v"))).toHaveProperty("after");
	});

	it("isolates the keys whose values it would lose", () => {
		const odd: MetadataEntry = ["\u202ea", { json: "1" }];
		expect(bulkChange([odd], set("b", "v"))).toEqual({ state: "not-text", note: { message: "“[U+202E]a”" } });
	});

	it("touches no other key, whatever the keys and values are", () => {
		const text = fc.oneof(fc.constantFrom("__proto__", "constructor", "", "a.b"), fc.string({ maxLength: 5 }));
		const entries = fc.uniqueArray(fc.tuple(text, text), { maxLength: 8, selector: ([key]) => key });
		const operation = fc.oneof(
			fc.tuple(text, text).map(([key, value]) => set(key, value)),
			text.map(remove),
		);
		fc.assert(
			fc.property(entries, operation, (current, one) => {
				const change = bulkChange(current, one);
				const others = (all: readonly MetadataEntry[]) => all.filter(([key]) => key !== one.key);
				const after = "after" in change ? change.after : current;
				expect(others(after)).toEqual(others(current));
				expect(valuesByKey(after).get(one.key)).toBe(one.kind === "set" ? one.value : undefined);
			}),
		);
	});
});

describe("a token that is read again before it is written", () => {
	const baseline: MetadataEntry[] = [["a", "1"]];

	it("keeps other keys as they are now", () => {
		const now: MetadataEntry[] = [
			["b", "theirs"],
			["a", "1"],
		];
		expect(bulkChangeNow(baseline, now, set("a", "x"))).toEqual({ after: [now[0], ["a", "x"]] });
	});

	it("is a conflict where the key itself has changed, was added or was removed", () => {
		expect(bulkChangeNow(baseline, [["a", "theirs"]], set("a", "x"))).toEqual({
			state: "conflict",
			note: { now: "theirs" },
		});
		expect(bulkChangeNow(baseline, [], set("a", "x"))).toEqual({ state: "conflict", note: { now: null } });
		expect(bulkChangeNow([], [["a", ""]], set("a", "x"))).toEqual({ state: "conflict", note: { now: "" } });
		expect(bulkChangeNow(baseline, [["a", "theirs"]], remove("a"))).toEqual({
			state: "conflict",
			note: { now: "theirs" },
		});
	});

	it("needs no write where another admin has made the same change", () => {
		expect(bulkChangeNow(baseline, [["a", "x"]], set("a", "x"))).toEqual({ state: "unchanged" });
		expect(bulkChangeNow(baseline, [], remove("a"))).toEqual({ state: "unchanged" });
	});

	it("is left out where it has become full since", () => {
		expect(bulkChangeNow([], full, set("new", "v"))).toEqual({ state: "too-many" });
	});
});

it("previews one change at most, in words", () => {
	expect(changeInWords([["a", "1"]], set("a", "2"))).toBe("Changes a from 1 to 2");
	expect(changeInWords([], set("a", "2"))).toBe("Adds a with 2");
	expect(changeInWords([["a", "1"]], remove("a"))).toBe("Removes a (was 1)");
	expect(changeInWords([["a", "1"]], remove("b"))).toBeNull();
	expect(changeInWords([["a", "1"]], set("a", "1"))).toBeNull();
});
