import { Badge } from "@/components/ui/badge";
import { Section } from "@/components/ui/section";
import { type Clock, TimeText } from "@/components/ui/time-text";
import { type AuditEntry, outcomeLabels } from "@/lib/dashboard/audit/audit-entry";
import { outcomeTones } from "../activity/activity-table";
import { BlockLink } from "./block-link";
import { changeInWords } from "./change-in-words";
import { Target, type TargetNames } from "./target";

type ChangesBlockProps = { entries: readonly AuditEntry[]; names: TargetNames; clock: Clock };

/** What was written through the console last, by everybody. */
export function ChangesBlock({ entries, names, clock }: ChangesBlockProps) {
	return (
		<Section title="Recent changes" aside={<BlockLink href="/activity">All activity</BlockLink>}>
			{entries.length === 0 ? (
				<p className="text-sm text-muted">Nothing was written yet.</p>
			) : (
				<ul className="divide-y divide-line border-b border-line">
					{entries.map((entry) => (
						<Change key={entry.id} entry={entry} names={names} clock={clock} />
					))}
				</ul>
			)}
		</Section>
	);
}

function Change({ entry, names, clock }: { entry: AuditEntry; names: TargetNames; clock: Clock }) {
	const { did, changes } = changeInWords(entry);
	return (
		<li className="grid items-baseline gap-x-4 py-1.5 text-sm sm:grid-cols-[8rem_minmax(0,1fr)]">
			<span className="text-muted">
				<TimeText value={entry.at} clock={clock} isCompact />
			</span>
			<span>
				<bdi>{entry.person}</bdi> {did} <Target entry={entry} names={names} />
				{changes ? `: ${changes}` : ""}
				{entry.outcome === "done" ? null : (
					<>
						{" "}
						<Badge tone={outcomeTones[entry.outcome]}>{outcomeLabels[entry.outcome].toLowerCase()}</Badge>
					</>
				)}
			</span>
		</li>
	);
}
