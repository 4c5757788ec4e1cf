import "server-only";
import { dashboardConfig } from "@/lib/dashboard/config";

const references: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

export function escapeHtml(text: string): string {
	return text.replace(/[&<>"]/g, (character) => references[character] ?? character);
}

/** A page of one sentence, for a browser that comes from the tenant: nobody is known to be signed in here. */
export function wordsPage(title: string, words: string, status: number): Response {
	const home = escapeHtml(`${dashboardConfig().appUrl}/applications`);
	const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><link rel="icon" href="/icon.svg"><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(words)}</p><p><a href="${home}">Applications</a></p></main></html>`;
	return new Response(html, {
		status,
		headers: { "content-type": "text/html; charset=utf-8", "cache-control": "private, no-store" },
	});
}
