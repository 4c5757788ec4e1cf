import { type Column, ColumnTable } from "@/app/_tables/column-table";
import { NameLink, RowLink } from "@/components/layout/links";
import { Badge } from "@/components/ui/badge";
import { Breakable } from "@/components/ui/breakable";
import { Name } from "@/components/ui/name";
import { type Clock, TimeText } from "@/components/ui/time-text";
import type { LogEntry } from "@/lib/contract/log-entry";
import { LOG } from "@/lib/dashboard/resources/places";
import { pageOf } from "@/lib/dashboard/resources/resources";
import { type EntryInWords, entryInWords, entryTime, entryTitle } from "@/lib/dashboard/tenant-log/entry-in-words";

type Row = { id: string; entry: LogEntry; words: EntryInWords };

const none = <span className="text-muted">—</span>;

const columns: Column<Row, Clock>[] = [
	{
		title: "Event",
		className: "w-full",
		cell: ({ entry, words }) => (
			<span className="grid min-w-0 py-0.5">
				<span className="flex flex-wrap items-center gap-x-2">
					{entry.log_id ? (
						<RowLink href={entryPage(entry.log_id)} name={entryTitle(words)} />
					) : (
						<Name text={entryTitle(words)} />
					)}
					{words.outcome === "failed" ? <Badge tone="danger">failed</Badge> : null}
				</span>
				{words.reason ? (
					<span className="line-clamp-2 text-xs font-normal text-muted wrap-anywhere">
						<Name text={words.reason} />
					</span>
				) : null}
			</span>
		),
	},
	{ title: "When", cell: ({ entry }, clock) => <TimeText value={entryTime(entry)} clock={clock} isCompact /> },
	{ title: "User", cell: ({ entry }) => <EntryUser entry={entry} /> },
	{ title: "Application", cell: ({ entry }) => <EntryApplication entry={entry} /> },
	{
		title: "IP address",
		cell: ({ entry: { ip }, words: { place } }) =>
			ip ? (
				<span className="grid">
					<code className={ip.includes(":") ? "min-w-36" : "whitespace-nowrap"}>
						<Breakable text={ip} />
					</code>
					{place ? <Name className="text-xs text-muted" text={place} /> : null}
				</span>
			) : (
				none
			),
	},
];

export function entryPage(id: string): string {
	return `${LOG.path}/${encodeURIComponent(id.toWellFormed())}`;
}

type EntryProps = { entry: LogEntry };

/** Whom an entry is about; what was typed where it is of no user. */
export function EntryUser({ entry: { user_id: id, user_name: name } }: EntryProps) {
	if (id) return <NameLink href={pageOf("user", id)} className="link" name={name || id} />;
	return name ? <Name text={name} /> : none;
}

export function EntryApplication({ entry: { client_id: id, client_name: name } }: EntryProps) {
	if (id) return <NameLink href={pageOf("application", id)} className="link" name={name || id} />;
	return name ? <Name text={name} /> : none;
}

/** Entries of the tenant's log, in the order in which they are given. */
export function EntryTable({ entries, clock }: { entries: readonly LogEntry[]; clock: Clock }) {
	// The tenant may list an entry without an ID.
	const rows = entries.map((entry, index) => ({ id: `${index} ${entry.log_id}`, entry, words: entryInWords(entry) }));
	return <ColumnTable label="Log" columns={columns} rows={rows} idOf={({ id }) => id} shared={clock} />;
}
