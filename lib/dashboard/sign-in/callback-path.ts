/** A path of this console, else the overview. Matched, not parsed, so that no URL parser reads it as another host. */
export function safeCallbackPath(value: unknown): string {
	return typeof value === "string" && /^\/(?![/\\])[\w\-./?=&%+:@|~!,]*$/.test(value) ? value : "/";
}
