import type { Metadata } from "next";
import { HistoryList, type PastChange } from "@/app/_editor/history-list";
import { FlashStatus } from "@/app/_forms/flash-status";
import { FromTenant, inTime, WholePageLink } from "@/app/_forms/from-tenant";
import { RoleNote } from "@/app/_forms/role-note";
import { UnreadPart } from "@/app/_forms/unread";
import { historyOfUser } from "@/app/(console)/activity/change-lines";
import { PageHeader } from "@/components/layout/page-header";
import { Badge } from "@/components/ui/badge";
import { buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Identifier } from "@/components/ui/identifier";
import { Section } from "@/components/ui/section";
import type { Clock } from "@/components/ui/time-text";
import { ManagementError } from "@/lib/dashboard/management/call/errors";
import { canUse } from "@/lib/dashboard/management/tenant-link/can-use";
import { getUser } from "@/lib/dashboard/management/users";
import { outcomeOf } from "@/lib/dashboard/problem/problem-of";
import { pageClock, respondWithNotFound } from "@/lib/dashboard/request/page";
import { pageOf, resources } from "@/lib/dashboard/resources/resources";
import { accessTo } from "@/lib/dashboard/session/admin-role";
import { requirePageSession } from "@/lib/dashboard/session/session";
import { personName } from "../find-users";
import { BlockUser } from "./block-user";
import { type PersonPart, readPointers, readRequested } from "./person-part";
import { idsIn, PAGES_MAX, readShownPages, readSignIns, type ShownPages, type SignIns } from "./read-sign-ins";
import { SessionSection } from "./session-section";
import { LiftBlocks, readSignInBlocks } from "./sign-in-blocks";
import { TokenSection } from "./token-section";
import { AllUsersLink, UserFacts } from "./user-facts";

