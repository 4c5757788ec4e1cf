import { isolated } from "@/lib/contract/name-or-id";
import type { ServiceRequest } from "../context/service-request";
import { html, trustedHtml } from "./html";
import { pageMarkup, pagePolicy, pageResponse, pageScript } from "./page";

/** Constant: the sent values are in the form. */
const SUBMIT = pageScript("document.forms[0].submit();");

/** Otherwise the browser would send `Origin: null`, which applications that check it refuse. */
export const SELF_POSTING_REFERRER_POLICY = "strict-origin";

const WORDS = {
	"sign-in": { title: "Opening", text: "is being opened." },
	"sign-out": { title: "Signing out of", text: "is being notified that you are signing out." },
};

type TargetRedirects = {
	/** Whether the target redirects to this service: browsers apply `form-action` to redirects as well. */
	redirectsBack?: boolean;
	/** Origins of the application's own that the target may redirect to. */
	redirectsTo?: readonly string[];
	/** The target may redirect anywhere: another identity provider. */
	redirectsAnywhere?: boolean;
};

export type SelfPosting = {
	/** The form's action: an absolute http(s) address. */
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
	// ";" and "," separate directives and policies (CSP 3 section 2.2).
	const source = origin + pathname.replace(/;/g, "%3B").replace(/,/g, "%2C");
	const targets = redirectsAnywhere
		? ["https:", "http:"]
		: [...(redirectsBack ? ["'self'"] : []), source, ...redirectsTo];
	return pagePolicy(targets.join(" "), { scripts: `script-src ${SUBMIT.source}; ` });
}

/**
 * The page that delivers a message to an application: its form submits itself, and has a button for browsers without
 * scripts.
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
	const body = html`<p><bdi>${application}</bdi> ${text} If nothing happens, press the button.</p>
<form method="post" action="${target}">
${inputs}<button>Continue</button>
</form>
<script>${trustedHtml(SUBMIT.text)}</script>`;
	return pageMarkup({ title: `${title} ${isolated(application)}`, body }, cookies);
}

/** Responds with `selfPostingPage`. */
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
 * Responds with a page that refreshes to an address. Not a redirect: browsers would apply to it the `form-action` of the
 * page whose form was sent (CSP level 3 section 4.2.2), which did not include the address.
 */
export function respondWithForwarding(request: Pick<ServiceRequest, "headers">, address: string): Response {
	const body = html`<p>You are being redirected. If nothing happens, follow the link.</p>
<p><a href="${address}">Continue</a></p>
<meta http-equiv="refresh" content="0;url=${address}">`;
	return pageResponse(pageMarkup({ title: "Signing out", body }, request.headers.get("cookie")), pagePolicy("'none'"));
}
