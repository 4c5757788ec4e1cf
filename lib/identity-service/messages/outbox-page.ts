import type { IdentityService } from "../context/identity-service";
import type { ServiceRequest } from "../context/service-request";
import { type Html, html } from "../pages/html";
import { type Page, respondWithPage } from "../pages/page";
import type { OutboxMessageTable } from "../store/schema";
import { outboxFor } from "./outbox";

/** Responds with the messages of the last day, for the tenant's editors only. */
export async function handleOutbox(service: IdentityService, request: ServiceRequest): Promise<Response> {
	const messages = await outboxFor(service, request);
	const isFramed = request.url.searchParams.has("framed");
	const { title, body } = messages ? outboxPage(messages, service.now(), service.config.issuer) : closedOutboxPage;
	return respondWithPage(request, { title, body: isFramed ? body : html`${introduction}${body}`, isFramed });
}

/** In the console's frame its page says so. */
const introduction = html`<p><a href="/">Back to the console</a></p>
<p class="muted">E-mails and text messages of the last day. The embedded service keeps them here instead of sending them.</p>
`;

/**
 * The messages that the embedded service would have sent, the latest first; those to addresses without an account, which
 * any caller can enter, come after those to users.
 * @param issuer whose addresses are links; all else is text
 */
function outboxPage(messages: readonly OutboxMessageTable[], now: Date, issuer: string): Page {
	const list = (hasAccount: number, heading: string) => {
		const items = messages
			.filter(({ has_account }) => has_account === hasAccount)
			.map(
				({ connection, recipient, text, created_at }) => html`<li>
<p class="recipient">${connection === "sms" ? "Text message to" : "E-mail to"} <bdi>${recipient}</bdi></p>
<p>${withLinks(text, issuer)}</p>
<p class="muted">${timeText(created_at, now)}</p>
</li>`,
			);
		return items.length === 0
			? null
			: html`<h2>${heading}</h2>
<ul class="messages">
${items}
</ul>
`;
	};
	return {
		title: "Outbox",
		body:
			messages.length === 0
				? html`<p>No messages yet.</p>`
				: html`${list(1, "To users with an account")}${list(0, "To recipients without an account")}`,
	};
}

/** For all other callers, since the messages hold login codes. */
const closedOutboxPage: Page = {
	title: "Outbox",
	body: html`<p>The messages of the last day are for this tenant’s admins with the role editor. Sign in to <a href="/">the console</a> as one, then open this page again.</p>`,
};

function withLinks(text: string, issuer: string): Html[] {
	return text
		.split(/(https?:\/\/\S+)/)
		.map((part) => (part.startsWith(issuer) ? html`<a href="${part}">${part}</a>` : html`${part}`));
}

const units: [Intl.RelativeTimeFormatUnit, number][] = [
	["hour", 3600],
	["minute", 60],
];

const relativeFormat = new Intl.RelativeTimeFormat("en", { numeric: "always" });

/**
 * "2 hours ago (2026-01-02 03:04 UTC)", for times of the last days.
 * @param value ISO 8601
 */
function timeText(value: string, now: Date): Html {
	const time = new Date(value);
	const seconds = (time.getTime() - now.getTime()) / 1000;
	const unit = units.find(([, length]) => Math.abs(seconds) >= length);
	const relative = unit ? relativeFormat.format(Math.round(seconds / unit[1]), unit[0]) : "just now";
	const absolute = `${time.toISOString().slice(0, 16).replace("T", " ")} UTC`;
	return html`<time datetime="${time.toISOString()}">${relative} <span class="small">(${absolute})</span></time>`;
}
