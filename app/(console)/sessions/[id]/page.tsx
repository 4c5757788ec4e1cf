import type { Metadata } from "next";
import { NotReadAgain, ResponseNotes, ScopeMissing } from "@/app/_forms/page-notices";
import { RoleNote } from "@/app/_forms/role-note";
import { historyOf } from "@/app/(console)/activity/history-of";
import { PageHeader } from "@/components/layout/page-header";
import { Badge } from "@/components/ui/badge";
import { Identifier } from "@/components/ui/identifier";
import { Name } from "@/components/ui/name";
import type { Session } from "@/lib/contract/session";
import { clientLogouts, clientNames } from "@/lib/dashboard/management/applications/client-names";
import { noteOwnedName } from "@/lib/dashboard/management/seen-names";
import { clientIdsOf, getUserSession, hasUnnamedClient } from "@/lib/dashboard/management/sessions";
import { lackedScopes } from "@/lib/dashboard/management/tenant-link/granted-scopes";
import { userLabel } from "@/lib/dashboard/management/users";
import { pageClock, respondWithNotFound } from "@/lib/dashboard/request/page";
import { pageReader } from "@/lib/dashboard/request/submitted-baseline";
import { listPageOf, pageOf, resources } from "@/lib/dashboard/resources/resources";
import { accessTo } from "@/lib/dashboard/session/admin-role";
import { may } from "@/lib/dashboard/session/permissions";
import { requirePageSession } from "@/lib/dashboard/session/session";
import { DeviceTable } from "../../_device/device-table";
import { isDeviceOfUserChanged } from "../../_device/flags";
import { actorNames, openedBy, sessionName } from "../../_device/opened-by";
import { lastDeviceName } from "../../_device/user-agent";
import { MetadataForm } from "../../_metadata/metadata-form";
import { metadataSaves } from "../../_metadata/metadata-save";
import { entriesOf } from "../../_metadata/rows/metadata-rows";
import { pageAfterRevocation, requestedRevocationOf } from "../../_revocation/requested-revocation";
import { RevocationStatus } from "../../_revocation/revocation-status";
import { Revoked } from "../../_revocation/revoked";
import { applicationsOf } from "../_session/applications-of";
import { EndSession } from "../_session/end-session";
import { endNotices, metadataNotices, type Served } from "../_session/logout-notices";
import { SessionFacts } from "../_session/session-facts";
import { readSessionTokens, SessionTokenList } from "../_session/session-tokens";
import { isEmbedded, unlistedTokens } from "../_session/unlisted-tokens";

type PageProps = {
	params: Promise<{ id: string }>;
	searchParams: Promise<{ end?: string | string[]; user?: string | string[] }>;
};

const deviceWords = { first: "At the start", latest: "At the last use", differs: "differs from start" };

const readEditedSession = pageReader(getUserSession, "session", metadataSaves.session.submitted);

export async function generateMetadata({ params }: Pick<PageProps, "params">): Promise<Metadata> {
	return { title: `${decodeURIComponent((await params).id)} · ${resources.session.title}` };
}

