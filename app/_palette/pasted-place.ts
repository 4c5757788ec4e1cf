import { isTokenId, mayBeId } from "@/app/(console)/refresh-tokens/_find/token-id";
import { pastedId } from "@/app/(console)/templates/_list/list-query";
import { pageOf, resources } from "@/lib/dashboard/resources/resources";
import type { JumpPlace } from "./jump-option";

/** The place of a whole identifier or address, whether or not it is listed anywhere; null for all other text. */
export function pastedPlace(pasted: string): JumpPlace | null {
	const text = pasted.trim();
	const template = pastedId(text);
	if (template) return { text: "Open template", detail: template, href: `/templates/${template}` };
	if (text === "" || /\s/.test(text)) return null;
	const searched = (path: string) => `${path}?q=${encodeURIComponent(text)}`;
	if (/^[^|@]+\|[^|]+$/.test(text)) return { text: "Open user", detail: text, href: pageOf("user", text) };
	if (/^[^@|]+@[^@|][^@|.]*\.[^@|]+$/.test(text))
		return { text: "Open user", detail: text, href: searched(resources.user.path) };
	if (isTokenId(text)) return { text: "Open refresh token", detail: text, href: pageOf("refresh token", text) };
	// The search tells which of them it is.
	return mayBeId(text)
		? {
				text: "Open refresh token, session or application",
				detail: text,
				href: searched(resources["refresh token"].path),
			}
		: null;
}