type PageProps = {
	params: Promise<{ id: string }>;
	searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export async function generateMetadata({ params }: Pick<PageProps, "params">): Promise<Metadata> {
	return { title: `${decodeURIComponent((await params).id)} · ${resources.user.title}` };
}

/** A person: what the tenant knows of them, their sessions with the refresh tokens of each, and what was done here. */
export default async function UserPage({ params, searchParams }: PageProps) {
	const userId = decodeURIComponent((await params).id);
	const parameters = await searchParams;
	const path = pageOf("user", userId);
	const session = await requirePageSession(path);
	const access = await accessTo(session.role, userId);
	const pages = readShownPages(parameters);
	const user = readUser(userId);
	const pending = readSignIns(userId, user, pages);
	const shown = parameters.wait === "yes" ? pending : inTime(pending);
	const pointers = readPointers(parameters);
	const [outcome, blocks, result, history, clock, requested] = await Promise.all([
		user,
		readSignInBlocks(userId),
		shown,
		shown.then((signIns) => historyOfUser(userId, signIns ? idsIn(signIns) : [])),
		pageClock(),
		readRequested(userId, pointers),
	]);
	if (outcome.problem && !outcome.isRefused) {
		return <NoUser {...{ userId, problem: outcome.problem, history, clock }} />;
	}
	const person = outcome.value ? personName(outcome.value) : userId;
	const isBlocked = outcome.value?.blocked ?? false;
	const hasSignInBlocks = blocks.list && blocks.list.length > 0;
	const canLift = hasSignInBlocks && !isBlocked && canUse(session.role, "delete_user-blocks_by_id");
	const page = `${path}?${new URLSearchParams({ ...pageQuery(pages), ...pointers })}`;
	const part: PersonPart = { userId, person, role: access.towards, clock, requested, page };
	return (
		<>
			<PageHeader
				title={person}
				actions={
					outcome.value ? (
						<>
							{canLift ? <LiftBlocks {...{ userId, person }} /> : null}
							{canUse(session.role, "patch_users_by_id") && userId !== session.subject ? (
								<BlockUser {...{ userId, person, isBlocked, hasSignInBlocks }} />
							) : null}
						</>
					) : null
				}
			>
				<p className="flex flex-wrap items-center gap-x-3 gap-y-1">
					<Identifier value={userId} label="Copy user id" />
					{isBlocked ? <Badge tone="danger">blocked</Badge> : null}
					{hasSignInBlocks ? <Badge tone="danger">blocked after failed sign-ins</Badge> : null}
				</p>
			</PageHeader>
			<FlashStatus path={path} />
			<div className="mb-5 empty:hidden">
				<RoleNote {...access} permission="endSessions" />
			</div>
			<div className="grid gap-6">
				{outcome.problem ? (
					<UnreadPart problem={outcome.problem} />
				) : (
					<UserFacts
						user={outcome.value}
						role={session.role}
						isSelf={userId === session.subject}
						{...{ blocks, clock }}
					/>
				)}
				<FromTenant pending={pending} result={result} fallback={<Loading href={`${page}&wait=yes`} />}>
					{(signIns) => <SignInSections {...signIns} {...{ path, pages, part }} />}
				</FromTenant>
				<HistoryList id={userId} changes={history} clock={clock} />
			</div>
		</>
	);
}

/** `isRefused`: by the tenant; the sessions and tokens of the person can still be read without it. */
async function readUser(userId: string) {
	let isRefused = false;
	const reading = getUser(userId).catch((error: unknown) => {
		isRefused = error instanceof ManagementError && (error.kind === "scope" || error.kind === "forbidden");
		throw error;
	});
	return { ...(await outcomeOf(reading, "user")), isRefused };
}

type SignInSectionsProps = SignIns & { path: string; pages: ShownPages; part: PersonPart };

function SignInSections({ path, pages, part, ...signIns }: SignInSectionsProps) {
	const { sessions, tokens } = signIns;
	const moreOf = (list: keyof ShownPages) => {
		if (!signIns[list].value?.hasMore || pages[list] >= PAGES_MAX) return null;
		return `${path}?${new URLSearchParams(pageQuery({ ...pages, [list]: pages[list] + 1 }))}`;
	};
	return (
		<>
			{sessions.problem ? (
				<UnreadSection title="Sessions" problem={sessions.problem} />
			) : (
				<SessionSection {...signIns} {...part} sessions={sessions.value} moreHref={moreOf("sessions")} />
			)}
			{tokens.problem ? (
				<UnreadSection id="refresh-tokens" title="Refresh tokens" problem={tokens.problem} />
			) : (
				<TokenSection
					{...part}
					tokens={tokens.value}
					areSessionsKnown={!sessions.problem}
					moreHref={moreOf("tokens")}
				/>
			)}
		</>
	);
}

type UnreadProps = Parameters<typeof UnreadPart>[0];

function UnreadSection({ problem, ...section }: UnreadProps & { id?: string; title: string }) {
	return (
		<Section {...section}>
			<UnreadPart problem={problem} />
		</Section>
	);
}

function pageQuery({ sessions, tokens }: ShownPages): Record<string, string> {
	return { sessions: String(sessions), tokens: String(tokens) };
}

function Loading({ href }: { href: string }) {
	return (
		<p role="status" className="min-h-64 border-t border-line pt-4 text-sm text-muted">
			Reading sessions and refresh tokens…
			<WholePageLink href={href} />
		</p>
	);
}

type NoUserProps = UnreadProps & {
	userId: string;
	history: PastChange[];
	clock: Clock;
};

/** What was done to a user who was deleted can still be read. */
function NoUser({ userId, problem, history, clock }: NoUserProps) {
	const isMissing = problem.about === "missing";
	if (isMissing) respondWithNotFound();
	return (
		<>
			<PageHeader title="User" actions={isMissing ? null : <AllUsersLink className={buttonClass()} />}>
				<Identifier value={userId} label="Copy user id" />
			</PageHeader>
			{isMissing ? (
				<EmptyState title="No user with this identifier">
					<p>The user was deleted, or the identifier is not that of a user.</p>
					<AllUsersLink className={buttonClass()} />
				</EmptyState>
			) : (
				<UnreadPart problem={problem} />
			)}
			{history.length > 0 ? (
				<div className="mt-6">
					<HistoryList id={userId} changes={history} clock={clock} />
				</div>
			) : null}
		</>
	);
}
