import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { UnfinishedBulkEdits } from "@/app/_bulk/unfinished-bulk-edits";
import { FlashStatus } from "@/app/_page/notices";
import { UnreadPart } from "@/app/_page/unread";
import { listAddress, readRowSort } from "@/app/_tables/list-view";
import { LiveSearch } from "@/app/_tables/live-search";
import { PageHeader } from "@/components/layout/page-header";
import { nameInWords } from "@/components/ui/invisible-characters";
import { knownUserLabel } from "@/lib/dashboard/management/users";
import { outcomeOf } from "@/lib/dashboard/problem/problem-of";
import { pageClock } from "@/lib/dashboard/request/page";
import { pageOf, resources } from "@/lib/dashboard/resources/resources";
import { searchFault } from "@/lib/dashboard/search-text";
import { may } from "@/lib/dashboard/session/permissions";
import { requirePageSession } from "@/lib/dashboard/session/session";
import { listUnfinishedBulkEdits } from "@/lib/dashboard/store/bulk-edits";
import { listOpenedTokens } from "@/lib/dashboard/store/opened-refresh-tokens";
import { BulkEditText } from "../_metadata-bulk/operation-text";
import { findTokens, tokensOfUser } from "./find-tokens";
import { RecentlyOpened } from "./recently-opened";
import { SearchResults, summaryOf } from "./search-results";
import { tokenColumns } from "./token-columns";

const { title, path } = resources["refresh token"];

export async function generateMetadata({ searchParams }: PageProps<"/refresh-tokens">): Promise<Metadata> {
	const { user, q } = await searchParams;
	const subject = single(user) ?? single(q)?.trim() ?? "";
	if (!subject || searchFault(subject)) return { title };
	if (!single(user)) return { title: `${nameInWords(subject)} · ${title}` };
	const { value } = await outcomeOf(knownUserLabel(subject), "user");
	return { title: value ? `${nameInWords(value)} · ${title}` : `${title} of ${nameInWords(subject)}` };
}

export default async function RefreshTokensPage({ searchParams }: PageProps<"/refresh-tokens">) {
	const parameters = await searchParams;
	const text = single(parameters.q)?.trim() ?? "";
	const user = single(parameters.user);
	const clientId = single(parameters.client);
	const from = single(parameters.from) ?? null;
	const sort = readRowSort(tokenColumns, parameters.sort);
	const session = await requirePageSession(listAddress(path, user ? { user, client: clientId, sort } : { q: text }));
	const clock = await pageClock();
	const outcome = user
		? await outcomeOf(tokensOfUser(user, { clientId, from: from ?? undefined }), "user")
		: text && !searchFault(text)
			? await outcomeOf(findTokens(text), "refresh token")
			: null;
	const result = outcome && !outcome.problem ? outcome.value : null;
	if (result?.kind === "place") redirect(pageOf(result.resource, result.id));
	return (
		<>
			<PageHeader title={title}>
				{may(session.role, "editMetadata")
					? "Search for a token by its user or ID to view it, edit its metadata or revoke it."
					: "Search for a token by its user or ID to view it."}
			</PageHeader>
			<FlashStatus path={path} />
			<LiveSearch
				path={path}
				label="User or refresh token"
				help="Any word of a name or e-mail address; or a whole user ID, token ID or session ID."
				text={text}
				summary={result && summaryOf(result)}
				liveFrom={2}
			>
				{outcome && result?.kind !== "tokens" ? null : (
					<UnfinishedBulkEdits
						edits={(await listUnfinishedBulkEdits(session.subject, "refresh token")).filter(
							({ user }) => result?.kind !== "tokens" || user.id === result.user.id,
						)}
						words={(edit) => <BulkEditText of={edit} />}
					/>
				)}
				{outcome?.problem ? <UnreadPart problem={outcome.problem} /> : null}
				{outcome || text ? null : <RecentlyOpened tokens={await listOpenedTokens(session.subject)} clock={clock} />}
				{result ? (
					<SearchResults view={{ sort, from, search: user ? null : text }} result={result} clock={clock} />
				) : null}
			</LiveSearch>
		</>
	);
}

function single(value: string | string[] | undefined): string | undefined {
	return typeof value === "string" && value !== "" ? value : undefined;
}
