import { ShownText } from "../../_token/shown-text";
import type { MetadataChange } from "./metadata-changes";

/** One change in words: what it does to a key, and with which values. */
export function MetadataChangeText({ change }: { change: MetadataChange }) {
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
