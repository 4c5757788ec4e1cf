/**
 * Bytes of a response that nobody signs, and that may therefore be changed on the way without being noticed. None of
 * them changes a value:
 * - the second number of the version of the response, as another 1.x is read as well;
 * - what the wallet says it does not return (`errors`, `documentErrors`), which is told and believed by nobody;
 * - documents of other types beside the licence, and keys of maps that the standard does not have: passed over.
 * All others are covered: elements by their digests, the digests and the phone's key by the issuer's signature, the
 * certificates by those who issued them, the session and what the phone states by its own proof, and names and kinds
 * by what stops being readable.
 */
import { describe, expect, it } from "vitest";
import { answer, REQUESTED, requested, valuesOf, verified } from "../testing/sample-session";
import type { RequestedElement } from "./verification";

/** Every bit of every byte takes a minute; else it is one bit of each byte. */
const LONG = Boolean(process.env.LONG);
const BITS = [0, 1, 2, 3, 4, 5, 6, 7];

type Region = { from: number; to: number };

/** Places whose change leaves a response unrefused; fails where a value is another one then. */
function unnoticed(response: Buffer, elements: readonly RequestedElement[], { from, to }: Region): number[] {
	const original = verified(response, { requested: elements });
	expect(original.verdict).not.toBe("rejected");
	const expected = valuesOf(original);
	const places = new Set<number>();
	for (let place = from; place < to; place += 1) {
		for (const bit of LONG ? BITS : [place % BITS.length]) {
			const changed = Buffer.from(response);
			changed[place] = (changed[place] ?? 0) ^ (1 << bit);
			const verification = verified(changed, { requested: elements });
			if (verification.verdict === "rejected") continue;
			if (original.verdict !== "verified") expect(verification.verdict).toBe(original.verdict);
			expect(valuesOf(verification)).toEqual(expected);
			places.add(place);
		}
	}
	return [...places];
}

function minorVersion(response: Buffer): number {
	return response.indexOf("1.0") + "1.".length;
}

function whole(response: Buffer): Region {
	return { from: 0, to: response.length };
}

describe("no changed byte of a response verifies with another value", () => {
	it("with a proof by signature: only the minor version is not signed", () => {
		const response = answer("whole");
		for (const place of unnoticed(response, REQUESTED, whole(response))) expect(place).toBe(minorVersion(response));
		const other = Buffer.from(response);
		other[minorVersion(response)] = "7".charCodeAt(0);
		expect(verified(other).verdict).toBe("verified");
	});

	it("with a proof by MAC, in what the phone adds", () => {
		const response = answer("mac");
		const added = { from: LONG ? 0 : response.indexOf("deviceSigned"), to: response.length };
		for (const place of unnoticed(response, REQUESTED, added)) expect(place).toBe(minorVersion(response));
	});

	it("where elements are missing: also what the wallet says of them is not signed", () => {
		const elements = requested("family_name", "nationality", "resident_city");
		const response = answer("mandatory", elements);
		const errors = { from: response.indexOf("errors"), to: response.indexOf("status") };
		const region = LONG ? whole(response) : errors;
		for (const place of unnoticed(response, elements, region)) {
			if (place !== minorVersion(response)) expect(place).toBeGreaterThanOrEqual(errors.from);
			expect(place).toBeLessThan(errors.to);
		}
	});
});
