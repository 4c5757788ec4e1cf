import type { Metadata } from "next";
import { cache } from "react";
import { PageLink } from "@/components/layout/links";
import { PageHeader } from "@/components/layout/page-header";
import { Alert } from "@/components/ui/alert";
import { buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { TimeText } from "@/components/ui/time-text";
import { resources } from "@/lib/dashboard/registry/resources";
import { answerMissing } from "@/lib/dashboard/request/missing-page";
import { pageClock } from "@/lib/dashboard/request/page-clock";
import { hasRole } from "@/lib/dashboard/session/role";
import { getSession, requirePageSession } from "@/lib/dashboard/session/session";
import { BULK_EDIT_KEPT_HOURS, findBulkEdit } from "@/lib/dashboard/store/bulk-edits";
import { tokensOfUser } from "../../_token/token-facts";
import { planCounts } from "../_edit/bulk-change";
import { BulkAgain, BulkControls } from "../_edit/bulk-controls";
import { BulkWarnings, OperationText } from "../_edit/operation-text";
import { PlanList } from "../_edit/plan-list";

type PageProps = { params: Promise<{ id: string }> };

/** Looked up once for the page and its title. */
const bulkEditOf = cache(findBulkEdit);

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
	const session = await getSession();
	const edit = session ? await bulkEditOf(session.subject, (await params).id) : null;
	if (!edit) return { title: "Bulk edit" };
	const { operation, user, run } = edit;
	const name = `${operation.kind === "set" ? "Set" : "Remove"} ${operation.key} for ${user.label}`;
	return { title: `${run === "preview" ? `Preview: ${name}` : name} · Bulk edits` };
}

/** A bulk edit as the store holds it: the preview, then how far it has come. It asks the service nothing. */
export default async function BulkEditPlanPage({ params }: PageProps) {
	const { id } = await params;
	const session = await requirePageSession(`/refresh-tokens/bulk/${id}`);
	const edit = await bulkEditOf(session.subject, id);
	if (!edit) return <NoBulkEdit />;
	const { user, operation, run, createdAt } = edit;
	const { total, ended, open, left, summary } = planCounts(edit);
	const canWrite = hasRole(session.role, "editor");
	const isPreview = run === "preview";
	const back = (
		<PageLink href={tokensOfUser(user.id)} className={buttonClass()}>
			{isPreview && open > 0 ? "Cancel" : "Back to the user's tokens"}
		</PageLink>
	);
	return (
		<>
			<PageHeader title={isPreview ? "Preview of a bulk edit" : "Bulk edit"}>
				<p>
					<OperationText operation={operation} /> on tokens of <bdi>{user.label}</bdi>.
				</p>
				<p>
					Kept with its results for {BULK_EDIT_KEPT_HOURS} hours, for you alone. Previewed{" "}
					<TimeText value={createdAt} clock={await pageClock()} />
				</p>
			</PageHeader>
			<div className="grid gap-5">
				{isPreview ? (
					<>
						<p className="text-sm font-medium">
							{total === 0 ? "There is nothing to change" : "Nothing is changed yet"}: {summary}.
						</p>
						{operation.kind === "set" ? <BulkWarnings values={{ ...operation, operation: "set" }} /> : null}
					</>
				) : (
					<p className="flex flex-wrap items-center gap-3 text-sm">
						<progress
							max={total}
							value={ended}
							aria-label="Tokens worked on"
							className="h-2.5 w-48 appearance-none overflow-hidden rounded-full border border-control forced-colors:appearance-auto [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent"
						/>
						{ended} of {total}
					</p>
				)}
				{canWrite ? (
					<BulkControls key={id} editId={id} run={run} open={open} summary={summary}>
						{isPreview ? back : null}
					</BulkControls>
				) : (
					<Alert tone="info" title="You can look, not edit">
						<p>Editing metadata needs the editor role.</p>
					</Alert>
				)}
				<PlanList edit={edit} />
				{canWrite && open === 0 && left.length > 0 ? (
					<BulkAgain userId={user.id} operation={operation} tokenIds={left.map((token) => token.id)} />
				) : null}
				{isPreview && canWrite ? null : <p>{back}</p>}
			</div>
		</>
	);
}

function NoBulkEdit() {
	answerMissing();
	return (
		<>
			<PageHeader title="Bulk edit" />
			<EmptyState title="No such bulk edit of yours">
				<p>It is older than the {BULK_EDIT_KEPT_HOURS} hours that it is kept, or it was somebody else's.</p>
				<PageLink href={resources["refresh token"].path} className={buttonClass()}>
					Find refresh tokens
				</PageLink>
			</EmptyState>
		</>
	);
}
