import { PageLink } from "@/components/layout/links";
import { Badge } from "@/components/ui/badge";
import { Section } from "@/components/ui/section";
import { type Clock, TimeText } from "@/components/ui/time-text";
import { type AuditOutcome, outcomeLabels } from "@/lib/dashboard/audit/audit-entry";

type HistoryListProps = {
	/** The identifier of what was changed. */
	id: string;
	changes: PastChange[];
	/** When the page was made: times are told relative to it, the same on the server and in the browser. */
	clock: Clock;
};

/** Its place on the page, for links to it. */
export const HISTORY_SECTION = { id: "history", title: "History" } as const;

/** Who changed a thing through this console, when, and what; newest first. */
export function HistoryList({ id, changes, clock }: HistoryListProps) {
	return (
		<Section
			{...HISTORY_SECTION}
			aside={
				<PageLink href={`/activity?${new URLSearchParams({ subject: id })}`} className="text-sm text-accent underline">
					All activity
				</PageLink>
			}
		>
			<p className="text-sm text-muted">
				Changes made elsewhere are not listed, nor those that the activity no longer keeps.
			</p>
			{changes.length === 0 ? <p className="text-sm">No changes were made through this console yet.</p> : null}
			{changes.length > 0 ? (
				<ol className="grid gap-3 text-sm">
					{changes.slice(0, CHANGES_SHOWN).map((change) => (
						<li key={change.id} className="border-t border-line pt-3">
							<p className="flex flex-wrap items-baseline gap-x-2">
								<span className="font-medium">{change.person}</span>
								<TimeText value={change.at} clock={clock} />
								{change.outcome === "done" ? null : (
									<Badge tone={change.outcome === "unknown" ? "warning" : "neutral"}>
										{outcomeLabels[change.outcome]}
									</Badge>
								)}
							</p>
							{change.lines.map((line) => (
								<p key={line}>{line}</p>
							))}
						</li>
					))}
				</ol>
			) : null}
			{changes.length > CHANGES_SHOWN ? (
				<p className="text-sm text-muted">These are the newest {CHANGES_SHOWN}.</p>
			) : null}
		</Section>
	);
}

/** So many changes are listed on the page of what was changed. */
export const CHANGES_SHOWN = 20;

/** One write through this console, in words. `at` is ISO 8601. */
export type PastChange = { id: string; at: string; person: string; outcome: AuditOutcome; lines: string[] };
