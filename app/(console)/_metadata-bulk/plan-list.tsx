import { ItemList } from "@/app/_bulk/item-list";
import { ItemResult } from "@/app/_bulk/item-result";
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
		<ItemList
			label={`${many.charAt(0).toUpperCase()}${many.slice(1)}`}
			items={items}
			columns="md:grid-cols-[2fr_3fr_9rem_3fr] xl:grid-cols-[16rem_3fr_9rem_3fr]"
			lineOf={(item) => ({
				href: pageOf(resource, item.id),
				name: item.name,
				detail: (
					<>
						<code className="block">{item.id}</code>
						{item.detail}
					</>
				),
				effect: <ItemChange item={item} operation={operation} />,
				result: <Result {...{ item, run, resource }} />,
			})}
		/>
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
