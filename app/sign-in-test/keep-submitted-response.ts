import "server-only";
import { dashboardConfig } from "@/lib/dashboard/config";
import { outcomeOf } from "@/lib/dashboard/problem/problem-of";
import { pageOf } from "@/lib/dashboard/registry/resources";
import { readForm } from "@/lib/dashboard/request/read-form";
import type { TestedProtocol } from "@/lib/dashboard/single-sign-on/tenant-addresses";
import { ANSWER_BYTES_MAX } from "@/lib/dashboard/single-sign-on/verified-response";
import { keepResponse } from "@/lib/dashboard/store/sign-in-tests";

/** Base64 in a form takes a third more, and up to as much again where characters are written in three. */
const BODY_BYTES_MAX = 2 * ANSWER_BYTES_MAX;
const TITLE = "This answer can't be shown";

/**
 * Takes what a page of the tenant posts: without a session, because a form of another site brings no cookie. It is kept
 * for a few minutes under a name of its own, and shown by the page that this leads to, to whoever began the test.
 * @param fields of the form: the answer, and what names the test
 */
export async function keepSubmittedResponse(
	request: Request,
	protocol: TestedProtocol,
	fields: { answer: string; state: string },
): Promise<Response> {
	if (Number(request.headers.get("content-length") ?? 0) > BODY_BYTES_MAX) {
		return wordsPage(TITLE, `It is larger than ${ANSWER_BYTES_MAX / 1024} KB. Nothing of it was kept.`, 413);
	}
	const form = await readForm(request);
	const [answer, state] = [form?.get(fields.answer), form?.get(fields.state)];
	if (typeof answer !== "string" || answer === "" || typeof state !== "string") {
		return wordsPage(TITLE, `The form holds no ${fields.answer} and ${fields.state}. Nothing of it was kept.`, 400);
	}
	if (answer.length > BODY_BYTES_MAX) {
		return wordsPage(TITLE, `It is larger than ${ANSWER_BYTES_MAX / 1024} KB. Nothing of it was kept.`, 413);
	}
	const kept = await outcomeOf(keepResponse(state, protocol, answer), "application");
	if (kept.problem) return wordsPage(TITLE, `${kept.problem.message} Nothing of it was kept.`, 503);
	if (!kept.value) return wordsPage(TITLE, NOBODY_WAITS, 400);
	const { clientId, pickup } = kept.value;
	const page = new URL(`${pageOf("application", clientId)}/single-sign-on/test`, dashboardConfig().appUrl);
	page.searchParams.set("pickup", pickup);
	return new Response(null, { status: 303, headers: { location: page.href, "cache-control": "no-store" } });
}

const NOBODY_WAITS =
	"No test of this console waits for it: the test has its answer already, was begun more than ten minutes ago, or was never begun. Start the test again.";

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
