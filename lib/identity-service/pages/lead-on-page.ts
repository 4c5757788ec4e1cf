import type { ServiceRequest } from "../context/service-request";
import { html } from "./html";
import { PAGE_HEADERS, pageMarkup, pagePolicy } from "./page";

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
