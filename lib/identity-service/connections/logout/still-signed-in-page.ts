import { html } from "../../pages/html";
import type { Page } from "../../pages/page";
import type { ToldProvider } from "./logout-at-provider";
import type { Obstacle } from "./reachable-provider";

export type Reason = Obstacle | "no-answer" | "denied" | "partial";

/** @param label of the provider */
function wordsOf(reason: Reason, label: string): string {
	switch (reason) {
		case "gone":
			return "The connection to it was deleted in the meantime.";
		case "off":
			return "The connection to it was switched off in the meantime.";
		case "disabled":
			return "The connection is set to leave that session alone.";
		case "no-address":
			return "The connection has no sign-out address.";
		case "no-certificate":
			return "The connection has no certificate that is valid now, so no answer could be believed.";
		case "no-answer":
			return `${label} was told, and has not answered.`;
		case "denied":
			return `${label} was told, and did not sign you out.`;
		case "partial":
			return `${label} was told, and could not sign you out everywhere.`;
	}
}

/** Where the session at the provider could not be ended, or nobody knows. @param words of a refusal, which are known */
export function stillSignedInPage(
	{ label, returnTo }: Pick<ToldProvider, "label" | "returnTo">,
	reason: Reason | { words: string },
): Page {
	const name = label ?? "the identity provider that you signed in through";
	const words = typeof reason === "string" ? wordsOf(reason, label ?? "It") : reason.words;
	return {
		title: "You are signed out here",
		body: html`<div class="alert info" role="status"><p>You are signed out here. You may still be signed in at ${name}.</p></div>
<p>${words} On a computer that others use, sign out there, too.</p>
<p><a class="button" href="${returnTo}">Continue</a></p>`,
	};
}
