import { afterEach, describe, expect, it, vi } from "vitest";
import { parseXml } from "@/lib/xml/parse";
import { onlyChild } from "@/lib/xml/read-element";
import { verifiedElements } from "@/lib/xml/verify";
import { ASSERTION } from "../../saml/names";
import { forgedResponses } from "../../testing/saml-responses/forged-responses";
import { forgedSignatures } from "../../testing/saml-responses/forged-signatures";
import {
	FORMS,
	type Form,
	inBase64,
	partnerConnection,
	provider,
	responseTemplate,
	signedResponse,
} from "../../testing/saml-responses/responding-provider";
import { splicedResponses } from "../../testing/saml-responses/spliced-responses";
import { firstReading } from "./first-reading";
import { secondReading } from "./second-reading";

const now = new Date();

/** The name identifiers that the strict reader finds, without the check of the response's shape before it. */
function first(document: string): string[] {
	const signed = verifiedElements(parseXml(document, { bytes: 256 * 1024 }), {
		certificates: [provider.certificate],
		idAttribute: "ID",
	});
	return signed.map(({ element }) => {
		return firstReading(element.name === "Response" ? onlyChild(element, ASSERTION, "Assertion") : element).nameId;
	});
}

/** The library's. It gets no large documents, for which it takes very long: the strict reader refuses those before. */
async function second(document: string): Promise<string[]> {
	if (document.length > 64 * 1024) return [];
	for (const method of ["warn", "error"] as const) vi.spyOn(console, method).mockReturnValue();
	return [(await secondReading(partnerConnection(), [provider.certificate], inBase64(document), now)).nameId];
}

/** In the short run each in one form: `hostile-responses.test.ts` has all for both readers together. */
const forged = FORMS.flatMap((form, turn) => {
	const document = signedResponse(form, responseTemplate({ now }));
	return [...forgedResponses(document, form), ...forgedSignatures(document), ...splicedResponses(now, form)]
		.filter((_, index) => process.env.LONG || index % FORMS.length === turn)
		.map(([name, , hostile]): [string, Form, string] => [name, form, hostile]);
});

// The check has three parts: the required shape, and two readers. A forgery would have to deceive all of them.
describe("a forged response", () => {
	afterEach(() => vi.restoreAllMocks());

	it.each([
		["the strict reader", async (document: string) => first(document)],
		["the library's reader", second],
	])("names no user but the signed one to %s alone", async (_, read) => {
		const deceived: string[] = [];
		for (const [name, form, document] of forged) {
			const names = await read(document).catch(() => []);
			if (names.some((each) => each !== "rita")) deceived.push(`${name} (${form}): ${names}`);
		}
		expect(deceived).toEqual([]);
	});
});
