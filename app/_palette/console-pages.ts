import type { JumpOption } from "./jump-option";

type ConsolePage = JumpOption & {
	/** Other words by which the page is looked for. */
	words?: string;
	/** It only leads on for those who may change something. */
	isForEditors?: boolean;
};

const pages: ConsolePage[] = [
	{ text: "Overview", href: "/", words: "home start" },
	{ text: "Templates", href: "/templates", words: "verification presentation mdl" },
	{ text: "New template", href: "/templates/new", words: "create add", isForEditors: true },
	{ text: "Compare two templates", href: "/templates/compare", words: "difference" },
	{ text: "Refresh tokens", href: "/refresh-tokens", words: "users metadata find" },
	{ text: "Applications", href: "/applications", words: "clients" },
	{ text: "New application", href: "/applications/new", words: "create add client", isForEditors: true },
	{ text: "Identity providers", href: "/connections", words: "connections saml federation sso enterprise" },
	{ text: "Connection", href: "/connection", words: "tenant scopes check status" },
	{ text: "New connection", href: "/connections/new", words: "create add identity provider saml", isForEditors: true },
	{ text: "Activity", href: "/activity", words: "audit changes history log" },
	{ text: "API calls", href: "/api-calls", words: "requests exchanges log" },
	{ text: "Your sessions", href: "/sessions", words: "account sign out everywhere" },
];

/** The console's pages whose name, or else a word for it, begins with the text. All of them for no text. */
export function consolePages(text: string, canWrite: boolean): JumpOption[] {
	const wanted = ` ${text.trim().toLowerCase()}`;
	const allowed = pages.filter(({ isForEditors }) => canWrite || !isForEditors);
	const byName = allowed.filter(({ text: name }) => ` ${name}`.toLowerCase().includes(wanted));
	const byWord = allowed.filter((page) => !byName.includes(page) && ` ${page.words ?? ""}`.includes(wanted));
	return [...byName, ...byWord].map(({ text: name, href }) => ({ text: name, href }));
}
