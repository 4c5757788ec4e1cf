import type { Metadata } from "next";
import { RoleNote, ScopeMissing } from "@/app/_page/notices";
import { UnreadPart } from "@/app/_page/unread";
import { UnreadableRows } from "@/app/_tables/unread-items";
import { TextLink } from "@/components/layout/links";
import { PageHeader } from "@/components/layout/page-header";
import { EmptyState } from "@/components/ui/empty-state";
import { Name } from "@/components/ui/name";
import { lackedScopes } from "@/lib/dashboard/management/call/access-token";
import { outcomeOf } from "@/lib/dashboard/problem/problem-of";
import { resources } from "@/lib/dashboard/resources/resources";
import { may } from "@/lib/dashboard/session/permissions";
import { accessTo, requirePageSession } from "@/lib/dashboard/session/session";
import { allTokensOfUser } from "../find-tokens";
import { RevokeMany } from "./revoke-many";

export const metadata: Metadata = { title: "Revoke several · Refresh tokens" };

/** The tokens to be revoked, their user and number; this page takes the place of the dialog for a single token. */
export default async function RevokeTokensPage({ searchParams }: PageProps<"/refresh-tokens/revoke">) {
	const { user, token, all } = await searchParams;
	const userId = typeof user === "string" ? user : "";
	const back = `/refresh-tokens?user=${encodeURIComponent(userId)}`;
	const session = await requirePageSession(back);
	const access = await accessTo(session.role, userId);
	const chosen = new Set([token ?? []].flat());
	const outcome = await outcomeOf(allTokensOfUser(userId), "user");
	const found = outcome.problem ? null : outcome.value;
	const canRevoke = may(access.towards, "revokeTokens");
	const tokens = found?.tokens.filter(({ id }) => all === "yes" || chosen.has(id)) ?? [];
	return (
		<>
			<PageHeader title="Revoke refresh tokens">
				{found && tokens.length > 0 && canRevoke ? (
					<p>
						{tokens.length === 1 ? "One token" : `${tokens.length} tokens`} of <Name text={found.label} />.{" "}
						{tokens.length === 1 ? "Its" : "Their"} metadata is lost. {resources["refresh token"].ends.stays.all} This
						can't be undone.
						{found.isCut || found.unreadable > 0 ? " The user has more tokens than are listed here." : ""}
					</p>
				) : null}
			</PageHeader>
			<UnreadableRows count={all === "yes" ? (found?.unreadable ?? 0) : 0} />
			{tokens.length > 0 && tokens.length < chosen.size ? (
				<p className="mb-5 text-sm">
					{tokens.length} of the {chosen.size} selected tokens are listed.
				</p>
			) : null}
			{outcome.problem ? (
				<UnreadPart problem={outcome.problem} />
			) : !canRevoke ? (
				<RoleNote {...access} permission="revokeTokens" />
			) : lackedScopes("delete_refresh-tokens_by_id").length > 0 ? (
				<ScopeMissing of="delete_refresh-tokens_by_id" />
			) : tokens.length === 0 ? (
				<EmptyState title={chosen.size > 0 ? "None of the selected tokens is listed" : "No tokens selected"}>
					<TextLink href={back}>Back to the user's tokens</TextLink>
				</EmptyState>
			) : (
				<RevokeMany
					tokens={tokens.map(({ id, application, device }) => ({ id, application, device }))}
					userId={userId}
					back={back}
				/>
			)}
		</>
	);
}
