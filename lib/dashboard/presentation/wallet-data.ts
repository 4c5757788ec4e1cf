import "server-only";
import { deviceRequest } from "@/lib/mdoc/request/device-request";
import { openid4vpRequest } from "@/lib/mdoc/request/openid4vp-request";
import type { AskedElement } from "@/lib/mdoc/verification/verification";

/** The two that browsers know without a registered reader (ISO/IEC 18013-7, Annex C; OpenID4VP 1.0, Annex A). */
export type WalletProtocol = "org-iso-mdoc" | "openid4vp-v1-unsigned";

/** An entry of the `requests` that a page hands to `navigator.credentials.get`. */
export type WalletData = { protocol: WalletProtocol; data: object };

/** The same question in both protocols; a wallet answers by one. */
export function walletData(
	asked: readonly AskedElement[],
	{ nonce, encryptionInfo }: { nonce: string; encryptionInfo: string },
): WalletData[] {
	const request = Buffer.from(deviceRequest(asked)).toString("base64url");
	return [
		{ protocol: "org-iso-mdoc", data: { deviceRequest: request, encryptionInfo } },
		{ protocol: "openid4vp-v1-unsigned", data: openid4vpRequest({ asked, nonce }) },
	];
}
