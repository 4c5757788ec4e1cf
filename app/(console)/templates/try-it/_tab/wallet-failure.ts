import type { Problem } from "@/lib/dashboard/problem/problem";

/** The admin cancelled the request: not an error. */
export const cancelled: Problem = {
	title: "Cancelled",
	message: "The request was taken back before a wallet answered. You can ask again.",
};

const AGAIN = "You can ask again.";

/** The problem of a request without a response from browser or wallet. Names of errors are the browser's. */
export function walletFailure(error: unknown, browser: Navigator = navigator): Problem {
	const { name, message } = error instanceof Error ? error : { name: "Error", message: "" };
	switch (name) {
		case "NotAllowedError":
			return notAllowed(message, browser);
		case "AbortError":
			return cancelled;
		case "TimeoutError":
			return { title: "No answer in time", message: `No wallet answered within ten minutes. ${AGAIN}` };
		case "SecurityError":
			return {
				title: "The browser does not let this page ask",
				message: "A policy of this site or of this browser forbids the Digital Credentials API here.",
			};
		case "InvalidStateError":
			return IN_PROGRESS.test(message) ? stillOpen : notActive;
		case "TypeError":
			// Some browsers report a missing user activation as this.
			if (ACTIVATION.test(message)) return pressAgain;
			return {
				title: "The browser did not take the request",
				message: "It knows neither of the two protocols, or wants a request of another shape. Try a newer browser.",
			};
		case "NetworkError":
			return {
				title: "The wallet could not be reached",
				message: `The connection between this browser and the phone broke off. ${AGAIN}`,
			};
		default:
			return {
				title: "The wallet gave no answer",
				message: `The browser calls it ${name.slice(0, 40)}: there may be no wallet with a driving licence, or it failed. ${AGAIN}`,
			};
	}
}

const IN_PROGRESS = /only one|outstanding|pending|in progress/i;
const ACTIVATION = /activation|gesture/i;

const stillOpen: Problem = {
	title: "Another request is still open",
	message: "A browser asks one wallet at a time. Answer or close the other request, then ask again.",
};

const pressAgain: Problem = {
	title: "Press once more",
	message: "A browser asks a wallet only right after a press, and too much time had passed.",
};

/** The document is not fully active, or the last request has not ended yet. */
const notActive: Problem = {
	title: "This page can't ask at the moment",
	message:
		"The browser says that this page is not the one in front, or that an earlier request has not ended. Close any other request, bring this tab to the front and ask again. Where that doesn't help, load the page anew.",
};

/** One error name has four causes; only the browser's message distinguishes some of them. */
function notAllowed(message: string, browser: Navigator): Problem {
	if (IN_PROGRESS.test(message)) return stillOpen;
	if (ACTIVATION.test(message)) return pressAgain;
	if (/permissions? policy|not enabled in this document/i.test(message)) {
		return {
			title: "The browser does not let this page ask",
			message: "Its permissions policy forbids digital-credentials-get. Open the console in a tab of its own.",
		};
	}
	const offline = browser.onLine === false ? " This machine is offline at the moment, too." : "";
	return {
		title: "Declined",
		message: `The holder declined, or closed the request; or the wallet refused this reader. Nothing was sent.${offline} ${AGAIN}`,
	};
}
