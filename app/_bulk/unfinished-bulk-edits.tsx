import type { ReactNode } from "react";
import { PageLink } from "@/components/layout/links";
import { Alert } from "@/components/ui/alert";
import type { UnfinishedBulkEdit } from "@/lib/dashboard/store/bulk-edits";
import { bulkEditPage } from "./bulk-edit-page";

type UnfinishedBulkEditsProps<Edit extends UnfinishedBulkEdit> = {
	/** Those that the admin started and did not finish. */
	edits: readonly Edit[];
	/** The operation and its items, in words. */
	words: (edit: Edit) => ReactNode;
};

/** Links to each to resume it; renders nothing where there is none. */
export function UnfinishedBulkEdits<Edit extends UnfinishedBulkEdit>({ edits, words }: UnfinishedBulkEditsProps<Edit>) {
	if (edits.length === 0) return null;
	return (
		<Alert tone="warning" title={edits.length === 1 ? "A bulk edit is not finished" : "Bulk edits are not finished"}>
			<ul className="grid gap-2">
				{edits.map((edit) => (
					<li key={edit.id} className="flex flex-wrap items-baseline gap-x-3">
						<span>
							{words(edit)}: {edit.left} not tried yet.
						</span>
						<PageLink href={bulkEditPage(edit.resource, edit.id)} className="font-medium text-accent underline">
							Resume
						</PageLink>
					</li>
				))}
			</ul>
		</Alert>
	);
}
