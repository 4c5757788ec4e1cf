import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BadSignature } from "./bad-signature";
import { writtenElement } from "./parsing/write-element";
import { anyText } from "./testing/any-text";
import { cpuMilliseconds } from "./testing/cpu-time";
import { createTestSigner, type TestSigner } from "./testing/test-signer";
import { DOES_NOT_FIT, refusalOf, signedRequest, verified } from "./testing/verification";
import { UnreadableXml } from "./unreadable-xml";

const RUNS = process.env.LONG ? 100_000 : 1000;
/** Of one document of a few kilobytes. */
const MILLISECONDS_MAX = 500;

let signer: TestSigner;
beforeAll(async () => {
	signer = await createTestSigner();
});
afterAll(() => signer.remove());

describe("a signed document that was changed is refused", () => {
	const original = () => signedRequest(signer);

	it("with any of its bytes changed, moved, doubled or gone; what is taken says what was signed, in little time", () => {
		const document = original();
		const expected = writtenElement(verified(signer, document));
		const cut = /(?=<)|(?<=>)/;
		const parts = document.split(cut);
		const position = fc.nat(document.length - 1);
		const part = fc.nat(parts.length - 1);
		const mutation = fc.oneof(
			fc.tuple(position, fc.integer({ min: 1, max: 0xff })).map(([at, flip]) => {
				return document.slice(0, at) + String.fromCharCode(document.charCodeAt(at) ^ flip) + document.slice(at + 1);
			}),
			position.map((at) => document.slice(0, at)),
			fc.tuple(position, fc.nat(40)).map(([at, length]) => document.slice(0, at) + document.slice(at + length)),
			fc.tuple(position, anyText).map(([at, text]) => document.slice(0, at) + text + document.slice(at)),
			fc.tuple(part, part).map(([from, to]) => parts.toSpliced(to, 0, ...parts.slice(from, from + 3)).join("")),
			fc.tuple(part, part).map(([one, two]) => {
				const moved = parts.toSpliced(one, 1);
				return moved.toSpliced(two, 0, parts[one] ?? "").join("");
			}),
		);
		let slowest = 0;
		fc.assert(
			fc.property(mutation, (mutated) => {
				const start = cpuMilliseconds();
				try {
					expect(writtenElement(verified(signer, mutated))).toBe(expected);
				} catch (error) {
					if (!(error instanceof BadSignature || error instanceof UnreadableXml)) throw error;
				}
				slowest = Math.max(slowest, cpuMilliseconds() - start);
			}),
			{ numRuns: RUNS },
		);
		expect(slowest).toBeLessThan(MILLISECONDS_MAX);
	});

	it("in little time, with as much as a document may hold", () => {
		const declared = (from: number) =>
			Array.from(
				{ length: 8 },
				(_, index) => ` xmlns:p${from + index}="urn:x${from + index}" p${from + index}:a${index}="" `,
			).join("");
		const starts = Array.from({ length: 28 }, (_, index) => `<p:a${declared(8 * index)}>`).join("");
		const filling = `${starts}${"<p:a/>".repeat(1800)}${"</p:a>".repeat(28)}`;
		const document = original().replace("<p:Extensions/>", `<p:Extensions>${filling}</p:Extensions>`);
		const start = cpuMilliseconds();
		expect(refusalOf(signer, document)).toBe(DOES_NOT_FIT);
		expect(cpuMilliseconds() - start).toBeLessThan(2 * MILLISECONDS_MAX);
	});
});
