import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeCbor } from "../cbor/decode-cbor";
import { encodeCbor } from "../cbor/encode-cbor";
import { MDL_NAMESPACE } from "../mdl";
import { requested, respond, verified } from "../testing/sample-session";
import { type CheckedElement, resultsFor } from "./check-elements";

const over = (years: number) => `age_over_${String(years).padStart(2, "0")}`;

function attested(limits: Record<number, boolean | number>): CheckedElement[] {
	return Object.entries(limits).map(([years, isReached]) => {
		const value = decodeCbor(encodeCbor(isReached));
		return { namespace: MDL_NAMESPACE, name: over(Number(years)), digest: "matches", value, altered: null };
	});
}

/** The attestation for an age limit, and its value; null where there is none. */
function attestationFor(years: number, limits: Record<number, boolean | number>): [string, unknown] | null {
	const [result] = resultsFor(requested(over(years)), attested(limits));
	if (!result?.isSent) return null;
	return [result.answeredBy ?? result.name, result.value?.kind === "simple" ? result.value.value : null];
}

describe("the result of an age limit is the nearest attestation", () => {
	it.each([
		["the very one", 18, { 16: true, 18: true, 21: true }, [over(18), true]],
		["the nearest above that is reached", 18, { 25: true, 21: true }, [over(21), true]],
		["the nearest below that is not", 21, { 16: false, 18: false }, [over(18), false]],
		["one that is reached before one that is not", 21, { 18: false, 25: true }, [over(25), true]],
		["none that is reached below", 21, { 18: true }, null],
		["none that is not reached above", 18, { 21: false }, null],
		["none that is no truth value", 18, { 21: 1 }, null],
		["none at all", 18, {}, null],
	])("%s", (_, years, limits, expected) => {
		expect(attestationFor(years, limits)).toEqual(expected);
	});

	it("is never wrong, for any age and attestations", () => {
		const limits = fc.uniqueArray(fc.integer({ min: 1, max: 99 }), { maxLength: 8 });
		fc.assert(
			fc.property(fc.integer({ min: 0, max: 120 }), limits, fc.integer({ min: 1, max: 99 }), (age, known, years) => {
				const found = attestationFor(years, Object.fromEntries(known.map((limit) => [limit, age >= limit])));
				if (found) expect(found[1]).toBe(age >= years);
			}),
		);
	});

	it("is not counted as sent without request, and any other one is", () => {
		const elements = resultsFor(requested(over(18)), attested({ 21: true, 25: true }));
		expect(elements.map(({ name, isRequested, answeredBy }) => [name, isRequested, answeredBy])).toEqual([
			[over(18), true, over(21)],
			[over(25), false, null],
		]);
		expect(elements[1]?.value).toBeNull();
	});

	it("is not read from an element whose digest is wrong", () => {
		const [element] = attested({ 21: true });
		if (!element) throw new Error("There is none.");
		const [result, other] = resultsFor(requested(over(18)), [{ ...element, value: null, digest: "differs" }]);
		expect(result).toMatchObject({ isSent: false, value: null });
		expect(other).toMatchObject({ name: over(21), isRequested: false, digest: "differs" });
	});
});

it("has one element less where the request has one less", () => {
	const names = ["family_name", "birth_date", "age_over_21", "portrait", "issuing_country"];
	for (const [index] of names.entries()) {
		const fewer = names.toSpliced(index, 1);
		const response = respond("whole", requested(...fewer));
		const { elements, verdict } = verified(response, { requested: requested(...fewer) });
		expect(verdict).toBe("verified");
		expect(elements.map(({ name }) => name)).toEqual(fewer);
	}
});
