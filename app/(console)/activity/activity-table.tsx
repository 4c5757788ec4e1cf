import { type Column, ColumnTable } from "@/app/_tables/column-table";
import { type RowSort, timeOrder } from "@/app/_tables/list-view";
import { PageLink } from "@/components/layout/links";
import { Badge } from "@/components/ui/badge";
import { type Clock, TimeText } from "@/components/ui/time-text";
import { type AuditEntry, type AuditOutcome, outcomeLabels } from "@/lib/dashboard/audit/audit-entry";
import { seenNames } from "@/lib/dashboard/management/seen-names";
import { writeLabel } from "@/lib/dashboard/registry/operation-entries";
import { pageClock } from "@/lib/dashboard/request/page-clock";
import { targetPage } from "./target-page";

export const outcomeTones: Record<AuditOutcome, "success" | "danger" | "neutral" | "warning"> = {
	done: "success",
	refused: "danger",
	"not-done": "neutral",
	unknown: "warning",
};

type Shared = {
	clock: Clock;
	/** What is called how, of what was seen lately. */
	names: ReadonlyMap<string, string>;
};

export const activityColumns: Column<AuditEntry, Shared>[] = [
	{
		title: "Subject",
		sort: { key: "subject", of: ({ target }) => target },
		hint: ({ target }) => target,
		cell: (entry, { names }) => <Subject entry={entry} name={names.get(entry.target)} />,
	},
	{
		title: "What",
		sort: { key: "what", of: ({ operation }) => writeLabel(operation) },
		cell: ({ operation }) => writeLabel(operation),
	},
	{
		title: "Who",
		sort: { key: "who", of: ({ person }) => person },
		hint: ({ person }) => person,
		cell: ({ person }) => person,
	},
	{
		title: "When",
		sort: { key: "at", of: ({ at }) => timeOrder(at), isFromGreatest: true },
		cell: ({ at }, { clock }) => <TimeText value={at} clock={clock} isCompact />,
	},
	{
		title: "Outcome",
		sort: { key: "outcome", of: ({ outcome }) => outcomeLabels[outcome] },
		cell: ({ outcome, status }) => (
			<Badge tone={outcomeTones[outcome]}>
				{outcomeLabels[outcome]}
				{status ? ` (${status})` : ""}
			</Badge>
		),
	},
	{
		title: "Changes",
		hint: ({ changes }) => changes.join(" "),
		cell: ({ changes }) =>
			changes.length > 0 ? <code>{changes.join(" ")}</code> : <span className="text-muted">—</span>,
	},
	{
		title: "Reference",
		cell: ({ reference }) => (
			<a href={`/api-calls?reference=${reference}`} className="text-accent underline-offset-2 hover:underline">
				<code>{reference}</code>
			</a>
		),
	},
];

type ActivityTableProps = {
	entries: readonly AuditEntry[];
	sort: RowSort | null;
	addressOf: (sort: RowSort) => string;
};

export async function ActivityTable({ entries, sort, addressOf }: ActivityTableProps) {
	const [clock, names] = await Promise.all([pageClock(), seenNames()]);
	return (
		<ColumnTable
			label="What was written"
			columns={activityColumns}
			rows={entries}
			idOf={({ id }) => id}
			shared={{ clock, names }}
			sort={sort}
			addressOf={addressOf}
		/>
	);
}

/** @param name what it is called, where that was seen lately */
function Subject({ entry, name }: { entry: AuditEntry; name: string | undefined }) {
	const page = targetPage(entry);
	return page ? (
		<PageLink href={page} className="text-accent underline-offset-2 hover:underline">
			{name ? <bdi>{name}</bdi> : null}{" "}
			<code className={name ? "text-xs font-normal text-muted" : undefined}>{entry.target}</code>
		</PageLink>
	) : (
		<span>{entry.target}</span>
	);
}
