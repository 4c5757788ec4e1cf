import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { runRequest } from "@/lib/process/request-context";
import { isLinear } from "@/lib/testing/linear";
import { dashboardConfig, heldConfig } from "../config";
import { ACT_KINDS } from "../resources/act-kinds";
import { clearDashboardState, pointAtService } from "../testing/dashboard-state";
import {
	noteReason,
	ReasonRefused,
	readReason,
	reasonOfRequest,
	requireReason,
	statedReason,
	typedReason,
} from "./reason";

beforeEach(() => pointAtService("http://localhost:1"));
afterEach(clearDashboardState);

const formOf = (reason: string) => {
	const form = new FormData();
	form.set("reason", reason);
	return form;
};

describe("a reason is one line", () => {
	test.each([
		["  SUP-1  ", "SUP-1"],
		["asked\r\nby\tphone\u2028today", "asked by phone today"],
		["a\u0000b\u001b[31mc\u0085d", "a b [31mc d"],
		["SUP-1 \u202egnp\u2066.\u200f", "SUP-1 gnp."],
		["שלום SUP-1", "שלום SUP-1"],
		["👩‍🚀 asked", "👩‍🚀 asked"],
		["=1+1", "=1+1"],
		["<b>SUP-1</b>", "<b>SUP-1</b>"],
		["a\ud800b", "a\ufffdb"],
	])("%j is kept as %j", (typed, kept) => {
		expect(readReason(typed)).toBe(kept);
	});

	test.each([
		"",
		"   ",
		"\r\n\t",
		"\u00a0\u3000",
		"\u200b\u200d",
		"\u202e\u2066",
		"\u0000",
		null,
		undefined,
		7,
		new File([], "f"),
	])("%j is none", (typed) => {
		expect(readReason(typed)).toBe(null);
	});

	test("of 200 characters as a reader counts them, and not of 201", () => {
		for (const character of ["a", "ä", "👍"]) {
			expect(readReason(character.repeat(200))).toBe(character.repeat(200));
			expect(() => readReason(character.repeat(201))).toThrow(ReasonRefused);
		}
		expect(readReason(` ${"a".repeat(100)}\n\n\n${"b".repeat(99)} `)).toHaveLength(200);
	});

	test.each([
		`-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----`,
		`eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.`,
		`see eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.c2ln for it`,
		...["token=", "(", '"', "Bearer:", "https://x.example/?t=", "https://x.example/#a=b&t=", "https://x.example/"].map(
			(before) => `${before}eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.c2ln)`,
		),
		`https://x.example/feed?token=idc_${"a".repeat(32)}`,
		`whsec_${"a/+b".repeat(8)}=`,
		`sk_live_${"0".repeat(24)}`,
	])("%s looks like a secret, and is refused with a sentence that does not repeat it", (typed) => {
		expect(() => readReason(typed)).toThrow(/^Reasons are kept in the audit trail.*Nothing was changed\.$/);
	});

	test("whatever is typed, without control characters, and the same when it is read again", () => {
		fc.assert(
			fc.property(fc.string({ unit: "binary", maxLength: 150 }), (typed) => {
				const kept = readReason(typed);
				if (kept === null) return;
				expect(kept).not.toMatch(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]|^\s|\s$/u);
				expect(readReason(kept)).toBe(kept);
			}),
		);
	});

	test("in linear time", () => {
		const read = (text: string) => {
			try {
				readReason(text);
			} catch {}
		};
		for (const piece of [" ", "a ", "\n", "\u202e", "eyJ", ".", ".eyJaaaaa", "idc_", "whsec_a"])
			expect(isLinear(read, (length) => piece.repeat(length / piece.length), 200_000)).toBe(true);
	});
});

test("a form's reason is that of its request, and is kept as it was typed where it is refused", () => {
	runRequest(() => {
		noteReason(formOf(" SUP-1 "));
		expect([reasonOfRequest.get(), typedReason.get()]).toEqual(["SUP-1", " SUP-1 "]);
	});
	runRequest(() => {
		noteReason(formOf("a".repeat(201)));
		expect(typedReason.get()).toBe("a".repeat(201));
		expect(statedReason).toThrow(ReasonRefused);
		expect(() => requireReason([])).toThrow(ReasonRefused);
		noteReason(formOf("SUP-1"));
		expect(statedReason()).toBe("SUP-1");
	});
	expect(reasonOfRequest.get()).toBe(null);
});

test.each(ACT_KINDS)("where a reason is required for %s, only that is refused without one", (kind) => {
	heldConfig.set({ ...dashboardConfig(), reasonRequired: [kind] });
	expect(() => requireReason(kind, null)).toThrow(ReasonRefused);
	expect(() => requireReason(kind)).toThrow(/^\S.* needs a reason or ticket here\. Nothing was changed\.$/);
	expect(() => requireReason(ACT_KINDS, null)).toThrow(ReasonRefused);
	requireReason(kind, "SUP-1");
	requireReason(
		ACT_KINDS.filter((other) => other !== kind),
		null,
	);
	requireReason(null, null);
});
