import type { MouseEvent } from "react";
import { useEditInWords } from "../_form/edit-in-words";
import { isUnchangedFrom } from "./preset-plan";
import { presets } from "./presets";

/** The id of a preset's chip. */
export function presetChipId(id: string): string {
	return `preset-chip-${id}`;
}

/**
 * The presets as links to a new template that starts from them; with scripts they tick the boxes in place. The one that
 * the selection equals is marked.
 */
export function PresetChips({ onChoose }: { onChoose: (id: string) => void }) {
	const { opened, values, isLive } = useEditInWords();
	// Before scripts run nobody is led away from a stored template.
	const isLink = opened === null || isLive;

	function choose(event: MouseEvent, id: string) {
		if (event.metaKey || event.ctrlKey || event.shiftKey) return;
		event.preventDefault();
		onChoose(id);
	}

	return (
		<ul className="flex flex-wrap gap-1.5">
			{presets.map((preset) => (
				<li key={preset.id}>
					<a
						id={presetChipId(preset.id)}
						href={isLink ? `/templates/new?preset=${preset.id}` : undefined}
						onClick={(event) => choose(event, preset.id)}
						data-in-place=""
						aria-current={isUnchangedFrom(preset, values) ? "true" : undefined}
						aria-describedby={`preset-${preset.id}`}
						className="chip"
					>
						{preset.title}
					</a>
				</li>
			))}
		</ul>
	);
}
