import type { WalletProtocol } from "@/lib/dashboard/presentation/wallet-request";

/** The part that is used here (W3C Digital Credentials, section 5). */
type DigitalCredentialClass = { userAgentAllowsProtocol?: (protocol: string) => boolean };

const PROTOCOLS: readonly WalletProtocol[] = ["org-iso-mdoc", "openid4vp-v1-unsigned"];

const SUPPORTED_IN = "Chrome and Edge can from version 141, Safari from version 26; Firefox can't yet.";

/** Why this browser can't send a request to a wallet; null: it can. */
export function walletObstacle(browser: Window = window): string | null {
	if (!browser.isSecureContext) {
		return "Browsers ask wallets for pages over https alone, or of this machine. This one came over plain http.";
	}
	if (!digitalCredential(browser) || !browser.navigator.credentials) {
		return `This browser has no Digital Credentials API. ${SUPPORTED_IN}`;
	}
	if (!PROTOCOLS.some((protocol) => allowsProtocol(protocol, browser))) {
		return `This browser's Digital Credentials API takes neither of the two protocols, ${PROTOCOLS.join(" and ")}. ${SUPPORTED_IN}`;
	}
	return null;
}

/** Whether the browser forwards requests of this protocol; assumed where it has no such method. */
export function allowsProtocol(protocol: string, browser: Window = window): boolean {
	return digitalCredential(browser)?.userAgentAllowsProtocol?.(protocol) ?? true;
}

function digitalCredential(browser: Window): DigitalCredentialClass | undefined {
	return (browser as { DigitalCredential?: DigitalCredentialClass }).DigitalCredential;
}
