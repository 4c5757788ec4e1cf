import { note, primaryButton } from "../pages/controls";
import { type Html, html } from "../pages/html";
import type { Page } from "../pages/page";
import { CHOOSE_PATH, SAMPLE_PROVIDER_PATH } from "./addresses";
import { type SamplePerson, samplePeople } from "./session";

const TITLE = "Sample provider";

const madeUp = html`<div class="alert info"><p>This identity provider and its users are made up. It asks for no password and lets anyone in as any user: never use it to sign in to anything that matters.</p></div>`;

/** @param request the sealed request, submitted with the choice; null: there is none */
export function choosePage(request: string | null): Page {
	return {
		title: TITLE,
		body: html`${madeUp}
<form action="${CHOOSE_PATH}" method="post">
${request === null ? null : html`<input type="hidden" name="request" value="${request}">`}
<fieldset class="choices">
<legend>Who are you today?</legend>
${samplePeople.map(choice)}
</fieldset>
</form>`,
	};
}

function choice({ id, name, email }: SamplePerson): Html {
	return html`<button type="submit" name="person" value="${id}">${name} <span class="muted">${email ?? "No e-mail address"}</span></button>
`;
}

/** @param mayBegin whether the connection accepts sign-ins that begin at the provider */
export function signedInPage({ name, email }: SamplePerson, mayBegin: boolean): Page {
	return {
		title: TITLE,
		body: html`${madeUp}
<p>You are signed in here as <strong>${name}</strong>${email === null ? null : ` (${email})`}.</p>
${
	mayBegin
		? html`<form action="${SAMPLE_PROVIDER_PATH}/continue" method="post">${primaryButton("Continue to the application")}</form>`
		: note(
				"The connection does not accept sign-ins that begin here. Begin in an application, or switch them on in the connection’s settings.",
			)
}
<form action="${SAMPLE_PROVIDER_PATH}/leave" method="post"><button type="submit">Sign out</button></form>`,
	};
}

const OUTCOMES = {
	everywhere: "You are signed out of the sample provider, and of the service that you continued to.",
	here: "You are signed out of the sample provider.",
	partly:
		"You are signed out of the sample provider. The service that you continued to could not sign you out everywhere.",
	not: "You are signed out of the sample provider. The service that you continued to did not sign you out: you may still be signed in there.",
};

export function signedOutPage(outcome: keyof typeof OUTCOMES): Page {
	return {
		title: TITLE,
		body: html`<p>${OUTCOMES[outcome]}</p>
<p><a href="${SAMPLE_PROVIDER_PATH}">Sign in again</a></p>`,
	};
}
