import type { Exchange } from "./exchanges";
import { ACCESS_TOKEN_VARIABLE, MASKED, REDACTED } from "./redact";

/**
 * The exchange as a command for a POSIX shell, with the token from a variable. A masked or redacted body would overwrite
 * the values that it hides, so it is read from a file.
 */
export function curlCommand({ method, url, requestHeaders, requestBody }: Exchange): string {
	const headers = Object.entries(requestHeaders).map(([name, value]) =>
		name.toLowerCase() === "authorization"
			? `-H "authorization: Bearer ${ACCESS_TOKEN_VARIABLE}"`
			: `-H ${quote(`${name}: ${value}`)}`,
	);
	const lines = [`curl -X ${method} ${quote(url)}`, ...headers];
	if (requestBody) lines.push(isWhole(requestBody) ? `--data-raw ${quote(requestBody)}` : "--data-binary @body.txt");
	return lines.join(" \\\n  ");
}

/** Whether a stored body is the one that was sent. */
export function isWhole(body: string): boolean {
	return !body.includes(MASKED) && !body.includes(REDACTED) && !/^\[\d+ characters/.test(body);
}

/** One argument for a POSIX shell. */
export function quote(text: string): string {
	return `'${text.replaceAll("'", `'\\''`)}'`;
}
