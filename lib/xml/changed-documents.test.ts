import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { longLimit } from "@/lib/testing/long-limit";
import { BadSignature, UnreadableXml } from "./errors";
import { changedTexts } from "./testing/changed-texts";
import { cpuMilliseconds } from "./testing/cpu-time";
import { createTestSigner, type TestSigner } from "./testing/test-signer";
import { DOES_NOT_FIT, refusalOf, signedRequest, verified } from "./testing/verification";
import { writtenElement } from "./verify";

const RUNS = process.env.LONG ? 100_000 : 300;
/** Of one document of a few kilobytes. */
const MILLISECONDS_MAX = longLimit(500);

let signer: TestSigner;
beforeAll(async () => {
	signer = await createTestSigner();
});
afterAll(() => signer.remove());

describe("a signed document that was changed is refused", () => {
	const original = () => signedRequest(signer);

	it("with any of its bytes changed, moved, doubled or removed; an accepted one has the signed content, in little time", () => {
		const document = original();
		const expected = writtenElement(verified(signer, document));
		const mutation = changedTexts(document.split(/(?=<)|(?<=>)/));
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

	it("in little time, at the largest size of a document", () => {
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
