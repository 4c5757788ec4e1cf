import { type RowSort, type SortColumns, sortRows, timeOrder } from "@/app/_tables/row-sort";
import { SortHeads } from "@/app/_tables/sort-heads";
import { PageLink } from "@/components/layout/links";
import { Badge } from "@/components/ui/badge";
import { Cell, DataTable } from "@/components/ui/data-table";
import { TimeText } from "@/components/ui/time-text";
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

type ActivitySortKey = "subject" | "what" | "who" | "at" | "outcome";

export const activityColumns: SortColumns<AuditEntry, ActivitySortKey> = {
	subject: { of: ({ target }) => target },
	what: { of: ({ operation }) => writeLabel(operation) },
	who: { of: ({ person }) => person },
	at: { of: ({ at }) => timeOrder(at), isFromGreatest: true },
	outcome: { of: ({ outcome }) => outcomeLabels[outcome] },
};

const titles = [
	["Subject", "subject"],
	["What", "what"],
	["Who", "who"],
	["When", "at"],
	["Outcome", "outcome"],
	["Changes", null],
	["Reference", null],
] as const;

type ActivityTableProps = {
	entries: readonly AuditEntry[];
	sort: RowSort<ActivitySortKey> | null;
	addressOf: (sort: RowSort<ActivitySortKey>) => string;
};

export async function ActivityTable({ entries, sort, addressOf }: ActivityTableProps) {
	const [clock, names] = await Promise.all([pageClock(), seenNames()]);
	return (
		<DataTable label="What was written" head={<SortHeads {...{ titles, columns: activityColumns, sort, addressOf }} />}>
			{sortRows(activityColumns, entries, sort).map((entry) => (
				<tr key={entry.id}>
					<th scope="row" title={entry.target}>
						<Subject entry={entry} name={names.get(entry.target)} />
					</th>
					<Cell label="What">{writeLabel(entry.operation)}</Cell>
					<Cell label="Who" title={entry.person}>
						{entry.person}
					</Cell>
					<Cell label="When">
						<TimeText value={entry.at} clock={clock} isCompact />
					</Cell>
					<Cell label="Outcome">
						<Badge tone={outcomeTones[entry.outcome]}>
							{outcomeLabels[entry.outcome]}
							{entry.status ? ` (${entry.status})` : ""}
						</Badge>
					</Cell>
					<Cell label="Changes" title={entry.changes.join(" ")}>
						{entry.changes.length > 0 ? <code>{entry.changes.join(" ")}</code> : <span className="text-muted">—</span>}
					</Cell>
					<Cell label="Reference">
						<a
							href={`/api-calls?reference=${entry.reference}`}
							className="text-accent underline-offset-2 hover:underline"
						>
							<code>{entry.reference}</code>
						</a>
					</Cell>
				</tr>
			))}
		</DataTable>
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
