import type { PresetStatements } from "@/lib/dashboard/templates/preset-statements";
import { presets } from "@/lib/dashboard/templates/presets";
import { ALL_PRESETS_ID } from "../_edit/presets";

/** All presets with their purpose and basis. */
export function PresetNotes({ statements }: { statements: PresetStatements }) {
	return (
		<details id={ALL_PRESETS_ID} data-menu="">
			<summary>All presets</summary>
			<dl className="floating">
				{presets.map(({ id, title }) => (
					<div key={id}>
						<dt>{title}</dt>
						<dd id={`preset-${id}`}>{statements[id]?.purpose}</dd>
						<dd>{statements[id]?.basis}</dd>
						<dd>
							<button type="submit" name="intent" value={`preset ${id}`} aria-label={`Use ${title}`}>
								Use
							</button>
						</dd>
					</div>
				))}
			</dl>
		</details>
	);
}
