import { type Place, resources } from "@/lib/dashboard/registry/resources";
import type { JumpOption } from "./jump-option";

type ConsolePage = JumpOption & {
	/** Other words by which the page is looked for. */
	words?: string;
	/** It only leads on for those who may change something. */
	isForEditors?: boolean;
};

const { template, "refresh token": refreshToken, application, connection } = resources;

const pages: ConsolePage[] = [
	{ text: "Overview", href: "/", words: "home start" },
	listOf(template),
	formOf(template.create),
	{ text: "Compare two templates", href: "/templates/compare", words: "difference" },
	listOf(refreshToken),
	listOf(application),
	formOf(application.create),
	listOf(connection),
	{ text: "Connection", href: "/connection", words: "tenant scopes check status" },
	formOf(connection.create),
	{ text: "Activity", href: "/activity", words: "audit changes history log" },
	{ text: "API calls", href: "/api-calls", words: "requests exchanges log" },
	{ text: "Your sessions", href: "/sessions", words: "account sign out everywhere" },
];

function listOf({ title, path, words }: Place): ConsolePage {
	return { text: title, href: path, words };
}

function formOf(place: Place): ConsolePage {
	return { ...listOf(place), isForEditors: true };
}

/** The console's pages whose name, or else a word for it, begins with the text. All of them for no text. */
export function consolePages(text: string, canWrite: boolean): JumpOption[] {
	const wanted = ` ${text.trim().toLowerCase()}`;
	const allowed = pages.filter(({ isForEditors }) => canWrite || !isForEditors);
	const byName = allowed.filter(({ text: name }) => ` ${name}`.toLowerCase().includes(wanted));
	const byWord = allowed.filter((page) => !byName.includes(page) && ` ${page.words ?? ""}`.includes(wanted));
	return [...byName, ...byWord].map(({ text: name, href }) => ({ text: name, href }));
}
