import type { Metadata } from "next";
import { cache } from "react";
import { FromTenant, inTime, WholePageLink } from "@/app/_page/from-tenant";
import { FlashStatus, RoleNote } from "@/app/_page/notices";
import { Unread, UnreadPart } from "@/app/_page/unread";
import { historyOfUser } from "@/app/(console)/activity/change-lines";
import { ButtonLink } from "@/components/layout/links";
import { PageHeader } from "@/components/layout/page-header";
import { Badge } from "@/components/ui/badge";
import { Identifier } from "@/components/ui/identifier";
import { nameInWords } from "@/components/ui/invisible-characters";
import { auditOfUser } from "@/lib/dashboard/audit/audit-trail";
import { consoleAccessOf, endsWithBlock } from "@/lib/dashboard/console-tokens/console-access";
import { timeOf } from "@/lib/dashboard/devices/flags";
import { ManagementError } from "@/lib/dashboard/management/call/errors";
import { canUse } from "@/lib/dashboard/management/tenant-link/granted-scopes";
import { getUser } from "@/lib/dashboard/management/users";
import { outcomeOf } from "@/lib/dashboard/problem/problem-of";
import { pageClock } from "@/lib/dashboard/request/page";
import { pageOf, resources } from "@/lib/dashboard/resources/resources";
import { may } from "@/lib/dashboard/session/permissions";
import { accessTo, requirePageSession } from "@/lib/dashboard/session/session";
import { personName } from "../find-users";
import { AccessOverTime } from "./access-over-time";
import { BlockUser, EndConsoleAccess } from "./block-user";
import { CannotSignIn, LateCause } from "./cannot-sign-in";
import { type PersonPart, pageLinks, readRequested } from "./person-part";
import { LOG_PAGES, readReach, readUserLog } from "./read-log";
import { idsIn, lastSignIn, readSignIns } from "./read-sign-ins";
import { SessionSection } from "./session-section";
import { LiftBlocks, readSignInBlocks } from "./sign-in-blocks";
import { TokenSection } from "./token-section";
import { UserFacts } from "./user-facts";
import { ACTS_SHOWN, WhatHappened } from "./what-happened";

/** How many checkpoint pages of the lists are shown at most. */
const PAGES_MAX = 10;

export async function generateMetadata({ params }: PageProps<"/users/[id]">): Promise<Metadata> {
	const id = decodeURIComponent((await params).id);
	const { value } = await readUser(id);
	const name = value ? personName(value) : id;
	return { title: `${name === id ? `User ${id}` : nameInWords(name)} · ${resources.user.title}` };
}

/**
 * A person: why they can't sign in, what the tenant knows of them, their sessions with the refresh tokens of each, and what
 * happened to them.
 */
