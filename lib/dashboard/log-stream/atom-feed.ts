import { createHash } from "node:crypto";
import { isolated } from "@/lib/contract/name-or-id";
import { type Markup, xml } from "@/lib/xml/markup";
import type { KeptValue } from "../audit/audit-entry";
import { EMERGENCY_SAVE } from "./event-types";
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
function updatedOf({ entries }: Pick<FeedPage, "entries">): string {
	return entries[0]?.at ?? new Date(0).toISOString();
}

/** A page of the feed as Atom (RFC 4287), paged according to RFC 5005, section 3. */
export function atomOf(page: FeedPage): string {
	const { address, tenant, console, entries, older, self } = page;
	const feed = xml`<feed xmlns="http://www.w3.org/2005/Atom">
<id>${uuidOf(address)}</id>
<title>${`Changes of ${tenant}`}</title>
<updated>${updatedOf(page)}</updated>
<link rel="self" href="${self}"/>
<link rel="first" href="${address}"/>
${older ? xml`<link rel="next" href="${older}"/>\n` : null}<link rel="alternate" href="${`${console}/activity`}"/>
${entries.map(entryOf)}</feed>
`;
	return `<?xml version="1.0" encoding="utf-8"?>\n${feed}`;
}

function entryOf({ at, event }: FeedEntry): Markup {
	return xml`<entry>
<id>${uuidOf(event.id)}</id>
<title>${event.summary}</title>
<updated>${at}</updated>
<published>${event.at}</published>
<author><name>${event.actor?.name ?? "Outside of this console"}</name></author>
<category term="${event.type}"/>
<content type="text">${contentOf(event)}</content>
</entry>
`;
}

/** The changes, one line each; what was changed, and why. */
function contentOf({ type, changes, more_changes: more, values, target, reason, emergency }: LogEvent): string {
	const lines = changes.map((change) => {
		const verb = { "+": "Added", "-": "Removed", "~": "Changed" }[change.charAt(0)];
		const part = verb ? change.slice(1) : change;
		const kept = values.find((value) => value.part === part);
		const shown = kept ? `: ${valueInWords(kept.before)} → ${valueInWords(kept.after)}` : "";
		return `${verb ? `${verb} ` : ""}${part}${shown}`;
	});
	const others = more ? [`And ${more.toLocaleString("en")} more`] : [];
	const why = reason === null ? [] : [`Reason: ${isolated(reason)}`];
	// The title of the event of its own says it.
	const alone = emergency && type !== EMERGENCY_SAVE ? ["Emergency: without a second editor"] : [];
	return [...lines, ...others, `${target.kind} ${target.id}`, ...why, ...alone].join("\n");
}

function valueInWords(value: KeptValue): string {
	return value === null ? "nothing" : JSON.stringify(value);
}

/** A stable `urn:uuid:` (version 8, RFC 9562) of a text. */
function uuidOf(text: string): string {
	const hex = createHash("sha256").update(text).digest("hex");
	const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
	const groups = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, variant + hex.slice(17, 20)];
	return `urn:uuid:${groups.join("-")}-${hex.slice(20, 32)}`;
}
