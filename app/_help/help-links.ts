export type HelpLink = { text: string; href: string };

/**
 * The guides, or sections of them, that a page's help links to. The longest path that is a prefix of the page's own
 * applies; `{id}` matches one segment.
 */
export const HELP_LINKS: Readonly<Record<string, readonly HelpLink[]>> = {
	"/": [{ text: "Running the console", href: "/guides/operator#running-it" }],
	"/templates": [
		{ text: "About templates", href: "/guides/application-developer#templates" },
		{ text: "Purposes, versions", href: "/guides/templates" },
		{ text: "About “Try it”", href: "/guides/try-it" },
	],
	"/users": [{ text: "About users and sessions", href: "/guides/users" }],
	"/users/{id}": [{ text: "What ends with what", href: "/guides/users#what-ends-with-what" }],
	"/sessions": [
		{ text: "About sessions", href: "/guides/users#a-persons-page" },
		{ text: "What metadata is for", href: "/guides/users#metadata" },
	],
	"/refresh-tokens": [{ text: "About refresh tokens", href: "/guides/application-developer#refresh-tokens" }],
	"/refresh-tokens/bulk": [{ text: "When a bulk edit is cut off", href: "/guides/faults#the-admins-page" }],
	"/applications": [{ text: "Managing applications", href: "/guides/operator#applications" }],
	"/applications/new": [{ text: "Your own application", href: "/guides/application-developer#your-own-application" }],
	"/applications/{id}/single-sign-on": [
		{ text: "About SAML", href: "/guides/application-developer#saml" },
		{ text: "About WS-Federation", href: "/guides/application-developer#ws-federation" },
	],
	"/connections": [{ text: "About identity providers", href: "/guides/connections" }],
	"/connections/new": [{ text: "Setting up a provider", href: "/guides/connections#set-one-up" }],
	"/connections/{id}": [
		{ text: "How a sign-in goes", href: "/guides/connections#how-a-sign-in-goes" },
		{ text: "What is refused", href: "/guides/connections#what-is-refused" },
	],
	"/connection": [{ text: "Using a real tenant", href: "/guides/operator#a-real-tenant" }],
	"/activity": [{ text: "How long things are kept", href: "/guides/operator#how-long-things-are-kept" }],
	"/log-stream": [
		{ text: "About the log stream", href: "/guides/log-stream" },
		{ text: "Verify a delivery", href: "/guides/log-stream#verify-a-delivery" },
	],
	"/api-calls": [
		{ text: "Errors and limits", href: "/guides/application-developer#errors-and-limits" },
		{ text: "When the service fails", href: "/guides/faults#the-service" },
	],
	"/your-sessions": [{ text: "Who may enter", href: "/guides/operator#who-may-enter" }],
};

/** The help of a page by its path; empty where no guide covers it. */
export function helpFor(pathname: string): readonly HelpLink[] {
	const parts = pathname.split("/");
	const fitting = Object.keys(HELP_LINKS).filter((pattern) => {
		if (pattern === "/") return pathname === "/";
		const expected = pattern.split("/");
		return expected.every((part, index) => (part === "{id}" ? Boolean(parts[index]) : part === parts[index]));
	});
	const [best] = fitting.toSorted(
		(a, b) => b.split("/").length - a.split("/").length || a.indexOf("{") - b.indexOf("{"),
	);
	return best === undefined ? [] : (HELP_LINKS[best] ?? []);
}
