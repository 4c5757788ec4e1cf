import "server-only";
import { dashboardConfig } from "@/lib/dashboard/config";
import { outcomeOf } from "@/lib/dashboard/problem/problem-of";
import { readForm } from "@/lib/dashboard/request/read-form";
import { pageOf } from "@/lib/dashboard/resources/resources";
import type { TestedProtocol } from "@/lib/dashboard/single-sign-on/tenant-addresses";
import { RESPONSE_BYTES_MAX } from "@/lib/dashboard/single-sign-on/verified-response";
import { keepResponse } from "@/lib/dashboard/store/sign-in-tests";

/** Base64 adds a third, and percent-encoding in a form up to as much again. */
const BODY_BYTES_MAX = 2 * RESPONSE_BYTES_MAX;
const TITLE = "This answer can't be shown";

/**
 * Stores the response that a page of the tenant posts: without a session, because a cross-site form sends no cookie. It is
 * stored for a few minutes under a random name, and the page that this redirects to shows it to the admin who began the test.
 * @param fields names of the form's fields: the response, and the state that identifies the test
 */
export async function keepSubmittedResponse(
	request: Request,
	protocol: TestedProtocol,
	fields: { response: string; state: string },
): Promise<Response> {
	if (Number(request.headers.get("content-length") ?? 0) > BODY_BYTES_MAX) {
		return wordsPage(TITLE, `It is larger than ${RESPONSE_BYTES_MAX / 1024} KB. Nothing of it was kept.`, 413);
	}
	const form = await readForm(request);
	const [response, state] = [form?.get(fields.response), form?.get(fields.state)];
	if (typeof response !== "string" || response === "" || typeof state !== "string") {
		return wordsPage(TITLE, `The form holds no ${fields.response} and ${fields.state}. Nothing of it was kept.`, 400);
	}
	if (response.length > BODY_BYTES_MAX) {
		return wordsPage(TITLE, `It is larger than ${RESPONSE_BYTES_MAX / 1024} KB. Nothing of it was kept.`, 413);
	}
	const kept = await outcomeOf(keepResponse(state, protocol, response), "application");
	if (kept.problem) return wordsPage(TITLE, `${kept.problem.message} Nothing of it was kept.`, 503);
	if (!kept.value) return wordsPage(TITLE, NO_PENDING_TEST, 400);
	const { clientId, pickup } = kept.value;
	const page = new URL(`${pageOf("application", clientId)}/single-sign-on/test`, dashboardConfig().appUrl);
	page.searchParams.set("pickup", pickup);
	return new Response(null, { status: 303, headers: { location: page.href, "cache-control": "no-store" } });
}

const NO_PENDING_TEST =
	"No test of this console waits for it: the test has its answer already, was begun more than ten minutes ago, or was never begun. Start the test again.";

const references: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

export function escapeHtml(text: string): string {
	return text.replace(/[&<>"]/g, (character) => references[character] ?? character);
}

/** A page of one sentence, for a browser that comes from the tenant, without a session. */
export function wordsPage(title: string, sentence: string, status: number): Response {
	const home = escapeHtml(`${dashboardConfig().appUrl}/applications`);
	const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><link rel="icon" href="/icon.svg"><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(sentence)}</p><p><a href="${home}">Applications</a></p></main></html>`;
	return new Response(html, {
		status,
		headers: { "content-type": "text/html; charset=utf-8", "cache-control": "private, no-store" },
	});
}
