import "server-only";
import { createPrivateKey, generateKeyPairSync, randomBytes } from "node:crypto";
import { openHpke } from "@/lib/mdoc/hpke/hpke";
import { MdocFault } from "@/lib/mdoc/mdoc-fault";
import { deviceRequest, encryptionInfo, openid4vpRequest, requestedElements } from "@/lib/mdoc/request/request";
import { encryptedResponse, vpToken, walletError } from "@/lib/mdoc/request/wallet-response";
import { isoTranscript, openid4vpTranscript } from "@/lib/mdoc/transcript/session-transcript";
import { verifyResponse } from "@/lib/mdoc/verification/verify-response";
import { dashboardConfig } from "../config";
import type { Problem } from "../problem/problem";
import type { Outcome } from "../problem/problem-of";
import { may, whoMay } from "../session/permissions";
import { requirePermission, requireSessionId } from "../session/session";
import { keepWalletRequest, takeWalletRequest, type WalletRequest } from "../store/wallet-requests";
import type { PresentationReport } from "./presentation-report";
import { isoSession, requestDownload, sessionFacts } from "./report/downloads";
import { isPhoto } from "./report/value-in-words";
import { reportOn } from "./report-on";
import { listedRoots, ownRoots, TrustListFault } from "./trusted-roots";

/** ISO/IEC 18013-7 requires 16 at least. */
const NONCE_BYTES = 32;

export type WalletRequestOptions = Pick<WalletRequest, "templateId" | "requested" | "certificateAuthority">;

/** `requests` are for `navigator.credentials.get`; `id` is sent with the response. */
export type BegunWalletRequest = { id: string; requests: readonly WalletData[] };

/**
 * Begins a request to a wallet, by both protocols: nonce and key are new, single use within ten minutes, and bound to the
 * session and the template. The origin is the console's configured address. A browser gets all that a wallet sends, so a
 * role that may not see photos can't request one.
 * @throws SessionError without a session
 */
export async function beginWalletRequest(options: WalletRequestOptions): Promise<Outcome<BegunWalletRequest>> {
	const sessionId = await requireSessionId();
	const { role } = await requirePermission("look");
	if (!may(role, "seePhotos") && options.requested.names.some(isPhoto)) return { problem: photoRequested };
	const random = randomBytes(NONCE_BYTES);
	const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
	const nonce = random.toString("base64url");
	const info = encryptionInfo({ nonce: random, publicKey });
	const requested = requestedElements(options.requested);
	const request = Buffer.from(deviceRequest(requested)).toString("base64url");
	// The same request in both protocols; a wallet responds by one.
	const requests: WalletData[] = [
		{ protocol: "org-iso-mdoc", data: { deviceRequest: request, encryptionInfo: info } },
		{ protocol: "openid4vp-v1-unsigned", data: openid4vpRequest({ requested, nonce }) },
	];
	const id = await keepWalletRequest(sessionId, {
		...options,
		nonce,
		encryptionInfo: info,
		origin: dashboardConfig().appUrl,
		readerKey: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
	});
	return { value: { id, requests } };
}

/** The two that browsers support without a registered reader (ISO/IEC 18013-7, Annex C; OpenID4VP 1.0, Annex A). */
export type WalletProtocol = "org-iso-mdoc" | "openid4vp-v1-unsigned";

/** An entry of the `requests` that a page passes to `navigator.credentials.get`. */
export type WalletData = { protocol: WalletProtocol; data: object };

/** The credential that the browser returned, as the page sends it. */
export type WalletResponse = {
	id: string;
	templateId: string;
	protocol: string;
	data?: unknown;
	/** See `VerificationContext`. */
	isClockStrict?: boolean;
};

export type EndedWalletRequest = {
	report: PresentationReport;
	/** False where the template's own root can't be read, and so is not trusted. */
	isAuthorityRead: boolean;
};

/**
 * Consumes the request of a response, decrypts the response and verifies it. Nothing of it is stored. A response without a
 * licence is a problem; an invalid licence is a report.
 * @param labelOf an element's label in the form
 * @throws SessionError without a session
 */
