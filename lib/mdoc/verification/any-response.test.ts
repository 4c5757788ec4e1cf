import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeCbor } from "../cbor/decode-cbor";
import { MdocFault } from "../mdoc-fault";
import { mutated } from "../testing/mutations";
import { respond, valuesOf, verified } from "../testing/sample-session";
import { CHECK_NAMES } from "./verification";

const RUNS = process.env.LONG ? 1_000_000 : 500;
/** A tenth of the inputs reach only the decoder. */
const RANDOM_RUNS = RUNS / 10;
const MUTATED_RUNS = RUNS - RANDOM_RUNS;
/** CPU time for one input of at most a few kilobytes; in the long run, which has the machine to itself. */
const MILLISECONDS_MAX = process.env.LONG ? 1000 : Number.POSITIVE_INFINITY;

const RESPONSES = (["whole", "mac", "sends-more", "mandatory"] as const).map((id) => respond(id));
/** The elements that the issuer signed, the same in all of them. */
const SIGNED = new Map(
	RESPONSES.flatMap((response) => Object.entries(valuesOf(verified(response))).filter(([, value]) => value !== null)),
);

function expectSound(bytes: Uint8Array): void {
	const start = process.cpuUsage();
	try {
		decodeCbor(bytes);
	} catch (error) {
		if (!(error instanceof MdocFault)) throw error;
	}
	const verification = verified(bytes);
	const { user, system } = process.cpuUsage(start);
	if ((user + system) / 1000 > MILLISECONDS_MAX) throw new Error(`It took ${(user + system) / 1000} ms.`);
	if (verification.checks.length !== CHECK_NAMES.length) throw new Error("A check is missing.");
	for (const [name, value] of Object.entries(valuesOf(verification))) {
		// Every value is what the issuer signed, with any verdict.
		if (value !== null && value !== SIGNED.get(name)) throw new Error(`${name} has another value.`);
		if (value === null && verification.verdict === "verified" && SIGNED.get(name)) {
			throw new Error(`${name} is verified without its value.`);
		}
	}
}

describe("any bytes cause no exception, no hang, and no value that the issuer did not sign", () => {
	it("random ones", () => {
		const bytes = fc.oneof(
			fc.uint8Array({ maxLength: 300 }),
			fc
				.uint8Array({ maxLength: 300 })
				.map((rest) => Buffer.concat([Buffer.from("a36776657273696f6e63312e30", "hex"), rest])),
		);
		fc.assert(
			fc.property(bytes, (input) => {
				expectSound(input);
				expect(verified(input).verdict).toBe("rejected");
			}),
			{ numRuns: RANDOM_RUNS },
		);
	});

	it("responses that were changed", () => {
		fc.assert(fc.property(mutated(RESPONSES), expectSound), { numRuns: MUTATED_RUNS });
	});
});
