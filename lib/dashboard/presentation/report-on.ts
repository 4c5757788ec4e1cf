import "server-only";
import type { ElementResult, TrustedRoot, Verification } from "@/lib/mdoc/verification/verification";
import type { Download, PresentationReport, ReportedElement } from "./presentation-report";
import { applicationJson } from "./report/application-json";
import { CHECK_WORDS } from "./report/check-words";
import { diagnosticText } from "./report/diagnostic-text";
import { responseDownload, rootDownload } from "./report/downloads";
import { reasonOf } from "./report/reason";
import { valueInWords } from "./report/value-in-words";

type Presented = {
	verification: Verification;
	/** What the wallet sent, decrypted. */
	response: Uint8Array;
	/** The request as it went out, see `requestDownload`; null where it is not known. */
	request: Download | null;
	/** All that were believed. */
	roots: readonly TrustedRoot[];
	session: PresentationReport["session"];
	/** What an element is called in the form. */
	labelOf: (name: string) => string;
};

/** What became of a presentation, in words. It holds what the wallet sent: it is told in one answer, and kept nowhere. */
export function reportOn({ verification, response, request, roots, session, labelOf }: Presented): PresentationReport {
	const { verdict, checks, elements, chain, validity } = verification;
	return {
		...{ verdict, session, reason: reasonOf(verification, labelOf) },
		checks: checks.map((check) => ({ ...check, ...CHECK_WORDS[check.name] })),
		elements: elements.map((element) => reportedElement(element, labelOf)),
		chain: chain.map(({ subject, issuer, validFrom, validTo, ...link }) => ({
			...{
				...link,
				subject: inOneLine(subject),
				issuer: inOneLine(issuer),
				validFrom: validFrom.toISOString(),
				validTo: validTo.toISOString(),
			},
		})),
		validity: validity && {
			signed: validity.signed?.toISOString() ?? null,
			validFrom: validity.validFrom?.toISOString() ?? null,
			validUntil: validity.validUntil?.toISOString() ?? null,
			expectedUpdate: validity.expectedUpdate?.toISOString() ?? null,
		},
		application: applicationJson(verification),
		diagnostic: diagnosticText(response, elements),
		downloads: [...(request ? [request] : []), responseDownload(response), ...rootDownload(verification, roots)],
	};
}

/** Node writes each part of a distinguished name into a line of its own. */
function inOneLine(name: string): string {
	return name.replaceAll("\n", ", ");
}

function reportedElement(element: ElementResult, labelOf: (name: string) => string): ReportedElement {
	const { namespace, name, isAsked, isSent, answeredBy, value, digest, isRetained } = element;
	const label = labelOf(name);
	const shown = value && valueInWords(name, value);
	return { namespace, name, label, isAsked, isSent, answeredBy, value: shown, digest, isRetained };
}
