import { cache, type ReactNode } from "react";
import { PageHeader } from "@/components/layout/page-header";
import { EmptyState } from "@/components/ui/empty-state";
import { TimeText } from "@/components/ui/time-text";
import { pageClock, respondWithNotFound } from "@/lib/dashboard/request/page";
import type { BulkRun } from "@/lib/dashboard/store/bulk-edit";
import { BULK_EDIT_KEPT_HOURS, findBulkEdit, findBulkEditInShort } from "@/lib/dashboard/store/bulk-edits";

/** Read once for the page and its title. */
export const bulkEditOf = cache(findBulkEdit);
/** The same of an import, whose items are read whole page by page. */
export const bulkEditInShortOf = cache(findBulkEditInShort);

/** @param name the operation */
export function bulkTitle(run: BulkRun, name: string): string {
	return `${run === "preview" ? `Preview: ${name}` : name} · Bulk edits`;
}

export async function KeptFor({ createdAt }: { createdAt: string }) {
	return (
		<p>
			Kept with its results for {BULK_EDIT_KEPT_HOURS} hours, for you alone. Previewed{" "}
			<TimeText value={createdAt} clock={await pageClock()} />
		</p>
	);
}

/** @param children a link to continue with */
export function NoBulkEdit({ children }: { children: ReactNode }) {
	respondWithNotFound();
	return (
		<>
			<PageHeader title="Bulk edit" />
			<EmptyState title="No such bulk edit of yours">
				<p>It is older than the {BULK_EDIT_KEPT_HOURS} hours that it is kept, or it was somebody else's.</p>
				{children}
			</EmptyState>
		</>
	);
}
