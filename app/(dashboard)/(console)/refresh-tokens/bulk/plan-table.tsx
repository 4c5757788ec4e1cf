import { PageLink } from "@/components/layout/links";
import { METADATA_PROPERTIES_MAX } from "@/lib/contract/limits";
import type { BulkEdit, BulkOperation, BulkToken } from "@/lib/dashboard/store/bulk-edit";
import { MetadataChangeText } from "../metadata-change-text";
import { bulkChange, previewedChange } from "./bulk-change";
import { TokenResult } from "./token-result";

/** Every token of a bulk edit: what the operation does to it, and what has become of it. */
export function PlanTable({ edit: { tokens, operation, run } }: { edit: BulkEdit }) {
	const columns = ["Token", "Change", "Keys", run === "preview" ? "What would happen" : "Result"];
	return (
		<div className="overflow-x-auto rounded-lg border border-line bg-surface">
			<table className="w-full text-left text-sm">
				<thead>
					<tr className="border-b border-line text-muted">
						{columns.map((column) => (
							<th key={column} scope="col" className="px-4 py-2.5 font-medium">
								{column}
							</th>
						))}
					</tr>
				</thead>
				<tbody>
					{tokens.map((token) => (
						<tr key={token.position} className="border-b border-line align-top last:border-0">
							<th scope="row" className="min-w-44 px-4 py-3 font-medium">
								<PageLink
									href={`/refresh-tokens/${encodeURIComponent(token.id)}`}
									className="text-accent underline-offset-2 [overflow-wrap:anywhere] hover:underline"
								>
									<bdi>{token.application}</bdi>
									<code className="block text-xs font-normal text-muted">{token.id}</code>
								</PageLink>
								<span className="text-xs font-normal text-muted">{token.device}</span>
							</th>
							<td className="min-w-44 px-4 py-3 [overflow-wrap:anywhere]">
								<TokenChange {...{ token, operation }} />
							</td>
							<td className="whitespace-nowrap px-4 py-3">
								<KeyCount {...{ token, operation }} />
							</td>
							<td className="min-w-44 px-4 py-3 [overflow-wrap:anywhere]">
								<TokenResult token={token} run={run} />
							</td>
						</tr>
					))}
				</tbody>
			</table>
		</div>
	);
}

type TokenCell = { token: BulkToken; operation: BulkOperation };

function TokenChange({ token: { baseline }, operation }: TokenCell) {
	const change = baseline && previewedChange(baseline, operation);
	return change ? <MetadataChangeText change={change} /> : <span className="text-muted">none</span>;
}

/** How many keys the token had at the preview, and how many it would have. */
function KeyCount({ token: { baseline }, operation }: TokenCell) {
	if (!baseline) return <span className="text-muted">not known</span>;
	const before = baseline.length;
	const change = bulkChange(baseline, operation);
	const after = change.kind === "write" ? change.after.length : change.kind === "too-many" ? before + 1 : before;
	return (
		<span className={change.kind === "too-many" ? "font-semibold text-danger" : undefined}>
			{after === before ? before : `${before} → ${after}`} of {METADATA_PROPERTIES_MAX}
		</span>
	);
}