export default async function UserPage({ params, searchParams }: PageProps<"/users/[id]">) {
	const userId = decodeURIComponent((await params).id);
	const query = await searchParams;
	const path = pageOf("user", userId);
	const session = await requirePageSession(path);
	const access = await accessTo(session.role, userId);
	const pages = pageNumber(query.pages, PAGES_MAX);
	const user = readUser(userId);
	const pending = readSignIns(userId, user, pages);
	const pendingLog = readUserLog(userId, session.role, 0);
	// Further back than its first page, from which the causes and the exchanges are.
	const [logPage, before] = [pageNumber(query.log, LOG_PAGES), timeOf(query.before)];
	const isOlder = logPage > 1;
	const pendingShown = isOlder ? readUserLog(userId, session.role, logPage - 1) : pendingLog;
	const pendingStory = Promise.all([pending, pendingShown, readReach(session.role)]);
	const links = pageLinks(path, { pages, log: logPage, before: isOlder ? before : null });
	const now = <Value,>(read: Promise<Value>) => (query.wait === "yes" ? read : inTime(read));
	const shown = now(pending);
	const [outcome, blocks, result, log, story, writes, clock, consoleAccess] = await Promise.all([
		user,
		readSignInBlocks(userId),
		shown,
		now(pendingLog),
		now(pendingStory),
		shown.then((signIns) => auditOfUser(userId, signIns ? idsIn(signIns) : [], ACTS_SHOWN + 1)),
		pageClock(),
		may(session.role, "blockUsers") ? consoleAccessOf(userId) : null,
	]);
	const past = {
		userId,
		acts: writes,
		changes: await historyOfUser(writes),
		isOlder,
		before: isOlder ? before : null,
		links,
		clock,
	};
	const whatHappened = (
		<FromTenant
			of={story ?? pendingStory}
			fallback={<WhatHappened {...past} log={isOlder ? null : log} signIns={result} reachesBackTo={null} />}
		>
			{([signIns, read, reachesBackTo]) => (
				<WhatHappened {...past} log={read} signIns={signIns} reachesBackTo={reachesBackTo} />
			)}
		</FromTenant>
	);
	if (outcome.problem && !outcome.isRefused) {
		// As long as the log is not read, it may be.
		const isKnown = writes.length > 0 || log === null || (log.kind === "read" && log.entries.length > 0);
		return (
			<>
				<Unread what="user" id={userId} problem={outcome.problem} />
				{isKnown ? <div className="mt-6">{whatHappened}</div> : null}
			</>
		);
	}
	const person = outcome.value ? personName(outcome.value) : userId;
	const isBlocked = outcome.value?.blocked ?? false;
	const hasSignInBlocks = blocks.value ? blocks.value.length > 0 : null;
	const canLift = hasSignInBlocks && !isBlocked && canUse(session.role, "delete_user-blocks_by_id");
	const requested = await readRequested(userId, writes);
	const part: PersonPart = { userId, person, role: access.towards, clock, requested };
	const userNow = {
		blocked: outcome.value?.blocked,
		isConfirmed: outcome.value?.email_verified,
		blocks: blocks.value ?? null,
		signedInAt: lastSignIn(outcome.value?.last_login, result),
	};
	return (
		<>
			<PageHeader
				title={person}
				actions={
					<>
						<ButtonLink href={`${path}/lost-device`}>Lost device</ButtonLink>
						{outcome.value && canLift ? <LiftBlocks userId={userId} person={person} /> : null}
						{outcome.value && canUse(session.role, "patch_users_by_id") && userId !== session.subject ? (
							<BlockUser {...{ userId, person, isBlocked, hasSignInBlocks, access: consoleAccess }} />
						) : null}
						{isBlocked && consoleAccess && endsWithBlock(consoleAccess) && userId !== session.subject ? (
							<EndConsoleAccess {...{ userId, person, access: consoleAccess }} />
						) : null}
					</>
				}
			>
				<p className="flex flex-wrap items-center gap-x-3 gap-y-1">
					<Identifier value={userId} label="Copy user ID" />
					{isBlocked ? <Badge tone="danger">blocked</Badge> : null}
					{hasSignInBlocks ? <Badge tone="danger">blocked after failed sign-ins</Badge> : null}
				</p>
			</PageHeader>
			<FlashStatus path={path} />
			<div className="mb-5 empty:hidden">
				<RoleNote {...access} permission="endSessions" />
			</div>
			<div className="grid gap-6">
				<FromTenant
					of={log ?? pendingLog}
					fallback={
						<LateCause>
							Reading the tenant’s log…
							<WholePageLink href={links({ wait: "yes" })} />
						</LateCause>
					}
				>
					{(read, isLate) => (
						<CannotSignIn
							log={read}
							user={userNow}
							acts={writes.filter(({ target }) => target === userId)}
							role={session.role}
							isSelf={userId === session.subject}
							clock={clock}
							isLate={isLate}
						/>
					)}
				</FromTenant>
				{outcome.problem ? (
					<UnreadPart problem={outcome.problem} />
				) : (
					<UserFacts
						user={outcome.value}
						role={session.role}
						isSelf={userId === session.subject}
						blocks={blocks}
						clock={clock}
					/>
				)}
				<FromTenant
					of={result ?? pending}
					fallback={
						<p role="status" className="min-h-64 border-t border-line pt-4 text-sm text-muted">
							Reading sessions and refresh tokens…
							<WholePageLink href={links({ wait: "yes" })} />
						</p>
					}
				>
					{(signIns) => (
						<>
							<FromTenant of={log ?? pendingLog} fallback={<AccessOverTime signIns={signIns} part={part} log={null} />}>
								{(read, isLate) => <AccessOverTime signIns={signIns} part={part} log={read} isLate={isLate} />}
							</FromTenant>
							<SessionSection signIns={signIns} part={part} />
							<TokenSection signIns={signIns} part={part} />
							{pages < PAGES_MAX && (signIns.sessions.value?.hasMore || signIns.tokens.value?.hasMore) ? (
								<p>
									<ButtonLink href={links({ pages: pages + 1 })} scroll={false}>
										Show more sessions and refresh tokens
									</ButtonLink>
								</p>
							) : null}
						</>
					)}
				</FromTenant>
				{whatHappened}
			</div>
		</>
	);
}

/** @param text of the address; anything that is no number from 1 is 1 */
function pageNumber(text: unknown, max: number): number {
	return Math.min(Math.max(Math.trunc(Number(text)) || 1, 1), max);
}

/** `isRefused`: by the tenant; the sessions and tokens of the person can still be read without it. */
const readUser = cache(async (userId: string) => {
	let isRefused = false;
	const reading = getUser(userId).catch((error: unknown) => {
		isRefused = error instanceof ManagementError && (error.kind === "scope" || error.kind === "forbidden");
		throw error;
	});
	return { ...(await outcomeOf(reading, "user")), isRefused };
});
