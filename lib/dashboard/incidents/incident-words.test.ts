import { describe, expect, it } from "vitest";
import { restInWords, resultInWords, timeInWords } from "./incident-words";

describe("the result of a user", () => {
	const did = { did: ["block" as const] };
	it.each([
		["gone", did, "Not found. Done: blocked."],
		["left", did, "Left out: given up. Done: blocked."],
		["left", { why: "unticked" }, "Left out: not ticked."],
		["left", { why: "not-looked-up" }, "Left out: not looked up, given up."],
		[
			"not-written",
			{ did: ["end", "revoke"], refused: [{ act: "block", state: "not-written" }], reference: "r" },
			"Not done: block. No usable response came, and the user was checked (reference r). Done: sessions ended and refresh tokens revoked.",
		],
		[
			"refused",
			{ did: ["end"], refused: [{ act: "block", state: "refused", message: "No." }], message: "No." },
			"Refused by the tenant: “No.”. Not done: block. Done: sessions ended.",
		],
		["refused", { refused: [{ act: "end", state: "refused" }], message: "No." }, "Refused by the tenant: “No.”."],
		[
			"unconfirmed",
			{ unsure: ["end", "revoke"], reference: "r" },
			"Not confirmed whether this was done: end sessions and revoke refresh tokens. No usable response came (reference r).",
		],
		["unread", did, "Not tried further: the user could not be read. Done: blocked."],
		["done", { did: ["block", "console-access"] }, "Done: blocked and access to this console ended."],
		["done", { did: ["block", "not-reported"] }, "Done: block accepted (not reported by the tenant)."],
		["unread", {}, "Not tried: the user could not be read."],
		["planned", did, "Not tried yet. Done: blocked."],
	] as const)("of %s has what was done all the same", (state, note, words) => {
		expect(resultInWords({ state, note: structuredClone(note) as never }, "stopped")).toBe(words);
	});
});

describe("the time that requests take", () => {
	const gauge = (limit: number, remaining: number, seconds: number) => ({
		...{ limit, remaining, seenAt: 0 },
		resetsAt: seconds * 1000,
	});
	it.each([
		[
			1_200,
			gauge(100, 100, 1),
			"about 5 minutes if each reset (1 second) gives back all of the limit and each request takes 0.25 s, about 18 minutes if a reset gives back one request",
		],
		[
			1_200,
			gauge(50, 0, 60),
			"about 24 minutes if each reset (60 seconds) gives back all of the limit, about 20 hours if a reset gives back one request",
		],
		[9, gauge(50, 50, 60), "about 9 requests, less than a minute; the tenant's limit was 50 with 50 left."],
	])("is stated with what it assumes: %i with %j", (requests, limit, words) => {
		expect(timeInWords(requests, limit)).toContain(words);
	});

	it("is that of the pace once it was observed", () => {
		expect(restInWords(277, 4, gauge(100, 2, 1), 0.2)).toBe("less than a minute at the present pace.");
		expect(restInWords(277, 4, gauge(100, 2, 1), 1)).toBe("about 5 minutes at the present pace.");
		expect(restInWords(2, 4, gauge(100, 50, 1), null)).toBe(timeInWords(8, gauge(100, 50, 1)));
	});
});
