import { createHash } from "node:crypto";
import type { ServiceRequest } from "../context/service-request";
import { readCookie } from "../http/cookie";
import { type Html, html, trustedHtml } from "./html";
import { PAGE_STYLE, PAGE_STYLE_SOURCE } from "./page-style";

const THEMES = ["light", "dark"];

/** No other page may use a page of the service. */
export const PAGE_HEADERS = {
	"x-content-type-options": "nosniff",
	"referrer-policy": "same-origin",
	"x-frame-options": "DENY",
	"cross-origin-opener-policy": "same-origin",
} as const;

export type Page = {
	/** Of the tab and the heading. */
	title: string;
	body: Html;
	/** Without a heading and the tenant's name: in a page of the same origin, which has both. */
	isFramed?: boolean;
	/** Runs at the end of the page. */
	script?: PageScript;
};

/** A constant text that never contains a part of a request. */
export type PageScript = { text: string; source: string };

/** With its source expression for a content security policy. */
export function pageScript(text: string): PageScript {
	return { text, source: `'sha256-${createHash("sha256").update(text).digest("base64")}'` };
}

/**
 * A self-contained page: with the tenant's name, one style, at most one script, and the theme chosen in the console.
 * @param cookies the request's Cookie header
 */
export function pageMarkup({ title, body, isFramed = false, script }: Page, cookies: string | null): string {
	const tenant = tenantName();
	const theme = readCookie(cookies, "theme") ?? "";
	return html`<!DOCTYPE html>
<html lang="en" data-theme="${THEMES.includes(theme) ? theme : "system"}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow">
<title>${title} · ${tenant}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
${isFramed ? html`<base target="_top">` : null}
<style>${trustedHtml(PAGE_STYLE)}</style>
</head>
<body>
${
	isFramed
		? html`<main class="framed">${body}</main>`
		: html`<main>
<p class="brand"><span class="mark" aria-hidden="true" data-initials="${initialsOf(tenant)}"></span>${tenant}</p>
<div class="card">
<h1>${title}</h1>
${body}
</div>
</main>`
}
${script ? html`<script>${trustedHtml(script.text)}</script>` : null}
</body>
</html>
`.toString();
}

/** The response that is a page. @param policy its content security policy */
export function pageResponse(
	markup: string,
	policy: string,
	{ status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): Response {
	return new Response(markup, {
		status,
		headers: {
			...PAGE_HEADERS,
			"content-type": "text/html; charset=utf-8",
			"content-security-policy": policy,
			"cache-control": "private, no-store",
			...headers,
		},
	});
}

/**
 * Responds to a request with a page.
 * @param formTarget origin or scheme that a form's redirects lead to in the end: browsers apply `form-action` to them as
 * well
 */
export function respondWithPage(
	request: Pick<ServiceRequest, "headers">,
	page: Page,
	{
		formTarget = null,
		...options
	}: { status?: number; formTarget?: string | null; headers?: Record<string, string> } = {},
): Response {
	const scripts = page.script ? `script-src ${page.script.source}; ` : "";
	const frameAncestors = page.isFramed ? "'self'" : "'none'";
	const policy = pagePolicy(formTarget ? `'self' ${formTarget}` : "'self'", { scripts, frameAncestors });
	return pageResponse(pageMarkup(page, request.headers.get("cookie")), policy, options);
}

/**
 * The content security policy of a page: it may load only its one style and the icon.
 * @param formTargets sources of `form-action`
 * @param scripts directive of scripts; none on most pages
 * @param frameAncestors origin of the page that may frame this one
 */
export function pagePolicy(formTargets: string, { scripts = "", frameAncestors = "'none'" } = {}): string {
	const formAction = formTargets.replace(ADDRESS_OF_IPV6, "$1");
	return `default-src 'none'; ${scripts}style-src ${PAGE_STYLE_SOURCE}; img-src 'self'; font-src 'self'; base-uri 'none'; form-action ${formAction}; frame-ancestors ${frameAncestors}`;
}

/** Sources have no such hosts (CSP level 3 section 2.3.1), and browsers ignore one that has: its scheme has to do. */
const ADDRESS_OF_IPV6 = /(https?:)\/\/\[\S*/g;

const TENANT_NAME_DEFAULT = "Sample tenant";

/** The tenant's name, as in the console. */
function tenantName(): string {
	return process.env.TENANT_NAME || TENANT_NAME_DEFAULT;
}

/** The initials of a name, as in the console: the first letters of the first and of the last word. */
function initialsOf(name: string): string {
	const letters = name.split(/[\s._-]+/).flatMap((word) => /[\p{L}\p{N}]/u.exec(word)?.[0].toUpperCase() ?? []);
	return [letters.at(0), letters.length > 1 ? letters.at(-1) : ""].join("");
}
