import { countChanges, type MetadataChange } from "./metadata-changes";
import { ShownText } from "./shown-text";

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
							<Change change={change} />
						</li>
					))}
				</ul>
			) : null}
		</div>
	);
}

function Change({ change }: { change: MetadataChange }) {
	const key = <ShownText text={change.key} />;
	switch (change.kind) {
		case "added":
			return (
				<>
					Adds {key} with <ShownText text={change.after} />
				</>
			);
		case "changed":
			return (
				<>
					Changes {key} from <ShownText text={change.before} /> to <ShownText text={change.after} />
				</>
			);
		case "removed":
			return (
				<>
					Removes {key} (was <ShownText text={change.before} />)
				</>
			);
		case "renamed":
			return (
				<>
					Renames <ShownText text={change.from} /> to {key}: removes the old key, adds the new one with{" "}
					<ShownText text={change.after} />
				</>
			);
	}
}
