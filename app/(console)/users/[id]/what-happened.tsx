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
import { lastDeviceName } from "@/lib/dashboard/devices/user-agent";
import { missingScope } from "@/lib/dashboard/management/tenant-link/granted-scopes";
import { LOG } from "@/lib/dashboard/resources/places";
import { pageOf } from "@/lib/dashboard/resources/resources";
import { entryTime } from "@/lib/dashboard/tenant-log/entry-in-words";
import { isEnd, type Stretch, storyOf } from "@/lib/dashboard/tenant-log/story";
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
	/** Of an older page of the log: the time of the last entry of the page before. */
	before: string | null;
	clock: Clock;
};

/** One line of time: the tenant's log, what this console did, and the sessions that began. */
export function WhatHappened({ userId, log, signIns, acts, changes, before, clock }: WhatHappenedProps) {
	const { auditRetentionDays, tenant } = dashboardConfig();
	const read = log?.kind === "read" ? log : null;
	const listed = signIns?.sessions.value?.items ?? [];
	const entries = read?.entries ?? [];
	const oldest = entries.map(entryTime).findLast((time) => time !== null) ?? null;
	const stretch: Stretch = { before, after: read?.hasOlder ? oldest : null };
	const sessions = listed.map(({ id, authenticated_at, created_at, device }) => ({
		id,
		at: timeOf(authenticated_at) ?? timeOf(created_at),
		ip: device?.initial_ip || null,
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
	const ends = before === null ? lines.filter(isEnd).slice(0, ENDS_SHOWN) : [];
	const path = pageOf("user", userId);
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
			<WithoutLog log={log} path={path} />
			<p className="text-sm text-muted">
				{read?.reachesBackTo
					? `The tenant’s log reaches back to ${dayInZone(new Date(read.reachesBackTo), clock.timeZone)}. `
					: ""}
				{read && !tenant.embedded ? "New entries appear in it with a delay. " : ""}
				{`What this console did is kept for ${auditRetentionDays.toLocaleString("en")} days.`}
			</p>
			<UnreadableRows count={read?.unreadable ?? 0} />
			{ends.length > 0 ? (
				<div className="grid gap-1.5">
					<h3 className="text-sm font-medium">Ended sessions and revoked tokens</h3>
					<ul className="text-sm">
						{ends.map((line) => (
							<StoryItem key={keyOf(line)} line={line} words={words} />
						))}
					</ul>
					<h3 className="mt-2 text-sm font-medium">Everything</h3>
				</div>
			) : null}
			{lines.length > 0 ? (
				<ol className="text-sm">
					{lines.map((line) => (
						<StoryItem key={keyOf(line)} line={line} words={words} />
					))}
				</ol>
			) : log === null ? null : (
				<p className="text-sm">{read ? "Nothing is known to have happened." : "No changes made here."}</p>
			)}
			{acts.length > ACTS_SHOWN ? (
				<p className="text-sm text-muted">Of the changes made here these are the newest {ACTS_SHOWN}.</p>
			) : null}
			{read?.isCut ? (
				<p className="text-sm text-muted">
					The tenant shows the latest 1,000 entries of a user, and none that is older.
				</p>
			) : null}
			{before !== null || (read?.hasOlder && oldest) ? (
				<p className="flex flex-wrap gap-2">
					{before === null ? null : <ButtonLink href={`${path}#${WHAT_HAPPENED.id}`}>Newest</ButtonLink>}
					{read?.hasOlder && oldest ? (
						<ButtonLink
							href={`${path}?${new URLSearchParams({ log: String(read.page + 2), before: oldest })}#${WHAT_HAPPENED.id}`}
						>
							Older
						</ButtonLink>
					) : null}
				</p>
			) : null}
		</Section>
	);
}

/** Why the tenant's log is missing. */
function WithoutLog({ log, path }: { log: UserLog | null; path: string }) {
	if (log === null) {
		return (
			<p role="status" className="text-sm text-muted">
				Reading the tenant’s log…
				<WholePageLink href={`${path}?wait=yes`} />
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

function keyOf({ act, entries, session }: ReturnType<typeof storyOf>[number]): string {
	return act?.id ?? entries[0]?.log_id ?? session?.id ?? "";
}
