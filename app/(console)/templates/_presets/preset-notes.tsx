import { presetPurposes } from "./preset-purposes";
import { presets } from "./presets";

/** What each preset is for and based on. Drawn by the server alone: none of it changes. */
export function PresetNotes() {
	return (
		<details>
			<summary>What each preset is for</summary>
			<dl className="mt-2 grid gap-2">
				{presets.map(({ id, title }) => (
					<div key={id}>
						<dt className="font-medium">{title}</dt>
						<dd id={`preset-${id}`}>{presetPurposes[id]?.purpose}</dd>
						<dd className="text-xs text-muted">{presetPurposes[id]?.basis}</dd>
					</div>
				))}
			</dl>
		</details>
	);
}
