/**
 * Where to go after signing in: a path of this console, else the overview. The text is matched, not parsed, so that
 * nothing that a URL parser would read as another host gets through.
 */
export function safeCallbackPath(value: unknown): string {
	return typeof value === "string" && /^\/(?![/\\])[\w\-./?=&%+:@|~!,]*$/.test(value) ? value : "/";
}
