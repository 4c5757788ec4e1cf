import type { Names } from "@/app/_editor/kinds/words";
import { EmergencyBadge } from "@/app/_history/emergency-badge";
import { ChangeLines } from "@/app/_history/history-list";
import { ProposedBy } from "@/app/_history/proposed-by";
import { ReasonText } from "@/app/_history/reason-text";
import { CallReference } from "@/app/_page/problem-alert";
import { NameLink, PageLink } from "@/components/layout/links";
import { Avatar } from "@/components/ui/avatar";
import { Breakable } from "@/components/ui/breakable";
import { Fact, Facts } from "@/components/ui/facts";
import { Name } from "@/components/ui/name";
import { timeInZone } from "@/components/ui/time-in-zone";
import { type Clock, TimeText } from "@/components/ui/time-text";
import { type AuditEntry, isOfUser, personName } from "@/lib/dashboard/audit/audit-entry";
import { byDay, timeOfDay } from "@/lib/dashboard/audit/days";
import { reasonLinks } from "@/lib/dashboard/audit/reason-links";
import { targetPage } from "@/lib/dashboard/audit/sentence";
import { seenNames } from "@/lib/dashboard/management/seen";
import { pageOf, resourceTitle } from "@/lib/dashboard/resources/resources";
import { writeEntry } from "@/lib/dashboard/resources/writes";
import { printsOfWrites } from "@/lib/dashboard/templates/history/read-history";
import { changeLines } from "./change-lines";
import { EntryChanges, EntrySentence, OutcomeBadge, PrintAfter, type PrintAfterProps } from "./entry-parts";

type ActivityListProps = { entries: readonly AuditEntry[]; clock: Clock };

/** The writes as sentences, grouped by day, with details when expanded. */
export async function ActivityList({ entries, clock }: ActivityListProps) {
	const [names, prints] = await Promise.all([seenNames(), printsOfWrites(entries)]);
	return (
		<div className="grid gap-6">
			{byDay(entries, clock).map(({ date, name, entries: ofDay }) => (
				<section key={date} aria-labelledby={`day-${date}`} className="grid gap-1">
					<h2 id={`day-${date}`} className="text-base font-semibold">
						{name}
					</h2>
					<ul className="divide-y divide-line border-y border-line">
						{ofDay.map((entry) => (
							<li key={entry.id}>
								<Entry entry={entry} prints={prints} names={names} clock={clock} />
							</li>
						))}
					</ul>
				</section>
			))}
		</div>
	);
}

type EntryProps = { entry: AuditEntry; names: Names; clock: Clock };

function Entry({ entry, prints, names, clock }: EntryProps & Pick<PrintAfterProps, "prints">) {
	return (
		<details className="group">
			<summary className="grid min-h-10 list-none grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 sm:grid-cols-[auto_minmax(0,1fr)_auto_auto] px-1 py-1.5 text-sm hover:bg-sunken [&::-webkit-details-marker]:hidden">
				<Avatar name={personName(entry)} />
				<span className="min-w-0">
					<EntrySentence entry={entry} names={names} />
					<EntryChanges entry={entry} names={names} /> <PrintAfter entry={entry} prints={prints} />{" "}
					<EmergencyBadge {...entry} />
					{entry.proposal ? (
						<span className="block text-muted first-letter:uppercase">
							<ProposedBy proposal={entry.proposal} isPlain />
						</span>
					) : null}
					{entry.reason === null ? null : (
						<span className="block text-muted">
							<ReasonText reason={reasonLinks(entry.reason)} isPlain />
						</span>
					)}
				</span>
				{entry.outcome === "done" ? null : (
					<span className="max-sm:col-start-2 max-sm:row-start-2">
						<OutcomeBadge {...entry} />
					</span>
				)}
				<span className="col-start-3 row-start-1 flex items-center justify-end gap-3 text-muted sm:col-start-4">
					<time dateTime={entry.at} title={timeInZone(new Date(entry.at), clock.timeZone)} className="tabular-nums">
						{timeOfDay(entry.at, clock.timeZone)}
					</time>
					<span
						aria-hidden="true"
						className="relative -top-px mr-1 size-1.5 rotate-45 border-r border-b border-current print:hidden group-open:top-0.5 group-open:-rotate-135"
					/>
				</span>
			</summary>
			<Opened entry={entry} names={names} clock={clock} />
		</details>
	);
}

function Opened({ entry, names, clock }: EntryProps) {
	const page = targetPage(entry);
	const resource = writeEntry(entry.operation)?.resource;
	return (
		<div className="px-10 pt-1 pb-4 text-sm max-sm:px-1">
			<Facts>
				{entry.changes.length > 0 ? (
					<Fact term="Changes">
						<ChangeLines lines={changeLines(entry, names)} />
					</Fact>
				) : null}
				{entry.reason === null ? null : (
					<Fact term="Reason">
						<ReasonText reason={reasonLinks(entry.reason)} />
					</Fact>
				)}
				<Fact term="Outcome">
					<OutcomeBadge {...entry} />
				</Fact>
				<Fact term="By">
					{isOfUser(entry) ? (
						<NameLink href={pageOf("user", entry.subject)} className={LINK} name={entry.person} />
					) : (
						<Name text={entry.person} />
					)}
				</Fact>
				{entry.proposal ? (
					<Fact term="Proposal">
						<ProposedBy proposal={entry.proposal} />
					</Fact>
				) : null}
				<Fact term="When">
					<TimeText value={entry.at} clock={clock} />
				</Fact>
				<Fact term={resource ? resourceTitle(resource) : "Subject"}>
					<span className="flex flex-wrap items-center gap-x-3">
						<code>
							<Breakable text={entry.target} />
						</code>
						{page && resource ? (
							<PageLink href={page} className={LINK}>
								Open
							</PageLink>
						) : null}
					</span>
				</Fact>
				{entry.userId !== null && entry.userId !== entry.target ? (
					<Fact term={resourceTitle("user")}>
						<NameLink href={pageOf("user", entry.userId)} className={LINK} name={entry.userLabel ?? entry.userId} />
					</Fact>
				) : null}
				<Fact term="Reference">
					<CallReference reference={entry.reference} className={LINK} />
				</Fact>
			</Facts>
		</div>
	);
}

const LINK = "inline-flex min-h-6 items-center text-accent underline-offset-2 hover:underline";
