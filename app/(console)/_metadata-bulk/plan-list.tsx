import { ItemList } from "@/app/_bulk/item-list";
import { Breakable } from "@/components/ui/breakable";
import { Name } from "@/components/ui/name";
import { METADATA_PROPERTIES_MAX } from "@/lib/contract/limits";
import { atStart } from "@/lib/dashboard/change-in-words";
import { pageOf, resources } from "@/lib/dashboard/resources/resources";
import type { BulkItem, BulkNote, MetadataBulkEdit, MetadataOperation } from "@/lib/dashboard/store/bulk-edit";
import { ShownText } from "../_metadata/rows/shown-text";
import { bulkChange, changeInWords } from "./bulk-operation";

/** Every item of a bulk edit: the operation's effect on it, and its result. */
export function PlanList({ edit: { resource, items, operation, run } }: { edit: MetadataBulkEdit }) {
	const { metadata, ends } = resources[resource];
	return (
		<ItemList
			label={atStart(metadata.many)}
			items={items}
			run={run}
			what={metadata.one}
			done="changed"
			lineOf={(item) => ({
				href: pageOf(resource, item.id),
				name: item.name,
				detail: (
					<>
						<code className="block">
							<Breakable text={item.id} />
						</code>
						{item.detail && <Name text={item.detail} />}
					</>
				),
				effect: <Effect item={item} operation={operation} />,
				own: {
					differs: <>Changed, but the tenant stored something different: {held(item.note)}</>,
					unchanged: "Nothing to change",
					"not-text": `Left out: the value of ${item.note.message ?? "a key"} is not text, and a save would lose it`,
					"too-many": `Left out: it would have more than ${METADATA_PROPERTIES_MAX} keys`,
					conflict: (
						<>
							{run === "preview"
								? "Left out: the key has changed in the meantime."
								: "Not changed: the key has changed since the preview."}{" "}
							Now: {held(item.note)}
						</>
					),
					gone: `Gone: it was ${ends.ended}, has expired, or is not this user's`,
				},
			})}
		/>
	);
}

/** The change that the preview showed, and how many keys there are before and after it. */
function Effect({ item: { baseline, former }, operation }: { item: BulkItem; operation: MetadataOperation }) {
	if (!baseline) return <p>Not known</p>;
	const change = bulkChange(baseline, operation, former);
	const before = baseline.length;
	const after = "after" in change ? change.after.length : before;
	return (
		<div>
			<p className="whitespace-pre-wrap">
				{"after" in change ? changeInWords(baseline, operation, former) : "No change"}
			</p>
			<p className="text-xs text-muted">
				{after === before ? before : `${before} → ${after}`} of {METADATA_PROPERTIES_MAX} keys
			</p>
		</div>
	);
}

function held({ now }: BulkNote) {
	return now !== undefined && now !== null ? <ShownText text={now} /> : <em>no such key</em>;
}
