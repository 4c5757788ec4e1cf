import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { PresentationReport } from "@/lib/dashboard/presentation/presentation-report";
import { TryItResult } from "./try-it-result";

test.each([
	[{ attributes: "Nothing is ticked." }, "Tick an attribute first"],
	[{ licence: "Choose one of the licences." }, "Nothing was simulated"],
	[{ response: "It ends at byte 3." }, "Nothing was checked"],
])("the faults %j are reported under what did not happen", (faults, title) => {
	expect(renderToStaticMarkup(<TryItResult response={{ faults }} />)).toContain(`>${title}</p>`);
});

test("moments of a validity that can't be read, or that the licence leaves out, are said to be so", () => {
	const report: PresentationReport = {
		verdict: "rejected",
		reason: "",
		downloads: [],
		elements: [],
		checks: [],
		chain: [],
		validity: { signed: null, validFrom: "2026-01-31T09:30:00Z", validUntil: null, expectedUpdate: null },
		application: null,
		session: [],
		diagnostic: null,
	};
	const text = renderToStaticMarkup(<TryItResult response={{ report }} />).replace(/<[^>]+>/g, " ");
	expect(text).toMatch(
		/Signed +can&#x27;t be read .*2026-01-31 09:30 UTC .*Valid until +can&#x27;t be read .*not reported/,
	);
});
