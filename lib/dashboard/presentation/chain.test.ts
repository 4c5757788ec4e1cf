import { describe, expect, test } from "vitest";
import { CHECK_NAMES, type CheckName, type CheckState } from "@/lib/mdoc/verification/verification";
import { chainOf, finding } from "./chain";
import type { ReportedCheck } from "./presentation-report";
import { CHECK_WORDS } from "./report/check-words";

type States = Partial<Record<CheckName, CheckState | "unreached">>;

/** All checks as passed, but for these. */
function checks(states: States = {}): ReportedCheck[] {
	return CHECK_NAMES.map((name) => {
		const { [name]: state = "passed" } = states;
		const found = state === "unreached" ? ({ state: "unchecked", isUnreached: true } as const) : { state };
		return { name, detail: null, ...found, ...CHECK_WORDS[name] };
	});
}

const statesOf = (states: States) => chainOf(checks(states)).map(({ state }) => state);

describe.each(CHECK_NAMES)("the check %s", (name) => {
	test("is in one link, and breaks that link alone where it fails", () => {
		const links = chainOf(checks({ [name]: "failed" }));
		const own = links.filter((link) => link.checks.some((check) => check.name === name));
		expect(own).toHaveLength(1);
		expect(links.filter(({ isBroken }) => isBroken)).toEqual(own);
		expect(links.filter(({ state }) => state === "failed")).toEqual(own);
		expect(finding({ verdict: "rejected", checks: checks({ [name]: "failed" }) })).toBe(`Broken at ${own[0]?.title}.`);
	});
});

test("the chain leads from the root to the request", () => {
	expect(chainOf(checks()).map(({ title, state }) => `${title} ${state}`)).toEqual([
		"Root passed",
		"Signer passed",
		"Licence passed",
		"Phone passed",
		"This request passed",
	]);
});

test("what was not checked because of a broken link is not reached after it, and not checked before it; what was checked keeps its state", () => {
	const failed = { chain: "unreached", "signer-certificate": "failed", "issuer-signature": "unreached" } as const;
	expect(statesOf({ ...failed, "device-proof": "unreached" })).toEqual([
		...["unchecked", "failed", "unreached", "unreached", "passed"],
	]);
	// For want of a session, whatever the signer is.
	expect(statesOf({ "certificate-dates": "failed", "device-proof": "unchecked" })).toEqual([
		...["passed", "failed", "passed", "unchecked", "passed"],
	]);
	expect(statesOf({ chain: "failed", "nothing-else": "noted" })).toEqual([
		...["failed", "passed", "passed", "passed", "noted"],
	]);
});

test("the chain is opened at the first of several links that failed", () => {
	const links = chainOf(checks({ digests: "failed", "device-proof": "failed", "all-asked": "failed" }));
	expect(links.map(({ state, isBroken }) => [state, isBroken])).toEqual([
		...[
			["passed", false],
			["passed", false],
			["failed", true],
			["failed", false],
			["failed", false],
		],
	]);
});

test("a link whose deciding check was not made is not checked, whatever else passed", () => {
	expect(statesOf({ "device-proof": "unchecked" })[3]).toBe("unchecked");
	expect(statesOf({ revocation: "unchecked", "licence-expiry": "unchecked" })[2]).toBe("passed");
	const unproved = checks({ "device-proof": "unchecked" });
	expect(finding({ verdict: "incomplete", checks: unproved })).toBe("No link is broken. Not checked: Phone.");
	expect(finding({ verdict: "incomplete", checks: checks({ "all-asked": "noted" }) })).toBe(
		"Genuine, but not all was sent.",
	);
	expect(finding({ verdict: "verified", checks: checks() })).toBe("Genuine.");
});
