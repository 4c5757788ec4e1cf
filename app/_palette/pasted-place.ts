import { mayBeTokenId } from "@/app/(console)/refresh-tokens/_find/token-id";
import { pastedId } from "@/app/(console)/templates/_list/list-query";
import { resources } from "@/lib/dashboard/registry/resources";
import type { JumpPlace } from "./jump-option";

/** The place of a whole identifier or address, whether or not it is listed anywhere; null for all other text. */
export function pastedPlace(pasted: string): JumpPlace | null {
	const text = pasted.trim();
	const template = pastedId(text);
	if (template) return { text: "Open template", detail: template, href: `/templates/${template}` };
	if (text === "" || /\s/.test(text)) return null;
	const search = `${resources["refresh token"].path}?q=${encodeURIComponent(text)}`;
	if (/^[^|@]+\|[^|]+$/.test(text)) return { text: "Refresh tokens of user", detail: text, href: search };
	if (/^[^@|]+@[^@|]+\.[^@|]+$/.test(text)) return { text: "Refresh tokens of", detail: text, href: search };
	return mayBeTokenId(text) ? { text: "Open refresh token", detail: text, href: search } : null;
}
