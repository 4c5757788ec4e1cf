import { pastedId } from "@/app/(console)/templates/_list/list-query";
import { resources } from "@/lib/dashboard/registry/resources";
import type { JumpOption } from "./jump-option";

/** The shortest text without a space that is taken for a whole identifier of a refresh token. */
const TOKEN_ID_LENGTH_MIN = 12;

/** Where a whole identifier or address leads, whether or not anything lists it; null for all other text. */
export function pastedPlace(pasted: string): JumpOption | null {
	const text = pasted.trim();
	const template = pastedId(text);
	if (template) return { text: "Open template", detail: template, href: `/templates/${template}` };
	if (text === "" || /\s/.test(text)) return null;
	const search = `${resources["refresh token"].path}?q=${encodeURIComponent(text)}`;
	if (/^[^|@]+\|[^|]+$/.test(text)) return { text: "Refresh tokens of user", detail: text, href: search };
	if (/^[^@|]+@[^@|]+\.[^@|]+$/.test(text)) return { text: "Refresh tokens of", detail: text, href: search };
	return isTokenId(text) ? { text: "Open refresh token", detail: text, href: search } : null;
}

/** Token ids are made at random: nearly all hold a digit, the others both cases after their prefix. Words that are typed hardly do. */
function isTokenId(text: string): boolean {
	if (text.length < TOKEN_ID_LENGTH_MIN || !/^[\w.-]+$/.test(text) || !/[A-Za-z_]/.test(text)) return false;
	return /\d/.test(text) || /^[a-z]+_(?=.*[a-z])(?=.*[A-Z])[A-Za-z]+$/.test(text);
}
