import type { OutgoingHttpHeaders } from "node:http";

export const REDACTED = "[redacted]";
/** Replaces values of metadata and the like, which the list of exchanges must not show. It must not be written back. */
export const MASKED = "[masked]";
export const ACCESS_TOKEN_VARIABLE = "$ACCESS_TOKEN";

const BODY_LENGTH_MAX = 32 * 1024;
const SECRET_NAMES =
	/^(access_token|id_token|refresh_token|client_secret|client_assertion|password|code|code_verifier|assertion|otp)$/i;
const SECRET_HEADERS = /^(cookie|set-cookie|proxy-authorization|dpop|cname-api-key)$/i;
/** Objects that may contain a secret under any name: metadata, settings and keys of add-ons and of connections. */
const MASKED_NAMES = /(^|_)metadata$|^(addons|options|signing_keys|encryption_key|mobile)$/i;

/** Headers without tokens and cookies. */
export function redactHeaders(headers: OutgoingHttpHeaders): Record<string, string> {
	return Object.fromEntries(
		Object.entries(headers).map(([name, value]) => {
			if (/^authorization$/i.test(name)) return [name, `Bearer ${ACCESS_TOKEN_VARIABLE}`];
			return [name, SECRET_HEADERS.test(name) ? REDACTED : [value].flat().join(", ")];
		}),
	);
}

/** A body with secrets redacted, and values of metadata, add-ons and options masked. A body that is neither JSON nor a form is not kept. */
export function redactBody(text: string | undefined, type: string): string | null {
	if (!text) return null;
	if (text.length > BODY_LENGTH_MAX) return `[${text.length} characters, not kept]`;
	if (type.includes("x-www-form-urlencoded")) return redactForm(text);
	try {
		return JSON.stringify(redactValue(JSON.parse(text), false));
	} catch {
		return `[${text.length} characters that are not JSON, not kept]`;
	}
}

function redactForm(text: string): string {
	return Array.from(new URLSearchParams(text), ([name, value]) =>
		[name, SECRET_NAMES.test(name) ? REDACTED : encodeURIComponent(value)].join("="),
	).join("&");
}

function redactValue(value: unknown, isMasked: boolean): unknown {
	if (Array.isArray(value)) return value.map((each) => redactValue(each, isMasked));
	if (typeof value !== "object" || value === null) return isMasked && value !== null ? MASKED : value;
	const entries = Object.entries(value).map(([name, inner]): [string, unknown] => {
		if (!isMasked && SECRET_NAMES.test(name) && typeof inner === "string") return [name, REDACTED];
		return [name, redactValue(inner, isMasked || MASKED_NAMES.test(name))];
	});
	return Object.fromEntries(entries);
}
