import { ItemResult } from "@/app/_bulk/item-result";
import { PageLink } from "@/components/layout/links";
import { METADATA_PROPERTIES_MAX } from "@/lib/contract/limits";
import { pageOf } from "@/lib/dashboard/registry/resources";
import type { BulkEditOf, BulkItem, BulkNote, BulkRun, MetadataOperation } from "@/lib/dashboard/store/bulk-edit";
import { MetadataChangeText } from "../_metadata/rows/metadata-changes";
import { ShownText } from "../_metadata/shown-text";
import { bulkChange, previewedChange } from "./bulk-change";

/** Every token of a bulk edit: the operation's effect on it, and its result. */
export function PlanList({ edit: { items, operation, run } }: { edit: BulkEditOf<"refresh token"> }) {
	return (
		<ul aria-label="Tokens" className="border-t border-line text-sm">
			{items.map((token) => (
				<li
					key={token.position}
					className="grid gap-x-6 gap-y-1 border-b border-line px-2 py-2.5 md:grid-cols-[2fr_3fr_9rem_3fr]"
				>
					<div>
						<PageLink
							href={pageOf("refresh token", token.id)}
							className="font-medium text-accent underline-offset-2 hover:underline"
						>
							<bdi>{token.name}</bdi>
							<code className="block text-xs font-normal text-muted">{token.id}</code>
						</PageLink>
						<span className="text-xs text-muted">{token.detail}</span>
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
function TokenChange({ token: { baseline }, operation }: { token: BulkItem; operation: MetadataOperation }) {
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
			<p className={change.kind === "too-many" ? "font-medium text-danger" : "text-muted"}>
				{after === before ? before : `${before} → ${after}`} of {METADATA_PROPERTIES_MAX} keys
			</p>
		</>
	);
}

/** The expected or actual result of a token, in words. */
function TokenResult({ token, run }: { token: BulkItem; run: BulkRun }) {
	const now = <Held note={token.note} />;
	return (
		<ItemResult
			{...{ item: token, run }}
			what="token"
			done="changed"
			own={{
				differs: <>Changed, but the service stored something else: {now}</>,
				unchanged: "Nothing to change",
				"too-many": `Left out: it would exceed ${METADATA_PROPERTIES_MAX} entries`,
				conflict: <>Not changed: the key has changed since the preview. Now: {now}</>,
				gone: "Gone: it was revoked, has expired, or is not this user's",
			}}
		/>
	);
}

function Held({ note: { now } }: { note: BulkNote }) {
	return typeof now === "string" ? <ShownText text={now} /> : <em>the key is not there</em>;
}
