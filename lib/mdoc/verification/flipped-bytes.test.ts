/**
 * Bytes of a response that are not signed, and whose change in transit is not noticed. None of them changes a value:
 * - the second number of the version of the response, as another 1.x is read as well;
 * - what the wallet reports as not returned (`errors`, `documentErrors`), which is shown and not relied on;
 * - documents of other types beside the licence, and keys of maps that the standard does not have: ignored.
 * All others are covered: elements by their digests, the digests and the phone's key by the issuer's signature, the
 * certificates by their issuers, the session and what the phone states by its own proof, and names and kinds because
 * a change makes them unreadable.
 */
import { describe, expect, it } from "vitest";
import { REQUESTED, requested, respond, valuesOf, verified } from "../testing/sample-session";
import type { RequestedElement } from "./verification";

/** All bits of every byte take a minute; the short run changes one bit of each third byte. */
const LONG = Boolean(process.env.LONG);
const STEP = LONG ? 1 : 3;
const BITS = [0, 1, 2, 3, 4, 5, 6, 7];

type Region = { from: number; to: number };

/** Places whose change is not refused; fails where it changes a value. */
function unnoticed(response: Buffer, elements: readonly RequestedElement[], { from, to }: Region): number[] {
	const original = verified(response, { requested: elements });
	expect(original.verdict).not.toBe("rejected");
	const expected = valuesOf(original);
	const places = new Set<number>();
	for (let place = from; place < to; place += STEP) {
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
		const response = respond("whole");
		for (const place of unnoticed(response, REQUESTED, whole(response))) expect(place).toBe(minorVersion(response));
		const other = Buffer.from(response);
		other[minorVersion(response)] = "7".charCodeAt(0);
		expect(verified(other).verdict).toBe("verified");
	});

	it("with a proof by MAC, in the part that the phone adds", () => {
		const response = respond("mac");
		const added = { from: LONG ? 0 : response.indexOf("deviceSigned"), to: response.length };
		for (const place of unnoticed(response, REQUESTED, added)) expect(place).toBe(minorVersion(response));
	});

	it("where elements are missing: what the wallet reports about them is not signed either", () => {
		const elements = requested("family_name", "nationality", "resident_city");
		const response = respond("mandatory", elements);
		const errors = { from: response.indexOf("errors"), to: response.indexOf("status") };
		const region = LONG ? whole(response) : errors;
		for (const place of unnoticed(response, elements, region)) {
			if (place !== minorVersion(response)) expect(place).toBeGreaterThanOrEqual(errors.from);
			expect(place).toBeLessThan(errors.to);
		}
	});
});
