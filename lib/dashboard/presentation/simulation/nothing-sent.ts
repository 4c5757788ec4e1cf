import { type AskedElement, CHECK_NAMES } from "@/lib/mdoc/verification/verification";
import type { Download, PresentationReport } from "../presentation-report";
import { CHECK_WORDS } from "../report/check-words";

type NothingSent = {
	asked: readonly AskedElement[];
	missing: readonly string[];
	request: Download;
	session: PresentationReport["session"];
	labelOf: (name: string) => string;
};

/** Under the rules of browsers a wallet that lacks one element sends none (OpenID4VP 1.0, 6.4.1). */
export function nothingSent({ asked, missing, request, session, labelOf }: NothingSent): PresentationReport {
	const lacking = missing.map(labelOf).join(", ");
	const others = asked.length - missing.length;
	const otherwise =
		others > 0 ? ` Under the rules of ISO 18013-7 it would have sent the other ${others === 1 ? "one" : others}.` : "";
	const detail = `Nothing was sent. The licence lacks: ${lacking}.`;
	return {
		verdict: "rejected",
		reason: `The wallet sends nothing, as the licence lacks: ${lacking}. A browser's wallet answers all or nothing.${otherwise}`,
		checks: CHECK_NAMES.map((name) => ({
			...(name === "all-asked"
				? { name, state: "failed", detail }
				: { name, state: "unchecked", detail: "Not checked, because nothing was sent." }),
			...CHECK_WORDS[name],
		})),
		elements: asked.map(({ namespace, name, isRetained }) => ({
			...{ namespace, name, label: labelOf(name), isAsked: true, isSent: false, answeredBy: null },
			...{ value: null, digest: null, isRetained },
		})),
		...{ chain: [], validity: null, application: null, diagnostic: null, session, downloads: [request] },
	};
}
