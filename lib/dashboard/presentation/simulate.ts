import "server-only";
import { sampleTrustList, unlistedSampleRoot } from "@/lib/mdoc/sample/sample-issuers";
import type { SampleLicenceId } from "@/lib/mdoc/sample/sample-licences";
import type { TrustedRoot } from "@/lib/mdoc/verification/verification";
import { verifyResponse } from "@/lib/mdoc/verification/verify-response";
import { askedElements } from "./asked-elements";
import type { PresentationReport, PresentationRules } from "./presentation-report";
import { rootFile } from "./report/downloads";
import { reportOn } from "./report-on";
import { askByBrowser } from "./simulation/ask-by-browser";
import { askByIso } from "./simulation/ask-by-iso";
import { nothingSent } from "./simulation/nothing-sent";

type Simulated = {
	/** The elements that are asked for, at least one. */
	names: readonly string[];
	isRetained: boolean;
	licence: SampleLicenceId;
	rules: PresentationRules;
	/** Of the page that asks. */
	origin: string;
	/** Believed beside the made-up trust list. */
	roots: readonly TrustedRoot[];
	labelOf: (name: string) => string;
	now: Date;
};

/**
 * What becomes of a request when a wallet with a sample licence answers it: the whole way of a real one, request, wallet,
 * encryption, transcript and verification, with nobody asked and nothing kept.
 */
export function simulate({ names, isRetained, rules, roots: own, labelOf, ...rest }: Simulated): PresentationReport {
	const asked = askedElements({ names, isRetained });
	const { request, session, answer } =
		rules === "iso" ? askByIso({ asked, ...rest }) : askByBrowser({ asked, ...rest });
	if (answer.missing) return nothingSent({ asked, missing: answer.missing, request, session, labelOf });
	const { response, transcript, readerKey } = answer;
	const roots = [...sampleTrustList(), ...own];
	const verification = verifyResponse(response, { asked, transcript, readerKey, roots, at: rest.now });
	const report = reportOn({ verification, response, request, roots, session, labelOf });
	const hasRoot = verification.chain.some(({ role }) => role === "root");
	// Whoever believes it from now on finds the licence verified.
	return hasRoot ? report : { ...report, downloads: [...report.downloads, rootFile(unlistedSampleRoot())] };
}
