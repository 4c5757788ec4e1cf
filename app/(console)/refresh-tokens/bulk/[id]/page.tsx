import type { Metadata } from "next";
import { bulkEditOf, bulkTitle, KeptFor, NoBulkEdit } from "@/app/_bulk/bulk-page";
import { BulkPlan } from "@/app/_bulk/bulk-plan";
import { PageLink } from "@/components/layout/links";
import { PageHeader } from "@/components/layout/page-header";
import { buttonClass } from "@/components/ui/button";
import { resources } from "@/lib/dashboard/registry/resources";
import { may, whoMay } from "@/lib/dashboard/session/permissions";
import { getSession, requirePageSession } from "@/lib/dashboard/session/session";
import { runBulkEditAction } from "../../../_metadata-bulk/bulk-actions";
import { BulkAgain } from "../../../_metadata-bulk/bulk-again";
import { planCounts } from "../../../_metadata-bulk/bulk-change";
import { BulkWarnings, OperationText } from "../../../_metadata-bulk/operation-text";
import { PlanList } from "../../../_metadata-bulk/plan-list";
import { tokensOfUser } from "../../_token/token-facts";

type PageProps = { params: Promise<{ id: string }> };

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
	const session = await getSession();
	const edit = session ? await bulkEditOf(session.subject, (await params).id) : null;
	if (edit?.resource !== "refresh token") return { title: "Bulk edit" };
	const { operation, user } = edit;
	const name = `${operation.kind === "set" ? "Set" : "Remove"} ${operation.key} for ${user.label}`;
	return { title: bulkTitle(edit.run, name) };
}

/** A stored bulk edit: the preview, then its progress. No request is sent to the service. */
export default async function BulkEditPlanPage({ params }: PageProps) {
	const { id } = await params;
	const session = await requirePageSession(`/refresh-tokens/bulk/${id}`);
	const edit = await bulkEditOf(session.subject, id);
	if (edit?.resource !== "refresh token")
		return (
			<NoBulkEdit>
				<PageLink href={resources["refresh token"].path} className={buttonClass()}>
					Find refresh tokens
				</PageLink>
			</NoBulkEdit>
		);
	const { user, operation, run, createdAt } = edit;
	const counts = planCounts(edit);
	const isPreview = run === "preview";
	const back = (
		<PageLink href={tokensOfUser(user.id)} className={buttonClass()}>
			{isPreview && counts.open > 0 ? "Cancel" : "Back to the user's tokens"}
		</PageLink>
	);
	return (
		<>
			<PageHeader title={isPreview ? "Preview of a bulk edit" : "Bulk edit"}>
				<p>
					<OperationText operation={operation} /> on tokens of <bdi>{user.label}</bdi>.
				</p>
				<KeptFor createdAt={createdAt} />
			</PageHeader>
			<BulkPlan
				{...{ editId: id, run, counts, back, action: runBulkEditAction }}
				what="token"
				apply={{ text: `Apply to ${counts.open} ${counts.open === 1 ? "token" : "tokens"}` }}
				roleMissing={may(session.role, "editMetadata") ? null : whoMay("editMetadata")}
				note={operation.kind === "set" ? <BulkWarnings values={{ ...operation, operation: "set" }} /> : null}
				list={<PlanList edit={edit} />}
				again={<BulkAgain userId={user.id} operation={operation} tokenIds={counts.left.map((token) => token.id)} />}
			/>
		</>
	);
}
