import { describe, expect, it } from "vitest";
import { SAMPLE_LICENCES, type SampleLicenceId } from "../sample/sample-licences";
import { AT, detailOf, namesOf, REQUESTED, respond, valuesOf, verified } from "../testing/sample-session";
import { CHECK_NAMES, type CheckName, type Verdict } from "./verification";

describe("a licence of which an element was changed, while the issuer's signature is valid", () => {
	const verification = verified(respond("altered-element"));

	it("is rejected, only for the digest", () => {
		expect(verification.verdict).toBe("rejected");
		expect(namesOf(verification, "failed")).toEqual(["digests"]);
		expect(namesOf(verification, "passed")).toContain("issuer-signature");
	});

	it("has no value where it was changed", () => {
		const changed = verification.elements.filter(({ digest }) => digest === "differs");
		expect(changed).toHaveLength(1);
		expect(changed).toMatchObject([{ value: null, isSent: true }]);
		const others = verification.elements.filter((element) => !changed.includes(element));
		expect(others.every(({ value, digest }) => value !== null && digest === "matches")).toBe(true);
	});
});

describe("a sample licence gets its expected verdict", () => {
	const EXPECTED: Record<SampleLicenceId, [Verdict, CheckName | null]> = {
		whole: ["verified", null],
		mandatory: ["incomplete", null],
		"under-21": ["verified", null],
		"expired-licence": ["rejected", "licence-expiry"],
		"expired-copy": ["rejected", "valid-until"],
		"unlisted-issuer": ["rejected", "chain"],
		"altered-element": ["rejected", "digests"],
		"sends-more": ["verified", null],
		"other-phone": ["rejected", "device-proof"],
		"expired-signer": ["rejected", "certificate-dates"],
		"not-yet-valid": ["rejected", "valid-from"],
		mac: ["verified", null],
	};

	it.each(SAMPLE_LICENCES)("$title", ({ id }) => {
		const [verdict, failed] = EXPECTED[id];
		const verification = verified(respond(id));
		expect(verification.verdict).toBe(verdict);
		expect(namesOf(verification, "failed")).toEqual(failed === null ? [] : [failed]);
		expect(verification.checks.map(({ name }) => name)).toEqual(CHECK_NAMES);
		expect(verification.chain.map(({ role }) => role)).toEqual(
			id === "unlisted-issuer" ? ["signer"] : ["signer", "root"],
		);
		expect(verification.proof).toBe(id === "other-phone" ? null : id === "mac" ? "mac" : "signature");
	});
});

describe("the result of a verification", () => {
	it("has each requested element in its order, with its value", () => {
		const { elements, validity } = verified(respond("whole"));
		expect(elements.map(({ name }) => name)).toEqual(REQUESTED.map(({ name }) => name));
		expect(elements.every(({ isSent, value, digest }) => isSent && value !== null && digest === "matches")).toBe(true);
		expect(validity?.signed?.getTime()).toBeLessThan(AT.getTime());
	});

	it("has elements that were sent without request, without their values", () => {
		const verification = verified(respond("sends-more"));
		const others = verification.elements.filter(({ isRequested }) => !isRequested);
		expect(others).toHaveLength(2);
		expect(others.every(({ isSent, value, digest }) => isSent && value === null && digest === "matches")).toBe(true);
		expect(namesOf(verification, "noted")).toEqual(["nothing-else"]);
	});

	it("always reports that revocation is not checked", () => {
		for (const response of [respond("whole"), respond("altered-element"), Buffer.from([0xff])]) {
			const verification = verified(response);
			expect(namesOf(verification, "unchecked")).toContain("revocation");
			expect(detailOf(verification, "revocation")).toMatch(/^Revocation is not checked/);
		}
	});

	it("has no value in any sentence", () => {
		for (const { id } of SAMPLE_LICENCES) {
			const verification = verified(respond(id));
			const texts = Object.values(valuesOf(verification)).flatMap((hex) => {
				const value = Buffer.from(hex ?? "", "hex")
					.subarray(1)
					.toString("latin1");
				return value.length > 3 ? [value] : [];
			});
			const report = JSON.stringify(verification.checks);
			for (const text of texts) expect(report).not.toContain(text);
		}
	});
});
