import { createHash } from "node:crypto";
import type { ServiceRequest } from "../context/service-request";
import { html, trustedHtml } from "./html";
import { PAGE_HEADERS, pageMarkup, pagePolicy } from "./page";

/** Always the same: what is posted stands in the form. */
const SCRIPT = "document.forms[0].submit();";
const SCRIPT_SOURCE = `'sha256-${createHash("sha256").update(SCRIPT).digest("base64")}'`;

/**
 * @param target where the form leads, and nowhere else: an absolute http(s) address
 * @param comesBack whether it answers by a redirect to this service, which browsers hold against the form as well
 * @param goesOnTo origins of the application's own that it may answer by a redirect to
 * @param leadsAnywhere who is posted to sends people on wherever it likes: another identity provider
 */
export function selfPostingPolicy(
	target: string,
	{ comesBack = false, goesOnTo = [], leadsAnywhere = false }: WayOn = {},
): string {
	const { origin, pathname } = new URL(target);
	// These two separate directives and policies (CSP 3 section 2.2).
	const source = origin + pathname.replace(/;/g, "%3B").replace(/,/g, "%2C");
	const targets = leadsAnywhere ? ["https:", "http:"] : [...(comesBack ? ["'self'"] : []), source, ...goesOnTo];
	return pagePolicy(targets.join(" "), { scripts: `script-src ${SCRIPT_SOURCE}; ` });
}

type WayOn = { comesBack?: boolean; goesOnTo?: readonly string[]; leadsAnywhere?: boolean };

/** Else the browser would say `Origin: null`, which applications that look at it refuse. */
export const SELF_POSTING_REFERRER_POLICY = "strict-origin";

export type SelfPosting = {
	target: string;
	fields: Record<string, string>;
	errand?: keyof typeof WORDS;
} & WayOn;

const WORDS = {
	"sign-in": { title: "On to", text: "is opened now." },
	"sign-out": { title: "Signing out of", text: "is told that you sign out." },
};

/**
 * The page that brings a message to an application: its form posts itself, and has a button where scripts don't run.
 * @param cookies the request's Cookie header
 */
export function selfPostingPage(
	application: string,
	{ target, fields, errand = "sign-in" }: SelfPosting,
	cookies: string,
): string {
	const inputs = Object.entries(fields).map(
		([name, value]) => html`<input type="hidden" name="${name}" value="${value}">
`,
	);
	const { title, text } = WORDS[errand];
	const body = html`<p>${application} ${text} If nothing happens, press the button.</p>
<form method="post" action="${target}">
${inputs}<button>Continue</button>
</form>
<script>${trustedHtml(SCRIPT)}</script>`;
	return pageMarkup({ title: `${title} ${application}`, body }, cookies);
}

/** Answers a request with it. */
export function selfPostingAnswer(
	request: Pick<ServiceRequest, "headers">,
	application: string,
	posting: SelfPosting,
): Response {
	return new Response(selfPostingPage(application, posting, request.headers.get("cookie") ?? ""), {
		headers: {
			...PAGE_HEADERS,
			"content-type": "text/html; charset=utf-8",
			"content-security-policy": selfPostingPolicy(posting.target, posting),
			"referrer-policy": SELF_POSTING_REFERRER_POLICY,
			"cache-control": "private, no-store",
		},
	});
}

/**
 * A page that leads on to an address by itself. Not a redirect: browsers hold those against the `form-action` of the page
 * whose form they come behind (CSP level 3 section 4.2.2), which knew nothing of where it would lead.
 */
export function leadOnAnswer(request: Pick<ServiceRequest, "headers">, address: string): Response {
	const body = html`<p>You are led on. If nothing happens, follow the link.</p>
<p><a href="${address}">Continue</a></p>
<meta http-equiv="refresh" content="0;url=${address}">`;
	return new Response(pageMarkup({ title: "Signing out", body }, request.headers.get("cookie")), {
		headers: {
			...PAGE_HEADERS,
			"content-type": "text/html; charset=utf-8",
			"content-security-policy": pagePolicy("'none'"),
			"cache-control": "private, no-store",
		},
	});
}
