import { createHash } from "node:crypto";
import { html, trustedHtml } from "../pages/html";
import { pageMarkup, pagePolicy } from "../pages/page";

/**
 * A frame posts to the page around it; a popup to the window that opened it, and closes itself a second later: libraries
 * look each second whether it was closed, and a busy page would see that before the message. What is posted stands in
 * attributes, so that the script is always the same and nothing of a request is ever part of it.
 */
const SCRIPT = `const answer = document.getElementById("answer");
const isFramed = window.parent !== window;
const target = isFramed ? window.parent : window.opener;
const { response, origin } = answer.dataset;
answer.remove();
if (target) target.postMessage({ type: "authorization_response", response: JSON.parse(response) }, origin);
if (!isFramed) setTimeout(() => window.close(), 1000);
`;

const SCRIPT_SOURCE = `'sha256-${createHash("sha256").update(SCRIPT).digest("base64")}'`;

/** @param origin of the one page that may frame this one */
export function messagePolicy(origin: string): string {
	return pagePolicy("'none'", { scripts: `script-src ${SCRIPT_SOURCE}; `, frameAncestors: origin });
}

type Message = {
	/** Exactly, so that the browser drops the message where any other page has taken the window's place. */
	origin: string;
	/** Parameters of an authorization response, an error's as well. */
	response: Record<string, unknown>;
};

/**
 * The page that hands an authorization response to the window that asked for it.
 * @param cookies the request's Cookie header
 */
export function messagePage(application: string, { origin, response }: Message, cookies: string): string {
	const body = html`<p>This window has done its part. You can close it and go back to ${application}.</p>
<div id="answer" data-origin="${origin}" data-response="${JSON.stringify(response)}"></div>
<script>${trustedHtml(SCRIPT)}</script>`;
	return pageMarkup({ title: `Back to ${application}`, body }, cookies);
}
