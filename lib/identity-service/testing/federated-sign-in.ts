import type { TestBrowser } from "./test-browser";
import { EMAIL, PASSWORD } from "./test-service";

const ENTITIES: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'" };

/** The form of a page that submits itself. */
export type PostedForm = { action: string; fields: Record<string, string> };

/** @throws for a page without a form */
export function postedForm(markup: string): PostedForm {
	const [, action] = /<form method="post" action="([^"]*)">/.exec(markup) ?? [];
	if (action === undefined) throw new Error(`No form: ${markup}`);
	const inputs = markup.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g);
	return {
		action: unescaped(action),
		fields: Object.fromEntries([...inputs].map(([, name = "", value = ""]) => [unescaped(name), unescaped(value)])),
	};
}

/** Where a browser goes next without a form: by a redirect, or by a page that refreshes. */
export async function nextAddress(response: Response): Promise<string | null> {
	const [, address] = /<meta http-equiv="refresh" content="0;url=([^"]*)">/.exec(await response.clone().text()) ?? [];
	return response.headers.get("location") ?? (address === undefined ? null : unescaped(address));
}

function unescaped(written: string): string {
	return written.replace(/&\w+;|&#39;/g, (entity) => ENTITIES[entity] ?? entity);
}

/**
 * Opens an address, or POSTs a cross-site form to it, and follows all redirects, signing in at each login page.
 */
export async function followedThrough(
	browser: TestBrowser,
	address: string,
	{
		email = EMAIL,
		password = PASSWORD,
		form,
	}: { email?: string; password?: string; form?: Record<string, string> } = {},
): Promise<Response> {
	let response = await browser.visit(address, form);
	for (;;) {
		const location = response.headers.get("location");
		if (location === null) return response;
		const next = new URL(location);
		if (/^\/login\/[\w-]+$/.test(next.pathname)) {
			const outcome = await browser.submit(next, email, password);
			if ("problem" in outcome) throw new Error(outcome.problem);
			response = await browser.visit(outcome.returnTo);
		} else {
			response = await browser.visit(next.href);
		}
	}
}
