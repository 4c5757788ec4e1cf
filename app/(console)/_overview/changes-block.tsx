import { EmergencyBadge } from "@/app/_history/emergency-badge";
import { ProposedBy } from "@/app/_history/proposed-by";
import { Avatar } from "@/components/ui/avatar";
import { Section } from "@/components/ui/section";
import { type Clock, TimeText } from "@/components/ui/time-text";
import { personName } from "@/lib/dashboard/audit/audit-entry";
import { newestAuditEntries } from "@/lib/dashboard/audit/audit-trail";
import { seenNames } from "@/lib/dashboard/management/seen";
import { printsOfWrites } from "@/lib/dashboard/templates/history/read-history";
import { EntryChanges, EntrySentence, OutcomeBadge, PrintAfter } from "../activity/entry-parts";
import { BlockLink } from "./block-link";

const SHOWN = 8;

/** The latest writes through the console, of all admins. */
export async function ChangesBlock({ clock }: { clock: Clock }) {
	const [entries, names] = await Promise.all([newestAuditEntries(SHOWN), seenNames()]);
	const prints = await printsOfWrites(entries);
	return (
		<Section title="Recent changes" aside={<BlockLink href="/activity">All activity</BlockLink>}>
			{entries.length === 0 ? (
				<p className="text-sm text-muted">No changes yet. Changes made here appear in this list.</p>
			) : (
				<ul className="divide-y divide-line">
					{entries.map((entry) => (
						<li
							key={entry.id}
							className="grid min-h-10 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 py-1.5 text-sm"
						>
							<Avatar name={personName(entry)} />
							<span>
								<EntrySentence entry={entry} names={names} isLinked />
								<EntryChanges entry={entry} names={names} />
								{entry.proposal ? <span className="text-muted">, </span> : null}
								<ProposedBy proposal={entry.proposal} />{" "}
								{entry.outcome === "done" ? null : <OutcomeBadge outcome={entry.outcome} status={null} />}
								<PrintAfter entry={entry} prints={prints} /> <EmergencyBadge {...entry} />
							</span>
							<span className="text-xs text-muted">
								<TimeText value={entry.at} clock={clock} isCompact />
							</span>
						</li>
					))}
				</ul>
			)}
		</Section>
	);
}
