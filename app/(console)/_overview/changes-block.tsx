import { Name } from "@/components/ui/name";
import { Section } from "@/components/ui/section";
import { type Clock, TimeText } from "@/components/ui/time-text";
import { type AuditEntry, personName } from "@/lib/dashboard/audit/audit-entry";
import { changesInShort } from "../activity/change-lines";
import { OutcomeBadge } from "../activity/outcome-badge";
import { Initials } from "../activity/person";
import { BlockLink } from "./block-link";
import { Target, type TargetNames } from "./target";

type ChangesBlockProps = { entries: readonly AuditEntry[]; names: TargetNames; clock: Clock };

/** The latest writes through the console, of all admins. */
export function ChangesBlock({ entries, names, clock }: ChangesBlockProps) {
	return (
		<Section title="Recent changes" aside={<BlockLink href="/activity">All activity</BlockLink>}>
			{entries.length === 0 ? (
				<p className="text-sm text-muted">No changes yet. What is changed here appears in this list.</p>
			) : (
				<ul className="divide-y divide-line">
					{entries.map((entry) => (
						<Change key={entry.id} entry={entry} names={names} clock={clock} />
					))}
				</ul>
			)}
		</Section>
	);
}

function Change({ entry, names, clock }: { entry: AuditEntry; names: TargetNames; clock: Clock }) {
	const changes = changesInShort(entry, names);
	return (
		<li className="grid min-h-10 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 py-1.5 text-sm">
			<Initials entry={entry} />
			<span>
				<Name title={entry.person} className="font-medium" text={personName(entry)} />{" "}
				<Target entry={entry} names={names} />
				{changes ? <span className="text-muted">: {changes}</span> : null}
				{entry.outcome === "done" ? null : (
					<>
						{" "}
						<OutcomeBadge outcome={entry.outcome} status={null} />
					</>
				)}
			</span>
			<span className="text-xs text-muted">
				<TimeText value={entry.at} clock={clock} isCompact />
			</span>
		</li>
	);
}
