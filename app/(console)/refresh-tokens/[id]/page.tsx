import type { Metadata } from "next";
import { ConfirmedAction } from "@/app/_forms/confirmed-action";
import { NotReadAgain, ResponseNotes, ScopeMissing } from "@/app/_forms/page-notices";
import { RoleNote } from "@/app/_forms/role-note";
import { historyOf } from "@/app/(console)/activity/history-of";
import { PageHeader } from "@/components/layout/page-header";
import { Badge } from "@/components/ui/badge";
import { Identifier } from "@/components/ui/identifier";
import { Name } from "@/components/ui/name";
import type { RefreshToken } from "@/lib/contract/refresh-token";
import { clientNames } from "@/lib/dashboard/management/applications/client-names";
import { getRefreshToken } from "@/lib/dashboard/management/refresh-tokens";
import { noteOwnedName } from "@/lib/dashboard/management/seen-names";
import { lackedScopes } from "@/lib/dashboard/management/tenant-link/granted-scopes";
import { knownUserLabel } from "@/lib/dashboard/management/users";
import { pageClock, respondWithNotFound } from "@/lib/dashboard/request/page";
import { pageReader } from "@/lib/dashboard/request/submitted-baseline";
import { listPageOf, pageOf, resources } from "@/lib/dashboard/resources/resources";
import { accessTo } from "@/lib/dashboard/session/admin-role";
import { may } from "@/lib/dashboard/session/permissions";
import { requirePageSession } from "@/lib/dashboard/session/session";
import { DeviceTable } from "../../_device/device-table";
import { flagsOf } from "../../_device/flags";
import { MetadataForm } from "../../_metadata/metadata-form";
import { metadataSaves } from "../../_metadata/metadata-save";
import { entriesOf } from "../../_metadata/rows/metadata-rows";
import { presenceOf } from "../../_revocation/presence";
import { pageAfterRevocation, requestedRevocationOf } from "../../_revocation/requested-revocation";
import { RevocationStatus } from "../../_revocation/revocation-status";
import { Revoked } from "../../_revocation/revoked";
import { rememberOpened } from "../_find/recently-opened";
import { TokenAccess, TokenFacts } from "../_token/token-facts";
import type { TokenLabels } from "../_token/token-name";
import { revokeTokenAction } from "../revoke/revoke-actions";

type PageProps = {
	params: Promise<{ id: string }>;
	searchParams: Promise<{ end?: string | string[]; user?: string | string[] }>;
};

const deviceWords = { first: "At issue", latest: "At the latest exchange", differs: "differs from issue" };

const readEditedToken = pageReader(getRefreshToken, "refresh token", metadataSaves["refresh token"].submitted);

export async function generateMetadata({ params }: Pick<PageProps, "params">): Promise<Metadata> {
	return { title: `${decodeURIComponent((await params).id)} · Refresh tokens` };
}

