import { ScopeMissing } from "@/app/_forms/page-notices";
import { UnreadPart } from "@/app/_forms/unread-part";
import { PageLink } from "@/components/layout/links";
import { PageHeader } from "@/components/layout/page-header";
import { Alert } from "@/components/ui/alert";
import { EmptyState } from "@/components/ui/empty-state";
import { clientLogouts, clientNames } from "@/lib/dashboard/management/applications/client-names";
import { READ_WITHIN_MS } from "@/lib/dashboard/management/call/rate-pause";
import type { MetadataHolder } from "@/lib/dashboard/management/metadata-holders";
import { lackedScopes, learnScopes } from "@/lib/dashboard/management/tenant-link/granted-scopes";
import { userLabel } from "@/lib/dashboard/management/users";
import { outcomeOf } from "@/lib/dashboard/problem/problem-of";
import { listPageOf, type MetadataResource, resources } from "@/lib/dashboard/resources/resources";
import { accessTo } from "@/lib/dashboard/session/admin-role";
import { may, refusalOf } from "@/lib/dashboard/session/permissions";
import { requirePageSession } from "@/lib/dashboard/session/session";
import { metadataWords, metadataWrites } from "../_metadata/metadata-words";
import { metadataNotices, type Served } from "../sessions/_session/logout-notices";
import { isEmbedded } from "../sessions/_session/unlisted-tokens";
import { BulkForm } from "./bulk-form";
import { BULK_ITEMS_MAX } from "./bulk-form-data";
import { holderName } from "./holder-name";
import { listChosen } from "./plan-metadata";

type BulkStartProps = {
	resource: MetadataResource;
	user: string | string[] | undefined;
	ids: string | string[] | undefined;
};

/** The page with the key to set or remove on the selected tokens or sessions of a user. */
export async function BulkStart({ resource, user, ids }: BulkStartProps) {
	const { one, many } = metadataWords[resource];
	const userId = typeof user === "string" ? user : "";
	const back = userId ? listPageOf(resource, userId) : resources[resource].path;
	const session = await requirePageSession(back);
	const access = await accessTo(session.role, userId);
	await learnScopes();
	const chosen = [...new Set([ids ?? []].flat())];
	const backLink = (
		<PageLink href={back} className="text-accent underline">
			Back to the {many}
		</PageLink>
	);
	return (
		<>
			<PageHeader title={`Edit metadata of several ${many}`}>
				Set or remove one key. The next page shows what would become of each {one}; nothing is changed before you have
				seen it.
			</PageHeader>
			{userId === "" || chosen.length === 0 ? (
				<EmptyState title={`No ${one} was selected`}>{backLink}</EmptyState>
			) : !may(access.towards, "editMetadata") ? (
				<Alert tone="info" title="You can look, not edit">
					<p>{refusalOf(access, "editMetadata")}</p>
				</Alert>
			) : lackedScopes(metadataWrites[resource]).length > 0 ? (
				<ScopeMissing of={metadataWrites[resource]} />
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
}

type ChosenProps = { resource: MetadataResource; userId: string; chosen: string[]; back: string };

async function Chosen({ resource, userId, chosen, back }: ChosenProps) {
	const until = Date.now() + READ_WITHIN_MS;
	const reads = Promise.all([userLabel(userId), clientNames(), listChosen(resource, userId, chosen, until)]);
	const outcome = await outcomeOf(reads, "user");
	if (outcome.problem) return <UnreadPart problem={outcome.problem} />;
	const [label, , found] = outcome.value;
	const names = await clientNames([...found.values()].flatMap(({ clientIds }) => clientIds));
	const leaves =
		resource === "session" ? metadataNotices(await servedBy([...found.values()], names, chosen.length)) : [];
	return (
		<>
			{leaves.length > 0 ? (
				<div className="mb-5 grid max-w-prose gap-2 text-sm">
					{leaves.map((sentence) => (
						<p key={sentence}>{sentence}</p>
					))}
				</div>
			) : null}
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

/** The applications of the chosen sessions. @param count of all chosen ones, of which `found` are in the list */
async function servedBy(
	found: readonly MetadataHolder[],
	names: ReadonlyMap<string, string>,
	count: number,
): Promise<Served> {
	const ids = [...new Set(found.flatMap(({ clientIds }) => clientIds))];
	return {
		applications: ids.map((id) => ({ id, name: names.get(id) ?? id })),
		mayBeMore: found.length < count || found.some(({ clientIds }) => clientIds.length === 0),
		logouts: await clientLogouts(),
		isEmbedded: isEmbedded(),
	};
}
