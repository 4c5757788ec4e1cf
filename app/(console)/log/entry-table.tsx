import { type Column, ColumnTable } from "@/app/_tables/column-table";
import { NameLink, RowLink } from "@/components/layout/links";
import { Breakable } from "@/components/ui/breakable";
import { Name } from "@/components/ui/name";
import { localTimeWithSeconds } from "@/components/ui/time-in-zone";
import { type Clock, TimeText } from "@/components/ui/time-text";
import type { LogEntry } from "@/lib/contract/log-entry";
import { clientNames } from "@/lib/dashboard/management/applications/client-names";
import { seenNames } from "@/lib/dashboard/management/seen";
import { LOG } from "@/lib/dashboard/resources/places";
import { pageOf } from "@/lib/dashboard/resources/resources";
import { type EntryInWords, entryInWords, entryTime, entryTitle } from "@/lib/dashboard/tenant-log/entry-in-words";

/** Of users and applications, by ID, for entries without them. */
export type EntryNames = ReadonlyMap<string, string>;
type Shared = { clock: Clock; names: EntryNames };
type Row = { id: string; entry: LogEntry; words: EntryInWords };

const none = <span className="text-muted">—</span>;

const columns: Column<Row, Shared>[] = [
	{
		title: "Event",
		cell: ({ entry, words }) => (
			<span className="grid min-w-0 py-0.5">
				<span className={words.outcome === "failed" ? "text-danger" : ""}>
					{entry.log_id ? (
						<RowLink className="inline-block py-0.5" href={entryPage(entry.log_id)} name={entryTitle(words)} />
					) : (
						<Name text={entryTitle(words)} />
					)}
				</span>
				{words.reason ? (
					<span className="line-clamp-2 text-xs font-normal text-muted wrap-anywhere">
						<Name text={words.reason} />
					</span>
				) : null}
			</span>
		),
	},
	{ title: "When", cell: ({ entry }, { clock }) => <EntryTime entry={entry} clock={clock} /> },
	{ title: "User", cell: ({ entry }, { names }) => <EntryUser entry={entry} names={names} /> },
	{ title: "Application", cell: ({ entry }, { names }) => <EntryApplication entry={entry} names={names} /> },
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

/** The order of events of one minute is read by their seconds. */
export function EntryTime({ entry, clock }: { entry: LogEntry; clock: Clock }) {
	const time = entryTime(entry);
	return (
		<span className="grid">
			<TimeText value={time} clock={clock} isCompact />
			{time === null ? null : (
				<span className="whitespace-nowrap text-xs text-muted">
					{localTimeWithSeconds(new Date(time), clock.timeZone)}
				</span>
			)}
		</span>
	);
}

export function entryPage(id: string): string {
	return `${LOG.path}/${encodeURIComponent(id.toWellFormed())}`;
}

type EntryProps = { entry: LogEntry; names: EntryNames };

/** Whom an entry is about; what was typed where it is of no user. */
export function EntryUser({ entry: { user_id, user_name }, names }: EntryProps) {
	return <Named resource="user" id={user_id} name={user_name} names={names} />;
}

export function EntryApplication({ entry: { client_id, client_name }, names }: EntryProps) {
	return <Named resource="application" id={client_id} name={client_name} names={names} />;
}

type NamedProps = Pick<EntryProps, "names"> & {
	resource: "user" | "application";
	id: string | null | undefined;
	name: string | null | undefined;
};

function Named({ resource, id, name, names }: NamedProps) {
	if (id) return <NameLink href={pageOf(resource, id)} className="link" name={name || names.get(id) || id} />;
	return name ? <Name text={name} /> : none;
}

/** Names that some entries lack: those of applications, and of users as far as pages have shown them. @throws SessionError */
export async function namesFor(entries: readonly LogEntry[]): Promise<EntryNames> {
	const nameless = entries.filter(({ client_id, client_name }) => client_id && !client_name);
	if (nameless.length === 0) return seenNames();
	return new Map([...(await seenNames()), ...(await clientNames(nameless.map(({ client_id }) => client_id)))]);
}

type EntryTableProps = { entries: readonly LogEntry[]; names: EntryNames; clock: Clock };

/** Entries of the tenant's log, in the order in which they are given. */
export function EntryTable({ entries, names, clock }: EntryTableProps) {
	// The tenant may list an entry without an ID.
	const rows = entries.map((entry, index) => ({ id: `${index} ${entry.log_id}`, entry, words: entryInWords(entry) }));
	return <ColumnTable label="Log" columns={columns} rows={rows} idOf={({ id }) => id} shared={{ clock, names }} />;
}
