import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { PresentationReport } from "@/lib/dashboard/presentation/presentation-report";
import { attributeLabel } from "@/lib/dashboard/templates/attribute-catalogue";
import { TryItResult } from "./try-it-result";

test.each([
	[{ attributes: "Nothing is ticked." }, "Tick an attribute first"],
	[{ licence: "Choose one of the licences." }, "Nothing was simulated"],
	[{ response: "It ends at byte 3." }, "Nothing was checked"],
])("the faults %j are reported under what did not happen", (faults, title) => {
	expect(renderToStaticMarkup(<TryItResult response={{ faults }} />)).toContain(`>${title}</p>`);
});

const empty: PresentationReport = {
	verdict: "rejected",
	reason: "",
	downloads: [],
	elements: [],
	checks: [],
	chain: [],
	validity: null,
	application: null,
	session: [],
	diagnostic: null,
	withheld: null,
};

test("moments of a validity that can't be read, or that the licence leaves out, are said to be so", () => {
	const report: PresentationReport = {
		...empty,
		validity: { signed: null, validFrom: "2026-01-31T09:30:00Z", validUntil: null, expectedUpdate: null },
	};
	const text = renderToStaticMarkup(<TryItResult response={{ report }} />).replace(/<[^>]+>/g, " ");
	expect(text).toMatch(
		/Signed +can&#x27;t be read .*2026-01-31 09:30 UTC .*Valid until +can&#x27;t be read .*not reported/,
	);
});

test("what a wallet sent is isolated, and shows by its code what would turn it around", () => {
	const NAME = "\u202egnp.exe";
	const report: PresentationReport = {
		...empty,
		elements: [
			{
				namespace: "odd",
				name: NAME,
				label: attributeLabel(NAME),
				isRequested: false,
				isSent: true,
				answeredBy: null,
				value: { kind: "text", text: NAME },
				altered: null,
				digest: null,
				isRetained: null,
			},
		],
		chain: [
			{
				role: "signer",
				fingerprint: "AA",
				subject: NAME,
				issuer: `${NAME} issuer`,
				validFrom: "2026-01-31T09:30:00Z",
				validTo: "2027-01-31T09:30:00Z",
				source: null,
			},
		],
	};
	const html = renderToStaticMarkup(<TryItResult response={{ report }} />);
	expect(html.split('data-code="U+202E">\u202e</bdi>gnp.exe').length - 1).toBe(3);
	expect(html.split("\u202e").length - 1).toBe(3);
	expect(html).toContain('<bdi class="whitespace-pre-wrap">[U+202E]gnp.exe</bdi>');
});
