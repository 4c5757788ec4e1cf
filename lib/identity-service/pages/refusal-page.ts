import type { ServiceRequest } from "../context/service-request";
import { type Fact, oauthBody, type Refusal } from "../http/refusal";
import { type Html, html } from "./html";
import { respondWithPage } from "./page";

/** The page of a refusal by its status; with the refusal's own message where there is no text. */
type Words = { title: string; text?: string };
const pages: Record<number, Words> = {
	400: { title: "This request cannot be read" },
	403: { title: "This form was refused" },
	404: { title: "Page not found" },
	405: {
		title: "This page cannot be opened directly",
		text: "Its URL only accepts what a form or a program sends. Nothing was changed.",
	},
	413: { title: "This form is too large", text: "It holds more than the service accepts. Nothing was changed." },
	429: {
		title: "Too many requests",
		text: "Too many came from your IP address. Wait a moment, then try again.",
	},
	503: { title: "The service is not available", text: "It cannot use its store. Try again in a moment." },
};
const unexpected: Words = {
	title: "Something went wrong",
	text: "The service could not respond. Try again in a moment.",
};

/** A page for browsers, JSON for all others. Browsers accept `text/html` when they open an address or send a form. */
export function refusalPage(request: Pick<ServiceRequest, "headers">, refusal: Refusal): Response {
	if (!request.headers.get("accept")?.includes("text/html")) return oauthError(refusal);
	const { status, message, details } = refusal;
	const words = pages[status] ?? unexpected;
	const { title = words.title, text = words.text ?? message, back } = details.page ?? {};
	const { href, label } = back ?? { href: "/", label: "Back to the overview" };
	const body = html`<p>${text}</p>
<p><a href="${href}">${label}</a></p>${details.facts ? factsMarkup(details.facts) : null}`;
	return respondWithPage(request, { title, body }, { status, headers: details.headers ?? {} });
}

function factsMarkup(facts: readonly Fact[]): Html {
	const terms = facts.map(({ label, values }) => {
		const descriptions = values.map((value) => html`\n<dd><code>${value}</code></dd>`);
		return html`\n<dt>${label}</dt>${descriptions}`;
	});
	return html`
<details>
<summary>Details for the administrator of the application, or of the identity provider</summary>
<dl>${terms}
</dl>
</details>`;
}

/** For programs, in the shape of RFC 6749 section 5.2. */
export function oauthError(refusal: Refusal): Response {
	const { status, details } = refusal;
	return Response.json(oauthBody(refusal), { status, headers: { "cache-control": "no-store", ...details.headers } });
}
