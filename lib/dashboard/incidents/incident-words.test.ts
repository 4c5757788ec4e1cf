import { describe, expect, it } from "vitest";
import { resultInWords } from "./incident-words";

describe("the result of a user", () => {
	const did = { did: ["block" as const] };
	it.each([
		["gone", did, "Not found. Done: blocked."],
		["left", did, "Left out: given up. Done: blocked."],
		["left", { why: "unticked" }, "Left out: not ticked."],
		["left", { why: "not-looked-up" }, "Left out: not looked up, given up."],
		["unread", did, "Not tried further: the user could not be read. Done: blocked."],
		["done", { did: ["block", "console-access"] }, "Done: blocked and access to this console ended."],
		["done", { did: ["block", "not-reported"] }, "Done: block accepted (not reported by the tenant)."],
		["unread", {}, "Not tried: the user could not be read."],
		["planned", did, "Not tried yet. Done: blocked."],
	] as const)("of %s has what was done all the same", (state, note, words) => {
		expect(resultInWords({ state, note: structuredClone(note) as never }, "stopped")).toBe(words);
	});
});
