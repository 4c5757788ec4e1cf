import { ItemResult } from "@/app/_bulk/item-result";
import { PageLink } from "@/components/layout/links";
import { Name } from "@/components/ui/name";
import { METADATA_PROPERTIES_MAX } from "@/lib/contract/limits";
import { type MetadataResource, pageOf, resources } from "@/lib/dashboard/resources/resources";
import type { BulkItem, BulkNote, BulkRun, MetadataBulkEdit, MetadataOperation } from "@/lib/dashboard/store/bulk-edit";
import { MetadataChangeText } from "../_metadata/rows/metadata-changes";
import { ShownText } from "../_metadata/rows/shown-text";
import { bulkChange, previewedChange } from "./bulk-change";

/** Every item of a bulk edit: the operation's effect on it, and its result. */
export function PlanList({ edit: { resource, items, operation, run } }: { edit: MetadataBulkEdit }) {
	const { many } = resources[resource].metadata;
	return (
		<ul aria-label={`${many.charAt(0).toUpperCase()}${many.slice(1)}`} className="border-t border-line text-sm">
			{items.map((item) => (
				<li
					key={item.position}
					className="grid gap-x-6 gap-y-1 border-b border-line px-2 py-2.5 md:grid-cols-[2fr_3fr_9rem_3fr] xl:grid-cols-[16rem_3fr_9rem_3fr]"
				>
					<div>
						<PageLink
							href={pageOf(resource, item.id)}
							className="font-medium text-accent underline-offset-2 hover:underline"
						>
							<Name text={item.name} />
							<code className="block text-xs font-normal text-muted">{item.id}</code>
						</PageLink>
						<span className="text-xs text-muted">{item.detail}</span>
					</div>
					<ItemChange item={item} operation={operation} />
					<strong className="font-medium">
						<Result {...{ item, run, resource }} />
					</strong>
				</li>
			))}
		</ul>
	);
}

/** The change that the preview showed, and how many keys there are before and after it. */
function ItemChange({ item: { baseline }, operation }: { item: BulkItem; operation: MetadataOperation }) {
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

function Result({ item, run, resource }: { item: BulkItem; run: BulkRun; resource: MetadataResource }) {
	const { metadata, ends } = resources[resource];
	const now = <Held note={item.note} />;
	return (
		<ItemResult
			{...{ item, run }}
			what={metadata.one}
			done="changed"
			own={{
				differs: <>Changed, but the service stored something else: {now}</>,
				unchanged: "Nothing to change",
				"not-text": `Left out: the value of ${item.note.message ?? "a key"} is no text, and a save would lose it`,
				"too-many": `Left out: it would exceed ${METADATA_PROPERTIES_MAX} entries`,
				conflict: <>Not changed: the key has changed since the preview. Now: {now}</>,
				gone: `Gone: it was ${ends.ended}, has expired, or is not this user's`,
			}}
		/>
	);
}

function Held({ note: { now } }: { note: BulkNote }) {
	return now !== undefined && now !== null ? <ShownText text={now} /> : <em>the key is not there</em>;
}
