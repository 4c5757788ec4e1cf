import { createHash } from "node:crypto";
import type { KeptValue } from "../audit/audit-entry";
import type { LogEvent } from "./log-event";

export type FeedEntry = { sequence: number; at: string; event: LogEvent };

export type FeedPage = {
	/** URL of the first page. */
	address: string;
	/** The tenant's name. */
	tenant: string;
	/** The URL of the console. */
	console: string;
	/** Newest first. */
	entries: readonly FeedEntry[];
	/** URL of the page of older events; null on the last. */
	older: string | null;
	/** URL of this page. */
	self: string;
};

/** When the newest entry of a page was recorded; the beginning of time where there is none. */
export function updatedOf({ entries }: Pick<FeedPage, "entries">): string {
	return entries[0]?.at ?? new Date(0).toISOString();
}

/** A page of the feed as Atom (RFC 4287), paged according to RFC 5005, section 3. */
export function atomOf(page: FeedPage): string {
	const { address, tenant, console, entries, older, self } = page;
	const link = (rel: string, href: string) => element("link", "", { rel, href });
	return [
		'<?xml version="1.0" encoding="utf-8"?>',
		'<feed xmlns="http://www.w3.org/2005/Atom">',
		element("id", uuidOf(address)),
		element("title", `Changes of ${tenant}`),
		element("updated", updatedOf(page)),
		link("self", self),
		link("first", address),
		...(older ? [link("next", older)] : []),
		link("alternate", `${console}/activity`),
		...entries.map(entryOf),
		"</feed>",
		"",
	].join("\n");
}

function entryOf({ at, event }: FeedEntry): string {
	return [
		"<entry>",
		element("id", uuidOf(event.id)),
		element("title", event.summary),
		element("updated", at),
		element("published", event.at),
		`<author>${element("name", event.actor?.name ?? "Outside of this console")}</author>`,
		element("category", "", { term: event.type }),
		element("content", contentOf(event), { type: "text" }),
		"</entry>",
	].join("\n");
}

/** The changes, one line each. */
function contentOf({ changes, values, target }: LogEvent): string {
	const lines = changes.map((change) => {
		const verb = { "+": "Added", "-": "Removed", "~": "Changed" }[change.charAt(0)];
		const part = verb ? change.slice(1) : change;
		const kept = values.find((value) => value.part === part);
		const shown = kept ? `: ${valueInWords(kept.before)} → ${valueInWords(kept.after)}` : "";
		return `${verb ? `${verb} ` : ""}${part}${shown}`;
	});
	return [...lines, `${target.kind} ${target.id}`].join("\n");
}

function valueInWords(value: KeptValue): string {
	return value === null ? "nothing" : JSON.stringify(value);
}

/** A stable `urn:uuid:` (version 8, RFC 9562) of a text. */
function uuidOf(text: string): string {
	const hex = createHash("sha256").update(text).digest("hex");
	const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
	return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function element(name: string, text: string, attributes: Record<string, string> = {}): string {
	const written = Object.entries(attributes).map(([attribute, value]) => ` ${attribute}="${escaped(value)}"`);
	return text === "" ? `<${name}${written.join("")}/>` : `<${name}${written.join("")}>${escaped(text)}</${name}>`;
}

/** Characters that XML can't hold, not even escaped (XML 1.0, section 2.2). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced.
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\r": "&#13;" };

function escaped(text: string): string {
	return text
		.toWellFormed()
		.replace(NOT_XML, "\ufffd")
		.replace(/[&<>"\r]/g, (character) => entities[character] ?? character);
}