export default async function RefreshTokenPage({ params, searchParams }: PageProps) {
	const id = decodeURIComponent((await params).id);
	const { end, user } = await searchParams;
	const session = await requirePageSession(pageOf("refresh token", id));
	const requested = await requestedRevocationOf("refresh token", id, end);
	const clock = await pageClock();
	const { outcome, submitted } = await readEditedToken(id);
	if (outcome.problem && !submitted) {
		if (outcome.problem.about === "missing") {
			rememberOpened(session.subject, id, null);
			respondWithNotFound();
		}
		const next =
			typeof user === "string"
				? { href: listPageOf("refresh token", user), text: "Tokens of this user" }
				: { href: resources["refresh token"].path, text: "Find another token" };
		return (
			<Revoked
				resource="refresh token"
				id={id}
				problem={outcome.problem}
				isRequested={requested !== null}
				next={next}
			/>
		);
	}
	const token: RefreshToken = outcome.problem ? { id } : outcome.value;
	const flags = flagsOf(token, clock.now);
	const sessionId = submitted ? null : token.session_id;
	const [known, sessionPresence] = await Promise.all([
		submitted ? { user: "A user", application: "an application" } : namesOf(token),
		sessionId ? presenceOf("session", sessionId) : null,
	]);
	if (!submitted) {
		if (token.user_id) noteOwnedName(id, known.application, token.user_id);
		rememberOpened(session.subject, id, { ...known, flags });
	}
	const labels = labelsOf(token, known);
	// Where reading again failed the user is unknown, and the service is asked at the next submit.
	const access = submitted
		? { role: session.role, towards: session.role }
		: await accessTo(session.role, token.user_id);
	const isLacked = (operation: Parameters<typeof lackedScopes>[0]) => lackedScopes(operation).length > 0;
	// It is offered again where the tenant has not carried it out in a minute.
	const isRevoking = requested?.isUnderWay ?? false;
	// What was typed stays in its form: the service checks when it is submitted again.
	const mayWrite = submitted !== null || !isLacked("patch_refresh-tokens_by_id");
	const canWrite = may(access.towards, "editMetadata") && mayWrite && !isRevoking;
	const canRevoke = may(access.towards, "revokeTokens") && !isLacked("delete_refresh-tokens_by_id") && !isRevoking;
	return (
		<>
			<PageHeader
				title="Refresh token"
				actions={canRevoke && !submitted ? <RevokeToken token={labels} userId={token.user_id ?? null} /> : null}
			>
				<p className="flex flex-wrap items-center gap-x-3 gap-y-1">
					<Identifier value={token.id} label="Copy id" />
					{submitted ? null : (
						<span>
							<Name text={labels.user} /> · <Name text={labels.application} />
						</span>
					)}
					{flags.map((flag) => (
						<Badge key={flag} tone="warning">
							{flag}
						</Badge>
					))}
				</p>
			</PageHeader>
			<div className="grid gap-5">
				{outcome.problem ? <NotReadAgain problem={outcome.problem} /> : <ResponseNotes />}
				<RoleNote {...access} permission="editMetadata" />
				{may(access.role, "revokeTokens") ? <ScopeMissing of="delete_refresh-tokens_by_id" /> : null}
				{requested ? (
					<RevocationStatus
						resource="refresh token"
						id={token.id}
						page={pageAfterRevocation("refresh token", id, user)}
					/>
				) : null}
				<div className="grid items-start gap-x-10 gap-y-5 xl:grid-cols-[minmax(0,1fr)_minmax(0,29rem)]">
					<div className="grid gap-5">
						{may(access.role, "editMetadata") ? <ScopeMissing of="patch_refresh-tokens_by_id" /> : null}
						<MetadataForm
							of={{ resource: "refresh token", id, user: labels.user, detail: labels.application }}
							userId={token.user_id ?? null}
							baseline={submitted ?? { rows: entriesOf(token.refresh_token_metadata) }}
							canWrite={canWrite}
							isReported={submitted !== null || token.refresh_token_metadata !== undefined}
							subject={session.subject}
							{...(submitted ? {} : { history: await historyOf("refresh token", id) })}
							madeAt={clock.now.toISOString()}
							timeZone={clock.timeZone}
						/>
						{submitted ? null : <DeviceTable device={token.device} words={deviceWords} />}
					</div>
					{submitted ? null : (
						<div className="grid gap-5">
							<TokenFacts {...{ token, labels, clock, sessionPresence }} />
							<TokenAccess resourceServers={token.resource_servers} />
						</div>
					)}
				</div>
			</div>
		</>
	);
}

/** Of the user and the application, null where they are not known: only names are stored. */
type Names = { user: string | null; application: string | null };

async function namesOf({ client_id, user_id }: RefreshToken): Promise<Names> {
	const [names, user] = await Promise.all([clientNames([client_id]), user_id ? knownUserLabel(user_id) : null]);
	return { user, application: names.get(client_id ?? "") ?? null };
}

/** For what is shown: identifiers in place of names that are not known. */
function labelsOf({ id, client_id, user_id }: RefreshToken, { user, application }: Names): TokenLabels {
	return {
		id,
		user: user ?? user_id ?? "a user that is not named",
		application: application ?? client_id ?? "an application that is not named",
	};
}

/** Revokes a token after a dialog that names it, its application and its user. */
function RevokeToken({ token, userId }: { token: TokenLabels; userId: string | null }) {
	return (
		<ConfirmedAction
			id="revoke-token"
			verb="Revoke token"
			title="Revoke this refresh token?"
			action={revokeTokenAction}
			sends={{ tokenId: token.id, userId: userId ?? "" }}
		>
			<p>
				<Name className="font-semibold" text={token.application} /> can no longer renew the access of{" "}
				<Name className="font-semibold" text={token.user} /> with the token <code>{token.id}</code>. Its metadata is
				gone with it.
			</p>
			<p>The person has to sign in again. This can't be undone.</p>
		</ConfirmedAction>
	);
}
