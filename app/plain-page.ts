import { dashboardConfig } from "@/lib/dashboard/config";
import { resources } from "@/lib/dashboard/resources/resources";

const references: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escapeHtml(text: string): string {
	return text.replace(/[&<>"]/g, (character) => references[character] ?? character);
}

function plainPage(title: string, content: string, status: number, headers: Record<string, string> = {}): Response {
	const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title>`;
	return new Response(`<!doctype html><html lang="en">${head}<link rel="icon" href="/icon.svg">${content}</html>`, {
		status,
		headers: { "content-type": "text/html; charset=utf-8", "cache-control": "private, no-store", ...headers },
	});
}

/**
 * A page of one sentence, for a browser that comes from the tenant with a test of a sign-in, without a session.
 * @param tested whose list it links to
 */
export function wordsPage(
	title: string,
	sentence: string,
	status: number,
	tested: "application" | "identity provider" = "application",
): Response {
	const { path, title: list } = resources[tested];
	const home = `<a href="${escapeHtml(`${dashboardConfig().appUrl}${path}`)}">${list}</a>`;
	const heading = `<h1>${escapeHtml(title)}</h1>`;
	return plainPage(title, `<main>${heading}<p>${escapeHtml(sentence)}</p><p>${home}</p></main>`, status);
}

/**
 * Sends the browser to the tenant by `refresh`: a redirect would be checked against the `form-action` of the page with the
 * button, and the tenant is another origin.
 * @param text of the link, for browsers that don't follow it @param script before it, as HTML @param headers beside its own
 */
export function refreshPage(title: string, { href }: URL, text: string, script = "", headers = {}): Response {
	const content = `${script}<p><a href="${escapeHtml(href)}">${text}</a></p>`;
	return plainPage(title, content, 200, { refresh: `0; url=${href}`, ...headers });
}
