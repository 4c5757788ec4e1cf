import { NameLink, TextLink } from "@/components/layout/links";
import { Badge } from "@/components/ui/badge";
import { nameInWords } from "@/components/ui/invisible-characters";
import { Name } from "@/components/ui/name";
import { Section } from "@/components/ui/section";
import { type Clock, TimeText } from "@/components/ui/time-text";
import { type AuditEntry, outcomeLabels } from "@/lib/dashboard/audit/audit-entry";
import type { ReasonPart } from "@/lib/dashboard/audit/tickets";
import { EmergencyBadge } from "./emergency-badge";
import { ProposedBy } from "./proposed-by";
import { ReasonText } from "./reason-text";

type HistoryListProps = {
	id: string;
	changes: PastChange[];
	/** When the page was rendered: times are relative to it, the same on the server and in the browser. */
	clock: Clock;
	/** For how many days changes are kept. */
	days: number;
	versionsPage?: string | undefined;
};

/** Its anchor on the page, for links. */
export const HISTORY_SECTION = { id: "history", title: "History" } as const;

/** The changes of a resource through this console: author, time and content; newest first. */
export function HistoryList({ id, changes, clock, days, versionsPage }: HistoryListProps) {
	const within = `here in the last ${days.toLocaleString("en")} days`;
	return (
		<Section
			{...HISTORY_SECTION}
			aside={
				<span className="flex flex-wrap gap-x-4 text-sm text-muted">
					{changes.length > 0 ? `Changes made ${within}` : null}
					{versionsPage ? <TextLink href={versionsPage}>Compare and restore</TextLink> : null}
					<TextLink href={`/activity?${new URLSearchParams({ subject: id })}`}>All activity</TextLink>
				</span>
			}
		>
			{changes.length === 0 ? (
				<p className="text-sm">{`No changes made ${within}.`}</p>
			) : (
				<ol className="grid gap-3 text-sm">
					{changes
						.slice(0, CHANGES_SHOWN)
						.map(({ id, at, person, account, authorPage, outcome, lines, reason, proposal, isEmergency }) => (
							<li key={id} className="border-t border-line pt-3">
								<p className="flex flex-wrap items-baseline gap-x-2">
									{authorPage === null ? (
										<Name className="font-medium" text={person} />
									) : (
										<NameLink
											href={authorPage}
											title={nameInWords(account)}
											className="inline-flex min-h-6 items-center font-medium underline-offset-2 hover:underline"
											name={person}
										/>
									)}
									<ProposedBy proposal={proposal} />
									<EmergencyBadge isEmergency={isEmergency} />
									<TimeText value={at} clock={clock} />
									{outcome === "done" ? null : (
										<Badge tone={outcome === "unknown" ? "warning" : "neutral"}>{outcomeLabels[outcome]}</Badge>
									)}
								</p>
								<ChangeLines lines={lines} />
								<ReasonLine reason={reason} />
							</li>
						))}
				</ol>
			)}
			{changes.length > CHANGES_SHOWN ? (
				<p className="text-sm text-muted">These are the newest {CHANGES_SHOWN}.</p>
			) : null}
		</Section>
	);
}

/** How many changes the page of a resource lists. */
export const CHANGES_SHOWN = 20;

/** One change of a past write, in words. */
export type ChangeLine = {
	/** "Renames it to “B” (was “A”)", with long values cut. */
	what: string;
	/** In full, where something was cut. */
	whole?: string | undefined;
};

/** One line per change; a cut one is shown in full when expanded. */
export function ChangeLines({ lines }: { lines: readonly ChangeLine[] }) {
	return (
		<div className="grid gap-0.5 break-words *:min-w-0">
			{lines.map(({ what, whole }) =>
				whole ? (
					<details key={what}>
						<summary className="min-h-6 cursor-pointer">{what}</summary>
						<p className="pl-4 whitespace-pre-line">{whole}</p>
					</details>
				) : (
					<p key={what}>{what}</p>
				),
			)}
		</div>
	);
}

/** Why, under what was done. */
export function ReasonLine({ reason }: Pick<PastChange, "reason">) {
	return reason === null ? null : (
		<p className="text-muted">
			Reason: <ReasonText reason={reason} />
		</p>
	);
}

/** One write through this console, in words. Data only: it is serialised to the browser. */
export type PastChange = Pick<AuditEntry, "id" | "at" | "outcome"> & {
	person: string;
	/** The author's e-mail address, if any. */
	account: string;
	/** URL of the author's page, since admins are users of the tenant; null for a command at the terminal. */
	authorPage: string | null;
	lines: ChangeLine[];
	reason: ReasonPart[] | null;
	proposal?: AuditEntry["proposal"];
	isEmergency?: AuditEntry["isEmergency"];
	isOwn: boolean;
	/** It has changed, or may have changed, what this resource's editor edits. */
	isEdit: boolean;
};
