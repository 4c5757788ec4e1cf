import { type Html, html } from "../pages/html";
import type { Page } from "../pages/page";
import { timeText } from "./time-text";

type Message = { connection: string; recipient: string; text: string; created_at: string; has_account: number };

/**
 * What the embedded service would have sent, the latest first; messages to addresses that anybody may have typed come
 * after those to people.
 * @param issuer whose own links can be followed; all else is text
 */
export function outboxPage(messages: readonly Message[], now: Date, issuer: string): Page {
	return {
		title: "Outbox",
		body: html`<p class="muted">Emails and text messages of the last day. The embedded service keeps them here instead of sending them.</p>
${
	messages.length === 0
		? html`<p>No messages yet.</p>`
		: html`${list(
				messages.filter(({ has_account }) => has_account === 1),
				"To people with an account",
			)}${list(
				messages.filter(({ has_account }) => has_account === 0),
				"To addresses without an account",
			)}`
}`,
	};

	function list(some: readonly Message[], heading: string): Html | null {
		if (some.length === 0) return null;
		return html`<h2>${heading}</h2>
<ul class="messages">
${some.map(
	({ connection, recipient, text, created_at }) => html`<li>
<p class="recipient">${connection === "sms" ? "Text message to" : "Email to"} ${recipient}</p>
<p>${withLinks(text, issuer)}</p>
<p class="muted">${timeText(created_at, now)}</p>
</li>`,
)}
</ul>
`;
	}
}

/** For everybody else: the messages hold login codes. */
export const closedOutboxPage: Page = {
	title: "Outbox",
	body: html`<p>The messages of the last day are for this tenant’s admins with the role editor. Sign in to <a href="/">the console</a> as one, then open this page again.</p>`,
};

function withLinks(text: string, issuer: string): Html[] {
	return text
		.split(/(https?:\/\/\S+)/)
		.map((part) => (part.startsWith(issuer) ? html`<a href="${part}">${part}</a>` : html`${part}`));
}
