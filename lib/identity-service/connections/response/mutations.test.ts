import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { longLimit, MEGABYTES_MAX } from "@/lib/testing/long-limit";
import { changedTexts } from "@/lib/xml/testing/changed-texts";
import { cpuMilliseconds } from "@/lib/xml/testing/cpu-time";
import { Refusal } from "../../http/refusal";
import { changedTrees } from "../../testing/saml-responses/changed-trees";
import {
	EMAIL_ATTRIBUTE,
	FORMS,
	type Form,
	inBase64,
	partnerConnection,
	responseTemplate,
	signedResponse,
} from "../../testing/saml-responses/responding-provider";
import { checkedResponse } from "./checked-response";
import { profileOf } from "./profile";

/** In all, in equal parts for each form of signing and each way to change a response. */
const RUNS = process.env.LONG ? 100_000 : 300;
const WAYS = ["bytes and tags", "elements of the tree", "base64"] as const;
const MILLISECONDS_MAX = longLimit(1000);

const now = new Date();
const service = { now: () => now };
const connection = partnerConnection();

/** A user's response, signed by the provider. */
const document = (form: Form, nameId: string) =>
	signedResponse(
		form,
		responseTemplate({
			now,
			responseId: `_response-${nameId}`,
			assertionId: `_assertion-${nameId}`,
			inResponseTo: `_request-${nameId}`,
			nameId,
			attributes: EMAIL_ATTRIBUTE.replace("rita@", `${nameId}@`),
		}),
	);
const TAGS = /(?=<)|(?<=>)/;
const lines = (document: string) => inBase64(document).match(/.{1,40}/g) ?? [];

/** The content of a response, and the profile of the user whom it signs in. */
async function signedIn(samlResponse: string) {
	const response = await checkedResponse(service, connection, samlResponse);
	return { response, profile: profileOf(connection, response) };
}

function mutations(way: (typeof WAYS)[number], valid: string, others: readonly string[]): fc.Arbitrary<string> {
	const other = fc.constantFrom(...others);
	if (way === "base64") return other.chain((from) => changedTexts(lines(valid), lines(from)));
	if (way === "bytes and tags")
		return other.chain((from) => changedTexts(valid.split(TAGS), from.split(TAGS))).map((xml) => inBase64(xml));
	return other.chain((from) => changedTrees(valid, from)).map((xml) => inBase64(xml));
}

describe("a valid response that was changed anywhere", () => {
	it.each(FORMS.flatMap((form) => WAYS.map((way) => ({ form, way }))))(
		"is refused, or read as the provider has signed it, in little time and memory: $form signed, $way",
		async ({ form, way }) => {
			const valid = document(form, "rita");
			const others = FORMS.map((each) => document(each, "admin"));
			// All are the provider's own: a mixture of them may be read as one of them, and as nothing in between.
			const originals = await Promise.all([valid, ...others].map((each) => signedIn(inBase64(each))));
			const memory = process.memoryUsage().rss;
			let slowest = 0;
			await fc.assert(
				fc.asyncProperty(mutations(way, valid, others), async (mutated) => {
					const start = cpuMilliseconds();
					try {
						expect(originals).toContainEqual(await signedIn(mutated));
					} catch (error) {
						if (!(error instanceof Refusal)) throw error;
					}
					slowest = Math.max(slowest, cpuMilliseconds() - start);
				}),
				{ numRuns: Math.ceil(RUNS / (FORMS.length * WAYS.length)) },
			);
			expect(slowest).toBeLessThan(MILLISECONDS_MAX);
			expect((process.memoryUsage().rss - memory) / 2 ** 20).toBeLessThan(MEGABYTES_MAX);
		},
	);
});
