import type { ServiceRequest } from "../context/service-request";
import { html, trustedHtml } from "./html";
import { pageMarkup, pagePolicy, pageResponse, pageScript } from "./page";

/** Always the same: what is sent stands in the form. */
const SUBMIT = pageScript("document.forms[0].submit();");

/** Else the browser would send `Origin: null`, which applications that look at it refuse. */
export const SELF_POSTING_REFERRER_POLICY = "strict-origin";

const WORDS = {
	"sign-in": { title: "On to", text: "is opened now." },
	"sign-out": { title: "Signing out of", text: "is told that you sign out." },
};

type TargetRedirects = {
	/** Whether the target redirects to this service, which browsers hold against the form as well. */
	redirectsBack?: boolean;
	/** Origins of the application's own that the target may redirect to. */
	redirectsTo?: readonly string[];
	/** The target redirects wherever it likes: another identity provider. */
	redirectsAnywhere?: boolean;
};

export type SelfPosting = {
	/** Where the form leads, and nowhere else: an absolute http(s) address. */
	target: string;
	fields: Record<string, string>;
	flow?: keyof typeof WORDS;
} & TargetRedirects;

/** The content security policy of a page that posts itself. */
export function selfPostingPolicy(
	target: string,
	{ redirectsBack = false, redirectsTo = [], redirectsAnywhere = false }: TargetRedirects = {},
): string {
	const { origin, pathname } = new URL(target);
	// These two separate directives and policies (CSP 3 section 2.2).
	const source = origin + pathname.replace(/;/g, "%3B").replace(/,/g, "%2C");
	const targets = redirectsAnywhere
		? ["https:", "http:"]
		: [...(redirectsBack ? ["'self'"] : []), source, ...redirectsTo];
	return pagePolicy(targets.join(" "), { scripts: `script-src ${SUBMIT.source}; ` });
}

/**
 * The page that brings a message to an application: its form posts itself, and has a button where scripts don't run.
 * @param cookies the request's Cookie header
 */
export function selfPostingPage(
	application: string,
	{ target, fields, flow = "sign-in" }: SelfPosting,
	cookies: string,
): string {
	const inputs = Object.entries(fields).map(
		([name, value]) => html`<input type="hidden" name="${name}" value="${value}">
`,
	);
	const { title, text } = WORDS[flow];
	const body = html`<p>${application} ${text} If nothing happens, press the button.</p>
<form method="post" action="${target}">
${inputs}<button>Continue</button>
</form>
<script>${trustedHtml(SUBMIT.text)}</script>`;
	return pageMarkup({ title: `${title} ${application}`, body }, cookies);
}

/** Responds to a request with it. */
export function respondWithSelfPosting(
	request: Pick<ServiceRequest, "headers">,
	application: string,
	posting: SelfPosting,
): Response {
	const markup = selfPostingPage(application, posting, request.headers.get("cookie") ?? "");
	const headers = { "referrer-policy": SELF_POSTING_REFERRER_POLICY };
	return pageResponse(markup, selfPostingPolicy(posting.target, posting), { headers });
}

/**
 * Responds with a page that leads on to an address by itself. Not a redirect: browsers hold those against the
 * `form-action` of the page whose form they come behind (CSP level 3 section 4.2.2), which knew nothing of where it would
 * lead.
 */
export function respondWithForwarding(request: Pick<ServiceRequest, "headers">, address: string): Response {
	const body = html`<p>You are led on. If nothing happens, follow the link.</p>
<p><a href="${address}">Continue</a></p>
<meta http-equiv="refresh" content="0;url=${address}">`;
	return pageResponse(pageMarkup({ title: "Signing out", body }, request.headers.get("cookie")), pagePolicy("'none'"));
}
