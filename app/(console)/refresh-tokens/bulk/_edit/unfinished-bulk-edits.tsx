import { PageLink } from "@/components/layout/links";
import { Alert } from "@/components/ui/alert";
import { listUnfinishedBulkEdits } from "@/lib/dashboard/store/bulk-edits";
import { OperationText } from "./operation-text";

/** The bulk edits that this admin began and did not bring to an end; those of one user where one is named. */
export async function UnfinishedBulkEdits({ subject, userId }: { subject: string; userId: string | null }) {
	const edits = (await listUnfinishedBulkEdits(subject)).filter(({ user }) => !userId || user.id === userId);
	if (edits.length === 0) return null;
	return (
		<Alert tone="warning" title={edits.length === 1 ? "A bulk edit is not finished" : "Bulk edits are not finished"}>
			<ul className="grid gap-2">
				{edits.map(({ id, user, operation, left }) => (
					<li key={id} className="flex flex-wrap items-baseline gap-x-3">
						<span>
							<OperationText operation={operation} /> on tokens of <bdi>{user.label}</bdi>: {left} not tried yet.
						</span>
						<PageLink href={`/refresh-tokens/bulk/${id}`} className="font-medium text-accent underline">
							Resume
						</PageLink>
					</li>
				))}
			</ul>
		</Alert>
	);
}
