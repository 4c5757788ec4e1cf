import type { PastChange } from "@/app/_history/history-list";
import { WholePageLink } from "@/app/_page/from-tenant";
import { ScopeMissing } from "@/app/_page/notices";
import { UnreadPart } from "@/app/_page/unread";
import { UnreadableRows } from "@/app/_tables/unread-items";
import { ButtonLink, TextLink } from "@/components/layout/links";
import { Section } from "@/components/ui/section";
import { dayInZone } from "@/components/ui/time-in-zone";
import type { Clock } from "@/components/ui/time-text";
import type { AuditEntry } from "@/lib/dashboard/audit/audit-entry";
import { dashboardConfig, isOwnClient } from "@/lib/dashboard/config";
import { timeOf } from "@/lib/dashboard/devices/flags";
import { openedBy } from "@/lib/dashboard/devices/opened-by";
import { lastDeviceName } from "@/lib/dashboard/devices/user-agent";
import { missingScope } from "@/lib/dashboard/management/tenant-link/granted-scopes";
import { LOG } from "@/lib/dashboard/resources/places";
import { entryTime } from "@/lib/dashboard/tenant-log/entry-in-words";
import { isEnd, type StoryLine, type Stretch, storyOf } from "@/lib/dashboard/tenant-log/story";
import type { PageLinks } from "./person-part";
import type { UserLog } from "./read-log";
import type { SignIns } from "./read-sign-ins";
import { StoryItem, type StoryWords } from "./story-line";

const WHAT_HAPPENED = { id: "what-happened", title: "What happened" } as const;
/** Of this console. */
export const ACTS_SHOWN = 100;
const ENDS_SHOWN = 5;

type WhatHappenedProps = {
	userId: string;
	/** Null while it is read. */
	log: UserLog | null;
	/** Null while they are read. */
	signIns: SignIns | null;
	acts: readonly AuditEntry[];
	changes: readonly PastChange[];
	/** When the oldest entry of the whole log was written; null where that is not known. */
	reachesBackTo: string | null;
	isOlder: boolean;
	/** Of an older page of the log: the time of the last entry of the page before. */
	before: string | null;
	links: PageLinks;
	clock: Clock;
};

/** One line of time: the tenant's log, what this console did, and the sessions that began. */
export function WhatHappened({ userId, log, reachesBackTo, signIns, ...props }: WhatHappenedProps) {
	const { acts, changes, isOlder, before, links, clock } = props;
	const { auditRetentionDays, tenant } = dashboardConfig();
	const read = log?.kind === "read" ? log : null;
	const listed = signIns?.sessions.value?.items ?? [];
	const entries = read?.entries ?? [];
	const oldest = entries.map(entryTime).findLast((time) => time !== null) ?? null;
	const stretch: Stretch = { before, from: read?.hasOlder ? oldest : null };
	const sessions = listed.map((session) => ({
		id: session.id,
		at: timeOf(session.authenticated_at) ?? timeOf(session.created_at),
		ip: session.device?.initial_ip || null,
		openedBy: openedBy(session, signIns?.actorName ?? (() => null)),
	}));
	const lines = storyOf({ entries, acts: acts.slice(0, ACTS_SHOWN), sessions, isOwnClient }, stretch);
	const words: StoryWords = {
		changes: new Map(changes.map((change) => [change.id, change])),
		names: read?.names ?? new Map(),
		devices: new Map(
			listed.flatMap(({ id, device }) => (lastDeviceName(device) ? [[id, lastDeviceName(device) ?? ""]] : [])),
		),
		clock,
	};
	const ends = isOlder ? [] : lines.filter(isEnd);
	return (
		<Section
			{...WHAT_HAPPENED}
			aside={
				<span className="flex flex-wrap gap-x-4 text-sm text-muted">
					{read ? (
						<TextLink href={`${LOG.path}?${new URLSearchParams({ user: userId })}`}>Log of this user</TextLink>
					) : null}
					<TextLink href={`/activity?${new URLSearchParams({ subject: userId })}`}>All activity</TextLink>
				</span>
			}
		>
			<WithoutLog log={log} links={links} />
			<p className="text-sm text-muted">
				{read && reachesBackTo
					? `The tenant’s log reaches back to ${dayInZone(new Date(reachesBackTo), clock.timeZone)}. `
					: ""}
				{read && !tenant.embedded ? "New entries appear in it with a delay. " : ""}
				{`What this console did is kept for ${auditRetentionDays.toLocaleString("en")} days.`}
			</p>
			<UnreadableRows count={read?.unreadable ?? 0} />
			{ends.length > 0 ? (
				<div className="grid gap-1.5">
					<h3 className="text-sm font-medium">
						Ended sessions and revoked tokens{ends.length > ENDS_SHOWN ? `: the newest ${ENDS_SHOWN}` : ""}
					</h3>
					<ul className="text-sm">
						{ends.slice(0, ENDS_SHOWN).map((line, index) => (
							<StoryItem key={keyOf(line, index)} line={line} words={words} />
						))}
					</ul>
					<h3 className="mt-2 text-sm font-medium">Everything</h3>
				</div>
			) : null}
			{lines.length > 0 ? (
				<ol className="text-sm">
					{lines.map((line, index) => (
						<StoryItem key={keyOf(line, index)} line={line} words={words} />
					))}
				</ol>
			) : log === null || isOlder || acts.length > 0 || (read && read.unreadable > 0) ? null : (
				<p className="text-sm">
					{read ? "The log has nothing of this user, and no changes were made here." : "No changes made here."}
				</p>
			)}
			{acts.length > ACTS_SHOWN ? (
				<p className="text-sm text-muted">Of the changes made here these are the newest {ACTS_SHOWN}.</p>
			) : null}
			{read?.isCut ? (
				<p className="text-sm text-muted">
					The tenant shows the latest 1,000 entries of a user, and none that is older.
				</p>
			) : null}
			{isOlder || read?.hasOlder ? (
				<p className="flex flex-wrap gap-2">
					{isOlder ? (
						<ButtonLink href={`${links({ log: 1, before: null })}#${WHAT_HAPPENED.id}`}>Newest</ButtonLink>
					) : null}
					{read?.hasOlder ? (
						<ButtonLink href={`${links({ log: read.page + 2, before: oldest ?? before })}#${WHAT_HAPPENED.id}`}>
							Older
						</ButtonLink>
					) : null}
				</p>
			) : null}
		</Section>
	);
}

/** Why the tenant's log is missing. */
function WithoutLog({ log, links }: { log: UserLog | null; links: PageLinks }) {
	if (log === null) {
		return (
			<p role="status" className="text-sm text-muted">
				Reading the tenant’s log…
				<WholePageLink href={links({ wait: "yes" })} />
			</p>
		);
	}
	switch (log.kind) {
		case "read":
			return null;
		case "scope":
			return missingScope("get_user_logs") ? (
				<ScopeMissing of="get_user_logs" isLine />
			) : (
				<p className="text-sm text-muted">{log.why}</p>
			);
		case "not-offered":
			return (
				<p className="text-sm text-muted">
					{log.why}
					{log.detail ? (
						<>
							{" "}
							The tenant said: <q>{log.detail}</q>
						</>
					) : null}
				</p>
			);
		case "problem":
			return <UnreadPart problem={log.problem} />;
	}
}

/** @param index where nothing tells it from others */
function keyOf({ act, entries, session }: StoryLine, index: number): string | number {
	return act?.id ?? (entries[0]?.log_id || session?.id || index);
}
