import fc from "fast-check";
import { expect, test } from "vitest";
import { CHECK_NAMES, type CheckState, type Verification } from "@/lib/mdoc/verification/verification";
import { chainOf, finding } from "./chain";
import { reportOn } from "./report-on";

const STATES = ["passed", "noted", "failed", "unchecked"] as const satisfies readonly CheckState[];

test("the reason of a rejected response is that of the link where the chain broke, whichever checks failed", () => {
	const anyStates = fc.array(fc.constantFrom(...STATES), {
		minLength: CHECK_NAMES.length,
		maxLength: CHECK_NAMES.length,
	});
	fc.assert(
		fc.property(anyStates, (states) => {
			fc.pre(states.includes("failed"));
			const checks = CHECK_NAMES.map((name, index) => ({
				name,
				state: states[index] ?? "passed",
				detail: `Detail of ${name}.`,
			}));
			const verification: Verification = {
				...{ verdict: "rejected", checks, elements: [], chain: [], validity: null, proof: null },
			};
			const rest = { request: null, roots: [], session: [], role: "editor", labelOf: String } as const;
			const report = reportOn({ verification, response: new Uint8Array(), ...rest });
			const broken = chainOf(report.checks).find(({ isBroken }) => isBroken);
			expect(finding(report)).toBe(`Broken at ${broken?.title}.`);
			const failed = broken?.checks.filter(({ state }) => state === "failed").map(({ detail }) => detail) ?? [];
			expect(failed.some((detail) => detail && report.reason.startsWith(detail))).toBe(true);
		}),
	);
});
