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

/** Whom the strict reader names, with nothing in front of it that looks at the shape of the answer. */
function first(document: string): string[] {
	const signed = verifiedElements(parseXml(document, { bytes: 256 * 1024 }), {
		certificates: [provider.certificate],
		idAttribute: "ID",
	});
	return signed.map(({ element }) => {
		return firstReading(element.name === "Response" ? onlyChild(element, ASSERTION, "Assertion") : element).nameId;
	});
}

/** Whom the library names. Of large documents nobody: it takes very long for them, which is why it gets none that the strict reader refuses. */
async function second(document: string): Promise<string[]> {
	if (document.length > 64 * 1024) return [];
	for (const method of ["warn", "error"] as const) vi.spyOn(console, method).mockReturnValue();
	return [(await secondReading(partnerConnection(), [provider.certificate], inBase64(document), now)).nameId];
}

const forged = FORMS.flatMap((form) => {
	const document = signedResponse(form, responseTemplate({ now }));
	return [...forgedResponses(document, form), ...forgedSignatures(document), ...splicedResponses(now, form)].map(
		([name, , hostile]): [string, Form, string] => [name, form, hostile],
	);
});

// The check that decides has three parts: the required shape, and two readers. An answer has to deceive all of them.
describe("a forged answer", () => {
	afterEach(() => vi.restoreAllMocks());

	it.each([
		["the strict reader", async (document: string) => first(document)],
		["the library's reader", second],
	])("names nobody but the one who was signed to %s alone", async (_, read) => {
		const deceived: string[] = [];
		for (const [name, form, document] of forged) {
			const names = await read(document).catch(() => []);
			if (names.some((each) => each !== "rita")) deceived.push(`${name} (${form}): ${names}`);
		}
		expect(deceived).toEqual([]);
	});
});
