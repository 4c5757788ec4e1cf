import type { Metadata } from "next";
import { READ_WITHIN_MS } from "@/app/_bulk/rate-pause";
import { UnreadPart } from "@/app/_forms/unread-part";
import { PageLink } from "@/components/layout/links";
import { PageHeader } from "@/components/layout/page-header";
import { Alert } from "@/components/ui/alert";
import { EmptyState } from "@/components/ui/empty-state";
import { clientNames } from "@/lib/dashboard/management/applications/read-applications";
import { userLabel } from "@/lib/dashboard/management/users";
import { outcomeOf } from "@/lib/dashboard/problem/problem-of";
import { resources } from "@/lib/dashboard/registry/resources";
import { may, whoMay } from "@/lib/dashboard/session/permissions";
import { requirePageSession } from "@/lib/dashboard/session/session";
import { BulkForm } from "../../_metadata-bulk/bulk-form";
import { BULK_TOKENS_MAX } from "../../_metadata-bulk/bulk-form-data";
import { listChosenTokens } from "../../_metadata-bulk/plan-tokens";
import { tokensOfUser } from "../_token/token-facts";
import { tokenName } from "../_token/token-name";

export const metadata: Metadata = { title: "Edit metadata of several tokens · Refresh tokens" };

type SearchParams = Promise<{ user?: string | string[]; token?: string | string[] }>;

/** The key to set or remove on the selected tokens. */
export default async function BulkEditPage({ searchParams }: { searchParams: SearchParams }) {
	const { user, token } = await searchParams;
	const userId = typeof user === "string" ? user : "";
	const back = userId ? tokensOfUser(userId) : resources["refresh token"].path;
	const session = await requirePageSession(back);
	const chosen = [...new Set([token ?? []].flat())];
	return (
		<>
			<PageHeader title="Edit metadata of several tokens">
				Set or remove one key. The next page shows what would become of each token; nothing is changed before you have
				seen it.
			</PageHeader>
			{!may(session.role, "editMetadata") ? (
				<Alert tone="info" title="You can look, not edit">
					<p>{whoMay("editMetadata")}</p>
				</Alert>
			) : userId === "" || chosen.length === 0 ? (
				<EmptyState title="No token was selected">
					<BackLink href={back} />
				</EmptyState>
			) : chosen.length > BULK_TOKENS_MAX ? (
				<EmptyState title={`${chosen.length} tokens are too many`}>
					<p>At most {BULK_TOKENS_MAX} are edited at once.</p>
					<BackLink href={back} />
				</EmptyState>
			) : (
				<ChosenTokens userId={userId} chosen={chosen} back={back} />
			)}
		</>
	);
}

type ChosenTokensProps = { userId: string; chosen: string[]; back: string };

async function ChosenTokens({ userId, chosen, back }: ChosenTokensProps) {
	const until = Date.now() + READ_WITHIN_MS;
	const reads = Promise.all([userLabel(userId), clientNames(), listChosenTokens(userId, chosen, until)]);
	const outcome = await outcomeOf(reads, "user");
	if (outcome.problem) return <UnreadPart problem={outcome.problem} />;
	const [label, names, found] = outcome.value;
	return (
		<BulkForm
			user={{ id: userId, label }}
			tokens={chosen.map((id) => {
				const token = found.get(id);
				return { id, name: token ? tokenName(token, names) : null };
			})}
			back={back}
		/>
	);
}

function BackLink({ href }: { href: string }) {
	return (
		<PageLink href={href} className="text-accent underline">
			Back to the tokens
		</PageLink>
	);
}
