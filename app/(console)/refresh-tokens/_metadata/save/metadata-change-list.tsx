import { MetadataChangeText } from "./metadata-change-text";
import { countChanges, type MetadataChange } from "./metadata-changes";

/** What the Save button would do, always in sight above it. */
export function MetadataChangeList({ changes }: { changes: readonly MetadataChange[] }) {
	return (
		<div className="grid gap-2 text-sm">
			<p role="status" className="font-medium">
				{countChanges(changes)}
			</p>
			{changes.length > 0 ? (
				<ul className="grid list-disc gap-1 pl-5" aria-label="Changes to save">
					{changes.map((change) => (
						<li key={`${change.kind} ${change.key}`}>
							<MetadataChangeText change={change} />
						</li>
					))}
				</ul>
			) : null}
		</div>
	);
}
