import "server-only";
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { openHpke } from "@/lib/mdoc/hpke/hpke";
import {
	deviceRequest,
	encryptionInfo,
	MDL_QUERY_ID,
	openid4vpRequest,
	requestedElements,
} from "@/lib/mdoc/request/request";
import { encryptedResponse, vpToken } from "@/lib/mdoc/request/wallet-response";
import { respondAsWallet, sealAsWallet } from "@/lib/mdoc/sample/respond-as-wallet";
import { sampleTrustList, unlistedSampleRoot } from "@/lib/mdoc/sample/sample-issuers";
import type { SampleLicenceId } from "@/lib/mdoc/sample/sample-licences";
import { isoTranscript, openid4vpTranscript } from "@/lib/mdoc/transcript/session-transcript";
import { CHECK_NAMES, type RequestedElement, type TrustedRoot } from "@/lib/mdoc/verification/verification";
import { verifyResponse } from "@/lib/mdoc/verification/verify-response";
import type { Role } from "../session/permissions";
import type { Download, PresentationReport, PresentationRules } from "./presentation-report";
import { CHECK_WORDS } from "./report/check-words";
import { isoSession, requestDownload, rootFile, sessionFacts } from "./report/downloads";
import { reportOn } from "./report-on";

const OPENID4VP_NONCE_BYTES = 32;
const ISO_NONCE_BYTES = 16;

type Simulated = {
	/** The requested elements, at least one. */
	names: readonly string[];
	isRetained: boolean;
	licence: SampleLicenceId;
	rules: PresentationRules;
	/** Of the requesting page. */
	origin: string;
	/** Trusted in addition to the made-up trust list. */
	roots: readonly TrustedRoot[];
	/** Of the admin who reads the report. */
	role: Role;
	labelOf: (name: string) => string;
	now: Date;
};

type SampleRequest = Pick<Simulated, "origin" | "licence" | "now"> & { requested: readonly RequestedElement[] };

/**
 * The report on the response of a wallet with a sample licence: request, encryption, transcript and verification
 * are the real ones. Nothing is stored.
 */
export function simulate({
	names,
	isRetained,
	rules,
	roots: own,
	role,
	labelOf,
	...rest
}: Simulated): PresentationReport {
	const requested = requestedElements({ names, isRetained });
	const { request, session, result } = (rules === "iso" ? requestByIso : requestByBrowser)({ requested, ...rest });
	if ("missing" in result) return nothingSent(requested, result.missing, { request, session, labelOf });
	const { response, transcript, readerKey } = result;
	const roots = [...sampleTrustList(), ...own];
	const verification = verifyResponse(response, { requested, transcript, readerKey, roots, at: rest.now });
	const report = reportOn({ verification, response, request, roots, session, role, labelOf });
	const hasRoot = verification.chain.some(({ role }) => role === "root");
	// With this root trusted the licence is verified.
	return hasRoot ? report : { ...report, downloads: [...report.downloads, rootFile(unlistedSampleRoot())] };
}

/** `openid4vp-v1-unsigned` (OpenID4VP 1.0, annex A): the wallet sends all or nothing, unencrypted. */
function requestByBrowser({ origin, requested, licence, now }: SampleRequest) {
	const nonce = randomBytes(OPENID4VP_NONCE_BYTES).toString("base64url");
	const transcript = openid4vpTranscript({ origin, nonce, jwkThumbprint: null });
	const result = respondAsWallet({ licence, requested, transcript, now, rules: "browser" });
	const received = (response: Uint8Array) =>
		vpToken({ vp_token: { [MDL_QUERY_ID]: [Buffer.from(response).toString("base64url")] } });
	return {
		request: requestDownload(openid4vpRequest({ requested, nonce })),
		session: sessionFacts({ Origin: origin, Nonce: nonce }, transcript),
		result: "missing" in result ? result : { response: received(result.response), transcript, readerKey: null },
	};
}

/** `org-iso-mdoc` (ISO/IEC 18013-7, annex C). */
function requestByIso({ origin, requested, licence, now }: SampleRequest) {
	const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
	const info = encryptionInfo({ nonce: randomBytes(ISO_NONCE_BYTES), publicKey });
	const transcript = isoTranscript({ encryptionInfo: info, origin });
	const result = respondAsWallet({ licence, requested, transcript, now, rules: "iso", readerKey: publicKey });
	const received = (response: Uint8Array) => {
		const sealed = encryptedResponse({ response: sealAsWallet({ response, recipient: publicKey, transcript }) });
		return openHpke({ ...sealed, recipient: privateKey, info: transcript });
	};
	return {
		request: requestDownload(deviceRequest(requested)),
		session: isoSession(origin, info, privateKey, transcript),
		result: "missing" in result ? result : { response: received(result.response), transcript, readerKey: privateKey },
	};
}

/** Under the rules of browsers a wallet that lacks one element sends none (OpenID4VP 1.0, 6.4.1). */
function nothingSent(
	requested: readonly RequestedElement[],
	missing: readonly string[],
	{
		request,
		session,
		labelOf,
	}: Pick<PresentationReport, "session"> & Pick<Simulated, "labelOf"> & { request: Download },
): PresentationReport {
	const lacking = missing.map(labelOf).join(", ");
	const others = requested.length - missing.length;
	const otherwise =
		others > 0 ? ` Under the rules of ISO 18013-7 it would have sent the other ${others === 1 ? "one" : others}.` : "";
	const detail = `Nothing was sent. The licence lacks: ${lacking}.`;
	return {
		verdict: "rejected",
		reason: `The wallet sends nothing, as the licence lacks: ${lacking}. A browser's wallet sends all or nothing.${otherwise}`,
		checks: CHECK_NAMES.map((name) => ({
			...(name === "all-asked"
				? { name, state: "failed", detail }
				: { name, state: "unchecked", detail: "Not checked, because nothing was sent." }),
			...CHECK_WORDS[name],
		})),
		elements: requested.map(({ namespace, name, isRetained }) => ({
			namespace,
			name,
			label: labelOf(name),
			isRequested: true,
			isSent: false,
			answeredBy: null,
			value: null,
			altered: null,
			digest: null,
			isRetained,
		})),
		chain: [],
		validity: null,
		application: null,
		diagnostic: null,
		session,
		downloads: [request],
		withheld: null,
	};
}
