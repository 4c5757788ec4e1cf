export type HelpLink = { text: string; href: string };

/**
 * The guides, or sections of them, that a page's help links to. The first path that is the page's own or above it applies,
 * so a longer one comes first; `{id}` matches one segment.
 */
export const HELP_LINKS: Readonly<Record<string, readonly HelpLink[]>> = {
	"/": [{ text: "Running the console", href: "/guides/operator#running-it" }],
	"/templates": [
		{ text: "About templates", href: "/guides/application-developer#templates" },
		{ text: "Purposes, versions", href: "/guides/templates" },
		{ text: "About “Try it”", href: "/guides/try-it" },
	],
	"/users/{id}": [{ text: "What ends with what", href: "/guides/users#what-ends-with-what" }],
	"/users": [{ text: "About users and sessions", href: "/guides/users" }],
	"/sessions": [
		{ text: "About sessions", href: "/guides/users#a-persons-page" },
		{ text: "What metadata is for", href: "/guides/users#metadata" },
	],
	"/refresh-tokens/bulk": [{ text: "When a bulk edit is cut off", href: "/guides/faults#the-admins-page" }],
	"/refresh-tokens": [{ text: "About refresh tokens", href: "/guides/application-developer#refresh-tokens" }],
	"/applications/{id}/single-sign-on": [
		{ text: "About SAML", href: "/guides/application-developer#saml" },
		{ text: "About WS-Federation", href: "/guides/application-developer#ws-federation" },
	],
	"/applications/new": [{ text: "Your own application", href: "/guides/application-developer#your-own-application" }],
	"/applications": [{ text: "Managing applications", href: "/guides/operator#applications" }],
	"/connections/new": [{ text: "Setting up a provider", href: "/guides/connections#set-one-up" }],
	"/connections/{id}": [
		{ text: "How a sign-in goes", href: "/guides/connections#how-a-sign-in-goes" },
		{ text: "What is refused", href: "/guides/connections#what-is-refused" },
	],
	"/connections": [{ text: "About identity providers", href: "/guides/connections" }],
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
	const isOf = (pattern: string) => new RegExp(`^${pattern.replace("{id}", "[^/]+")}(/|$)`).test(pathname);
	return HELP_LINKS[Object.keys(HELP_LINKS).find(isOf) ?? ""] ?? [];
}
