import type { WalletProtocol } from "@/lib/dashboard/presentation/wallet-request";
import type { Problem } from "@/lib/dashboard/problem/problem";

/** The admin cancelled the request: not an error. */
export const cancelled: Problem = {
	title: "Cancelled",
	message: "The request was cancelled before a wallet responded. You can ask again.",
};

const forbidden: Problem = {
	title: "The browser does not let this page ask",
	message:
		"A policy of this site or of this browser forbids the Digital Credentials API here. Open the console in a tab of its own.",
};

/** The problems of a request, by the names of the browser's errors, and by their messages where one name has several causes. */
const FAILURES: readonly (Problem & { of: RegExp; says?: RegExp })[] = [
	{
		of: /NotAllowedError|InvalidStateError/,
		says: /only one|outstanding|pending|in progress/i,
		title: "Another request is still open",
		message: "A browser asks one wallet at a time. Complete or close the other request, then ask again.",
	},
	{
		// Some browsers report a missing user activation as a TypeError.
		of: /NotAllowedError|TypeError/,
		says: /activation|gesture/i,
		title: "Press once more",
		message: "A browser asks a wallet only right after a press, and too much time had passed.",
	},
	{ of: /NotAllowedError/, says: /permissions? policy|not enabled in this document/i, ...forbidden },
	{
		of: /NotAllowedError/,
		title: "Declined",
		message:
			"The holder declined, or closed the request; or the wallet refused this reader. Nothing was sent. You can ask again.",
	},
	{ of: /AbortError/, ...cancelled },
	{
		of: /TimeoutError/,
		title: "No response in time",
		message: "No wallet responded within ten minutes. You can ask again.",
	},
	{ of: /SecurityError/, ...forbidden },
	{
		of: /InvalidStateError/,
		title: "This page can't ask at the moment",
		message:
			"This page is not the one in front, or an earlier request has not ended. Close any other request, bring this tab to the front and ask again. If that doesn't help, reload the page.",
	},
	{
		of: /TypeError/,
		title: "The browser did not accept the request",
		message: "It knows neither of the two protocols, or expects another form of request. Try a newer browser.",
	},
	{
		of: /NetworkError/,
		title: "The wallet could not be reached",
		message: "The connection between this browser and the phone broke off. You can ask again.",
	},
];

/** The problem of a request without a response from browser or wallet. @param error thrown by the browser */
export function walletFailure(error: unknown): Problem {
	const { name, message } = error instanceof Error ? error : { name: "Error", message: "" };
	const known = FAILURES.find(({ of, says }) => of.test(name) && (!says || says.test(message)));
	if (known) return { title: known.title, message: known.message };
	return {
		title: "The wallet did not respond",
		message: `The browser calls it ${name.slice(0, 40)}: there may be no wallet with a driving licence, or it failed. You can ask again.`,
	};
}

/** The part that is used here (W3C Digital Credentials, section 5). */
type DigitalCredentialClass = { userAgentAllowsProtocol?: (protocol: string) => boolean };

const PROTOCOLS: readonly WalletProtocol[] = ["org-iso-mdoc", "openid4vp-v1-unsigned"];

const SUPPORTED_IN = "Chrome and Edge can from version 141, Safari from version 26; Firefox can't yet.";

/** Why this browser can't send a request to a wallet; null: it can. */
export function walletObstacle(): Problem | null {
	const title = "This browser can't ask a wallet";
	if (!window.isSecureContext)
		return { title, message: "Browsers ask wallets for pages over https or of this machine; this one came over http." };
	if (!digitalCredential() || !navigator.credentials)
		return { title, message: `This browser has no Digital Credentials API. ${SUPPORTED_IN}` };
	if (PROTOCOLS.some(allowsProtocol)) return null;
	return { title, message: `It accepts neither of the two protocols, ${PROTOCOLS.join(" and ")}. ${SUPPORTED_IN}` };
}

/** Whether the browser forwards requests of this protocol; assumed where it has no such method. */
export function allowsProtocol(protocol: string): boolean {
	return digitalCredential()?.userAgentAllowsProtocol?.(protocol) ?? true;
}

function digitalCredential(): DigitalCredentialClass | undefined {
	return (window as { DigitalCredential?: DigitalCredentialClass }).DigitalCredential;
}
