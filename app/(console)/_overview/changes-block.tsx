import { Avatar } from "@/components/ui/avatar";
import { Section } from "@/components/ui/section";
import { type Clock, TimeText } from "@/components/ui/time-text";
import { type AuditEntry, personName } from "@/lib/dashboard/audit/audit-entry";
import { ownedName } from "@/lib/dashboard/management/seen-names";
import type { OpenedRefreshToken } from "@/lib/dashboard/store/opened-refresh-tokens";
import { EntryChanges, EntrySentence, type Names, OutcomeBadge } from "../activity/entry-parts";
import { BlockLink } from "./block-link";
import type { NewestTemplates } from "./newest-templates";

type ChangesBlockProps = { entries: readonly AuditEntry[]; names: Names; clock: Clock };

/** The latest writes through the console, of all admins. */
export function ChangesBlock({ entries, names, clock }: ChangesBlockProps) {
	return (
		<Section title="Recent changes" aside={<BlockLink href="/activity">All activity</BlockLink>}>
			{entries.length === 0 ? (
				<p className="text-sm text-muted">No changes yet. What is changed here appears in this list.</p>
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
								<EntryChanges entry={entry} names={names} />{" "}
								{entry.outcome === "done" ? null : <OutcomeBadge outcome={entry.outcome} status={null} />}
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

/** @param result null where the tenant has not responded yet: its templates are then shown by their identifiers */
export function targetNames(
	result: NewestTemplates | null,
	tokens: readonly OpenedRefreshToken[],
	seen: ReadonlyMap<string, string>,
): Names {
	const templates = result?.kind === "read" ? result.templates : [];
	return new Map([
		...seen,
		...templates.flatMap(({ id, name }): [string, string][] => (name === id ? [] : [[id, name]])),
		...tokens.flatMap(({ tokenId, user, application }): [string, string][] =>
			user && application ? [[tokenId, ownedName(application, user)]] : [],
		),
	]);
}
