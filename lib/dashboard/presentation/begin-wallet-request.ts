import "server-only";
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { deviceRequest, encryptionInfo } from "@/lib/mdoc/request/device-request";
import { openid4vpRequest } from "@/lib/mdoc/request/openid4vp-request";
import type { RequestedElement } from "@/lib/mdoc/verification/verification";
import { dashboardConfig } from "../config";
import { SessionError, sessionIdOfRequest } from "../session/session";
import { keepWalletRequest, type WalletRequest } from "../store/wallet-requests";
import { requestedElements } from "./requested-elements";

/** ISO/IEC 18013-7 requires 16 at least. */
const NONCE_BYTES = 32;

export type WalletQuestion = Pick<WalletRequest, "templateId" | "requested" | "certificateAuthority">;

/** `requests` are for `navigator.credentials.get`; `id` goes along with the response. */
export type BegunWalletRequest = { id: string; requests: readonly WalletData[] };

/**
 * Begins a request to a wallet, by both protocols: nonce and key are new, single use within ten minutes, and bound to the
 * session and the template. The origin is the console's configured address.
 * @throws SessionError where nobody is signed in
 */
export async function beginWalletRequest(question: WalletQuestion): Promise<BegunWalletRequest> {
	const sessionId = await sessionIdOfRequest();
	if (!sessionId) throw new SessionError("signed-out");
	const random = randomBytes(NONCE_BYTES);
	const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
	const session = {
		nonce: random.toString("base64url"),
		encryptionInfo: encryptionInfo({ nonce: random, publicKey }),
	};
	const requests = walletData(requestedElements(question.requested), session);
	const id = await keepWalletRequest(sessionId, {
		...question,
		...session,
		origin: dashboardConfig().appUrl,
		readerKey: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
	});
	return { id, requests };
}

/** The two that browsers know without a registered reader (ISO/IEC 18013-7, Annex C; OpenID4VP 1.0, Annex A). */
export type WalletProtocol = "org-iso-mdoc" | "openid4vp-v1-unsigned";

/** An entry of the `requests` that a page hands to `navigator.credentials.get`. */
export type WalletData = { protocol: WalletProtocol; data: object };

/** The same request in both protocols; a wallet responds by one. */
function walletData(
	requested: readonly RequestedElement[],
	{ nonce, encryptionInfo }: { nonce: string; encryptionInfo: string },
): WalletData[] {
	const request = Buffer.from(deviceRequest(requested)).toString("base64url");
	return [
		{ protocol: "org-iso-mdoc", data: { deviceRequest: request, encryptionInfo } },
		{ protocol: "openid4vp-v1-unsigned", data: openid4vpRequest({ requested, nonce }) },
	];
}