export async function endWalletRequest(
	response: WalletResponse,
	labelOf: (name: string) => string,
): Promise<Outcome<EndedWalletRequest>> {
	const sessionId = await requireSessionId();
	const { role } = await requirePermission("look");
	const request = await takeWalletRequest(sessionId, response.id, response.templateId);
	if (request === null) return { problem: noRequest };
	if (request === "late") return { problem: late };
	const error = walletError(response.data);
	if (error !== null) return { problem: refusal(error) };
	try {
		return { value: await verified(openedResponse(response, request), request, response, { role, labelOf }) };
	} catch (fault) {
		if (fault instanceof TrustListFault) {
			return { problem: { title: "Nothing could be checked", message: fault.message } };
		}
		if (!(fault instanceof MdocFault)) throw fault;
		const message = `${fault.message} Nothing of it was kept. Ask again.`;
		return { problem: { title: "This is not a licence", message } };
	}
}

async function verified(
	{ response, transcript, readerKey, deviations, session, request: sent }: ReturnType<typeof openedResponse>,
	request: WalletRequest,
	{ isClockStrict = false }: WalletResponse,
	reader: Pick<Parameters<typeof reportOn>[0], "role" | "labelOf">,
): Promise<EndedWalletRequest> {
	const at = new Date();
	const requested = requestedElements(request.requested);
	const own = ownRoots(request.certificateAuthority ?? "");
	const roots = [...(own ?? []), ...(await listedRoots(at))];
	const context = { requested, transcript, readerKey, roots, at, isClockStrict, deviations };
	const verification = verifyResponse(response, context);
	const report = reportOn({ verification, response, request: sent, roots, session, ...reader });
	return { report, isAuthorityRead: own !== null };
}

const photoRequested: Problem = {
	title: "No wallet was asked",
	message: `A photo is asked for, and your browser would receive it. ${whoMay("seePhotos")} Simulating works.`,
};

const noRequest: Problem = {
	title: "No request is waiting for this response",
	message:
		"A request takes one response, in the session and from the template that sent it. This one has had its response, was sent from elsewhere, or is more than ten minutes old. The response was not read. Ask again.",
};

const late: Problem = {
	title: "The response came too late",
	message: "A request is valid for ten minutes. The response was not read. Ask again.",
};

/** By the codes of OpenID4VP 1.0, section 8.5. */
const REFUSALS: Record<string, string> = {
	access_denied: "The holder declined, or the wallet shares nothing with this reader.",
	invalid_request: "The wallet did not understand the request, or requires a signed one.",
	invalid_client: "The wallet requires a reader that is registered with it.",
	vp_formats_not_supported: "The wallet knows none of the requested formats.",
	wallet_unavailable: "There is no wallet that can respond.",
};

/** A wallet's error is a fulfilled promise (OpenID4VP 1.0, A.4). */
function refusal(error: string): Problem {
	const why = REFUSALS[error] ?? "It gave no reason that is known here.";
	return {
		title: "The wallet refused",
		message: `Its response was ${error}. ${why} Nothing was sent. You can ask again.`,
	};
}

/**
 * A wallet's decrypted response, and what the phone has signed if it responds to this request.
 * @param credential `protocol` and `data` of the credential that the browser returned
 * @throws MdocFault where it is no response, or not to this request
 */
export function openedResponse(credential: { protocol: string; data?: unknown }, request: WalletRequest) {
	if (credential.protocol === "org-iso-mdoc") return openedIso(credential.data, request);
	if (credential.protocol === "openid4vp-v1-unsigned") return openedOpenid4vp(credential.data, request);
	throw new MdocFault("The response uses a protocol that the request did not offer.");
}

function openedIso(data: unknown, { encryptionInfo, origin, readerKey: pem, requested }: WalletRequest) {
	const deviations: string[] = [];
	const { enc, cipherText } = encryptedResponse(data, (deviation) => deviations.push(deviation));
	const readerKey = createPrivateKey(pem);
	const transcript = isoTranscript({ encryptionInfo, origin });
	const response = openHpke({ recipient: readerKey, enc, cipherText, info: transcript });
	return {
		response,
		transcript,
		readerKey,
		deviations,
		session: isoSession(origin, encryptionInfo, readerKey, transcript),
		request: requestDownload(deviceRequest(requestedElements(requested))),
	};
}

function openedOpenid4vp(data: unknown, { nonce, origin, requested }: WalletRequest) {
	const deviations: string[] = [];
	const report = (deviation: string) => deviations.push(deviation);
	const response = vpToken(data, { report, deviates: report });
	const transcript = openid4vpTranscript({ origin, nonce, jwkThumbprint: null });
	return {
		// No key for a proof by MAC: the request had none.
		response,
		transcript,
		readerKey: null,
		deviations,
		session: sessionFacts({ Origin: origin, Nonce: nonce }, transcript),
		request: requestDownload(openid4vpRequest({ requested: requestedElements(requested), nonce })),
	};
}
