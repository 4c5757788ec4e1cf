export type TemplateCall = { method: "POST" | "PATCH"; url: string; body: unknown };

/**
 * A command that makes the call when it is pasted into a shell; the token comes from $ACCESS_TOKEN.
 * Everything that isn't ours stands in single quotes. There only the quote itself is special, and in some shells the
 * backslash before another one: both are written as JSON escapes, so the body holds neither.
 */
export function curlCommand({ method, url, body }: TemplateCall): string {
	const json = JSON.stringify(body, null, 2).replaceAll("\\\\", "\\u005c").replaceAll("'", "\\u0027");
	const address = url.replaceAll("'", "%27").replaceAll("\\", "%5C");
	return [
		`curl --request ${method} '${address}'`,
		`--header "Authorization: Bearer $ACCESS_TOKEN"`,
		"--header 'Content-Type: application/json'",
		`--data-binary '${json}'`,
	].join(" \\\n  ");
}
