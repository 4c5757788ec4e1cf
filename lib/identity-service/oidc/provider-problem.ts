import { html } from "../pages/html";
import type { Page } from "../pages/page";

/** Why a browser cannot be sent on. */
export type ProviderProblem = {
	/** Code and sentence of RFC 6749 section 4.1.2.1; the sentence may quote the request. */
	error: string;
	description: string;
	/**
	 * "no-way-back": the address to return to after signing out is not registered. "failed": the service broke, and the
	 * description is in plain words.
	 */
	kind: "refused" | "expired" | "no-way-back" | "failed";
};

type Errand = {
	isSignOut: boolean;
	/** Whether the browser has a session, which a sign-out that is refused leaves as it is. */
	isSignedIn: boolean;
	/** The application's name, where the service knows it. */
	application: string | undefined;
};

/** What happened in plain words, what the person can do, and the standard's words for whoever runs the application. */
export function providerProblemPage(problem: ProviderProblem, errand: Errand): Page {
	const { error, description, kind } = problem;
	const { isSignOut, isSignedIn, application } = errand;
	const title = application
		? `Signing ${isSignOut ? "out of" : "in to"} ${application} cannot go on`
		: `This sign-${isSignOut ? "out" : "in"} cannot go on`;
	const name = application ?? "the application";
	const body =
		kind === "failed"
			? html`<p>${description}</p>
<p>If this page comes back, tell whoever runs this service.</p>`
			: html`<p>${reason(problem, errand)} ${isSignOut ? stateAfter(isSignedIn) : "Nothing was changed."}</p>
${isSignOut && isSignedIn ? html`<p><a href="/oidc/logout">Sign out here</a></p>` : null}
<p>Go back to ${name} and begin again. If this page comes back, tell whoever runs ${name}: they need the details.</p>`;
	return {
		title,
		body: html`${body}
<details>
<summary>Details for whoever runs ${kind === "failed" ? "this service" : name}</summary>
<dl>
<dt>Error code</dt>
<dd><code>${error}</code></dd>
${kind === "failed" ? null : html`<dt>Description</dt>\n<dd>${description}</dd>`}
</dl>
</details>`,
	};
}

function stateAfter(isSignedIn: boolean): string {
	return isSignedIn ? "You are still signed in." : "You are not signed in.";
}

function reason({ error, kind }: ProviderProblem, { application }: Errand): string {
	const name = application ?? "The application";
	if (kind === "expired") return "It was left open for too long, was already used, or was begun in another browser.";
	if (kind === "no-way-back") {
		return `The address to return to after signing out is not registered for ${application ?? "the application"}. It could be somebody else’s, so you stay here.`;
	}
	if (error === "invalid_client") return "The application that sent you here is not known to this service.";
	if (error === "invalid_redirect_uri") {
		return `${name} asked to send you on to an address that is not registered for it. It could be somebody else’s, so you stay here.`;
	}
	return `${name} asked for it in a way that this service does not accept.`;
}
