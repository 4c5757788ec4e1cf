import { useEditing } from "@/app/_editor/editor-context";
import { templateEditor } from "../_edit/template-editor";
import { needsQuestion, withPresetId } from "./choose-preset";
import { PresetChips, presetChipId } from "./preset-chips";
import { PresetStatus } from "./preset-status";

/** The preset that the selection is based on, and one that was chosen but would change what is ticked. */
export type PresetChoice = { current: string | null; proposed: string | null };

type PresetPanelProps = { choice: PresetChoice; onChoice: (choice: PresetChoice) => void };

/** Presets to start from. One that would undo the admin's own work asks first. */
export function PresetPanel({ choice, onChoice }: PresetPanelProps) {
	const { apply, getValues } = useEditing(templateEditor);

	function take(chosen: string) {
		onChoice({ current: chosen, proposed: null });
		apply(withPresetId(chosen, getValues()));
	}

	function answer(isTaken: boolean) {
		const { current, proposed } = choice;
		if (isTaken && proposed) take(proposed);
		else onChoice({ current, proposed: null });
		// The buttons are gone: back to where the question came from.
		document.getElementById(presetChipId(proposed ?? ""))?.focus();
	}

	return (
		<>
			<PresetChips
				onChoose={(chosen) => {
					if (needsQuestion(chosen, choice.current, getValues())) onChoice({ ...choice, proposed: chosen });
					else take(chosen);
				}}
			/>
			<div aria-live="polite" className="empty:hidden">
				<PresetStatus choice={choice} onChoice={answer} />
			</div>
		</>
	);
}