export default async function SessionPage({ params, searchParams }: PageProps) {
	const id = decodeURIComponent((await params).id);
	const { end, user: userId } = await searchParams;
	const { role, subject } = await requirePageSession(pageOf("session", id));
	const requested = await requestedRevocationOf("session", id, end);
	const clock = await pageClock();
	const { outcome, submitted } = await readEditedSession(id);
	if (outcome.problem && !submitted) {
		if (outcome.problem.about === "missing") respondWithNotFound();
		const next =
			typeof userId === "string"
				? { href: listPageOf("session", userId), text: "The user's sessions" }
				: { href: resources.user.path, text: "Find a user" };
		return (
			<Revoked resource="session" id={id} problem={outcome.problem} isRequested={requested !== null} next={next} />
		);
	}
	const session: Session = outcome.problem ? { id } : outcome.value;
	const read = submitted ? null : await readAround(session);
	const access = submitted ? { role, towards: role } : await accessTo(role, session.user_id);
	const device = lastDeviceName(session.device);
	const opener = read?.openedBy ?? null;
	const nameInDialogs = `${device ?? "device not reported"}${opener === null ? "" : `, opened by ${opener}`}`;
	const leaves = outcome.problem ? [] : metadataNotices(read?.served ?? (await servedBy(session)));
	// It is offered again where the tenant has not carried it out in a minute.
	const isEnding = requested?.isUnderWay ?? false;
	// What was typed stays in its form: the service checks when it is submitted again.
	const mayWrite = submitted !== null || lackedScopes("patch_sessions_by_id").length === 0;
	const canEdit = may(access.towards, "editMetadata") && mayWrite && !isEnding;
	const canEnd = may(access.towards, "endSessions") && lackedScopes("post_session_revoke").length === 0 && !isEnding;
	return (
		<>
			<PageHeader
				title="Session"
				actions={
					read && canEnd ? (
						<EndSession
							{...{ id, device, user: read.user, openedBy: opener, tokens: read.tokens }}
							userId={session.user_id ?? null}
							unlisted={unlistedTokens("it")}
							notices={endNotices(read.served)}
						/>
					) : null
				}
			>
				<p className="flex flex-wrap items-center gap-x-3 gap-y-1">
					<Identifier value={session.id} label="Copy id" />
					{read ? (
						<span>
							<Name text={read.user} /> · {device ?? "device not reported"}
						</span>
					) : null}
					{isDeviceOfUserChanged(session) ? <Badge tone="warning">device changed</Badge> : null}
					{session.actor ? <Badge tone="accent">not the person’s own</Badge> : null}
				</p>
				{opener === null ? null : (
					<p>
						Opened by <Name className="font-medium" text={opener} /> as this person: the device is not one of the
						person’s.
					</p>
				)}
			</PageHeader>
			<div className="grid gap-5">
				{outcome.problem ? <NotReadAgain problem={outcome.problem} /> : <ResponseNotes />}
				<RoleNote {...access} permission="editMetadata" />
				{may(role, "endSessions") ? <ScopeMissing of="post_session_revoke" /> : null}
				{requested ? (
					<RevocationStatus resource="session" id={session.id} page={pageAfterRevocation("session", id, userId)} />
				) : null}
				<div className="grid items-start gap-x-10 gap-y-5 xl:grid-cols-[minmax(0,1fr)_minmax(0,29rem)]">
					<div className="grid gap-5">
						{may(role, "editMetadata") ? <ScopeMissing of="patch_sessions_by_id" /> : null}
						<MetadataForm
							of={{ resource: "session", id, user: read?.user ?? "a user", detail: nameInDialogs }}
							userId={session.user_id ?? null}
							baseline={submitted ?? { rows: entriesOf(session.session_metadata) }}
							canWrite={canEdit}
							isReported={submitted !== null || session.session_metadata !== undefined}
							leaves={leaves}
							subject={subject}
							{...(read && { history: read.history })}
							madeAt={clock.now.toISOString()}
							timeZone={clock.timeZone}
						/>
						{read ? <DeviceTable device={session.device} words={deviceWords} openedBy={opener} /> : null}
					</div>
					{read ? (
						<div className="grid gap-5">
							<SessionFacts
								{...{ session, clock, openedBy: opener }}
								user={read.user}
								applications={read.applications}
							/>
							<SessionTokenList outcome={read.tokens} />
						</div>
					) : null}
				</div>
			</div>
		</>
	);
}

/** What the page shows beside the session: one request, unless names have to be read again. */
async function readAround(session: Session) {
	const { id, user_id } = session;
	const names = clientNames(clientIdsOf(session));
	const [applications, user, history, tokens, actorName] = await Promise.all([
		names,
		user_id ? userLabel(user_id) : "a user that is not reported",
		historyOf("session", id),
		readSessionTokens(session, names),
		actorNames([session]),
	]);
	if (user_id) noteOwnedName(id, sessionName(session, actorName), user_id);
	const served = await servedBy(session);
	return { applications, user, history, tokens, openedBy: openedBy(session, actorName), served };
}

/** The applications of the session, with what notifies them of its end. */
async function servedBy(session: Session): Promise<Served> {
	const applications = applicationsOf(session, await clientNames(clientIdsOf(session)));
	return {
		applications: applications ?? [],
		mayBeMore: hasUnnamedClient(session) !== false,
		logouts: await clientLogouts(),
		isEmbedded: isEmbedded(),
	};
}
