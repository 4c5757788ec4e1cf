import { PageLink } from "@/components/layout/links";
import { METADATA_PROPERTIES_MAX } from "@/lib/contract/limits";
import { pageOf } from "@/lib/dashboard/registry/resources";
import type { BulkEdit, BulkOperation, BulkToken } from "@/lib/dashboard/store/bulk-edit";
import { MetadataChangeText } from "../../_metadata/rows/metadata-changes";
import { bulkChange, previewedChange } from "./bulk-change";
import { TokenResult } from "./token-result";

/** Every token of a bulk edit: what the operation does to it, and what has become of it. */
export function PlanList({ edit: { tokens, operation, run } }: { edit: BulkEdit }) {
	return (
		<ul aria-label="Tokens" className="rounded-lg border border-line bg-surface text-sm">
			{tokens.map((token) => (
				<li
					key={token.position}
					className="grid gap-x-6 gap-y-2 border-b border-line px-4 py-3 last:border-0 md:grid-cols-[2fr_3fr_9rem_3fr]"
				>
					<div>
						<PageLink
							href={pageOf("refresh token", token.id)}
							className="font-medium text-accent underline-offset-2 hover:underline"
						>
							<bdi>{token.application}</bdi>
							<code className="block text-xs font-normal text-muted">{token.id}</code>
						</PageLink>
						<span className="text-xs text-muted">{token.device}</span>
					</div>
					<TokenChange token={token} operation={operation} />
					<strong className="font-medium">
						<TokenResult token={token} run={run} />
					</strong>
				</li>
			))}
		</ul>
	);
}

/** The change that the preview showed, and how many keys the token has before and after it. */
function TokenChange({ token: { baseline }, operation }: { token: BulkToken; operation: BulkOperation }) {
	if (!baseline) {
		return (
			<>
				<p className="text-muted">Not known</p>
				<p />
			</>
		);
	}
	const before = baseline.length;
	const change = bulkChange(baseline, operation);
	const shown = change.kind === "write" ? previewedChange(baseline, operation) : null;
	const after = change.kind === "write" ? change.after.length : before;
	return (
		<>
			<p>{shown ? <MetadataChangeText change={shown} /> : <span className="text-muted">No change</span>}</p>
			<p className={change.kind === "too-many" ? "font-semibold text-danger" : "text-muted"}>
				{after === before ? before : `${before} → ${after}`} of {METADATA_PROPERTIES_MAX} keys
			</p>
		</>
	);
}
