import type { Metadata } from "next";
import { obstacleTo } from "@/app/_page/notices";
import { UnreadPart } from "@/app/_page/unread";
import type { SearchParams } from "@/app/_tables/list-view";
import { TextLink } from "@/components/layout/links";
import { PageHeader } from "@/components/layout/page-header";
import { EmptyState } from "@/components/ui/empty-state";
import { clientLogouts, clientNames } from "@/lib/dashboard/management/applications/client-names";
import { READ_WITHIN_MS } from "@/lib/dashboard/management/call/rate-pause";
import { userLabel } from "@/lib/dashboard/management/users";
import { outcomeOf } from "@/lib/dashboard/problem/problem-of";
import { listPageOf, type MetadataResource, resources } from "@/lib/dashboard/resources/resources";
import { accessTo, requirePageSession } from "@/lib/dashboard/session/session";
import { metadataNotices, servedBy } from "../sessions/logout-notices";
import { BulkForm } from "./bulk-form";
import { BULK_ITEMS_MAX } from "./bulk-operation";
import { holderName, listChosen } from "./bulk-work";

export function bulkStartTitle(resource: MetadataResource): Metadata {
	const { title, metadata } = resources[resource];
	return { title: `Edit metadata of several ${metadata.many} · ${title}` };
}

/** The page with the form of a bulk edit, of the user's tokens or sessions that its address names. */
export function bulkStartPage(resource: MetadataResource) {
	return async ({ searchParams }: { searchParams: Promise<SearchParams> }) => {
		const query = await searchParams;
		const { one, many, update } = resources[resource].metadata;
		const userId = typeof query.user === "string" ? query.user : "";
		const back = userId ? listPageOf(resource, userId) : resources[resource].path;
		const session = await requirePageSession(back);
		const obstacle = await obstacleTo([update], await accessTo(session.role, userId));
		const chosen = [...new Set([query[one] ?? []].flat())];
		const backLink = <TextLink href={back}>Back to the {many}</TextLink>;
		return (
			<>
				<PageHeader title={`Edit metadata of several ${many}`}>
					{obstacle ? null : `Set or remove one key. The next page previews each change; nothing is changed yet.`}
				</PageHeader>
				{userId === "" || chosen.length === 0 ? (
					<EmptyState title={`No ${one} was selected`}>{backLink}</EmptyState>
				) : obstacle ? (
					obstacle
				) : chosen.length > BULK_ITEMS_MAX ? (
					<EmptyState title={`${chosen.length} ${many} are too many`}>
						<p>At most {BULK_ITEMS_MAX} are edited at once.</p>
						{backLink}
					</EmptyState>
				) : (
					<Chosen resource={resource} userId={userId} chosen={chosen} back={back} />
				)}
			</>
		);
	};
}

type ChosenProps = { resource: MetadataResource; userId: string; chosen: string[]; back: string };

async function Chosen({ resource, userId, chosen, back }: ChosenProps) {
	const until = Date.now() + READ_WITHIN_MS;
	const reads = Promise.all([userLabel(userId), clientNames(), listChosen(resource, userId, chosen, until)]);
	const outcome = await outcomeOf(reads, "user");
	if (outcome.problem) return <UnreadPart problem={outcome.problem} />;
	const [label, , found] = outcome.value;
	const names = await clientNames([...found.values()].flatMap(({ clientIds }) => clientIds));
	const { isInLogoutTokens } = resources[resource].metadata;
	// Without any, they are not known.
	const serving = [...found.values()].map(({ clientIds }) => ({
		clients: clientIds.length > 0 ? clientIds.map((client_id) => ({ client_id })) : null,
	}));
	const isPart = found.size < chosen.length;
	const leaves = isInLogoutTokens ? metadataNotices(servedBy(serving, names, await clientLogouts(), isPart)) : [];
	return (
		<>
			<div className="mb-5 grid max-w-prose gap-2 text-sm empty:hidden">
				{leaves.map((sentence) => (
					<p key={sentence}>{sentence}</p>
				))}
			</div>
			<BulkForm
				resource={resource}
				user={{ id: userId, label }}
				items={chosen.map((id) => {
					const holder = found.get(id);
					return { id, name: holder ? holderName(resource, holder, names) : null };
				})}
				back={back}
			/>
		</>
	);
}
