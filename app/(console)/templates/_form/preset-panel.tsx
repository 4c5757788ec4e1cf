import { useEditing } from "@/app/_editor/editor-context";
import { Button } from "@/components/ui/button";
import { attributesInWords } from "@/lib/dashboard/templates/attribute-facts";
import type { PresetStatements } from "@/lib/dashboard/templates/preset-statements";
import { findPreset, type Preset, presets } from "@/lib/dashboard/templates/presets";
import { useEditInWords } from "../_edit/edit-in-words";
import { isUnchangedFrom, presetPlan, withPreset } from "../_edit/presets";
import { type TemplateFormValues, templateEditor } from "../_edit/template-editor";
import { splitNames, tickedNames } from "../_edit/template-elements";
import { PresetNotes } from "./preset-notes";

type PresetPanelProps = {
	/** The id of a pressed preset that would change what is ticked. */
	proposed: string | null;
	onDecided: () => void;
	statements: PresetStatements;
};

/** Presets to start from, in one line. One that would undo the admin's own work needs a confirmation, in an overlay. */
export function PresetPanel({ proposed, onDecided, statements }: PresetPanelProps) {
	const { apply, getValues } = useEditing(templateEditor);

	function decide(isAccepted: boolean) {
		onDecided();
		if (isAccepted && proposed) apply(withPresetId(proposed, getValues(), statements));
		// The buttons are gone: the focus returns to the preset's chip.
		focusChip(proposed ?? "");
	}

	return (
		<div className="presets">
			<h2 className="text-sm font-medium">Presets</h2>
			<PresetChips />
			<PresetNotes statements={statements} />
			<div aria-live="polite" className="preset-question empty:hidden">
				<PresetConfirmation proposed={findPreset(proposed)} onChoice={decide} />
			</div>
		</div>
	);
}

/** The values after a preset was pressed; null where that has to be confirmed. */
export function pressedPreset(
	pressed: string,
	values: TemplateFormValues,
	statements: PresetStatements,
): TemplateFormValues | null {
	return needsConfirmation(pressed, values) ? null : withPresetId(pressed, values, statements);
}

/**
 * Whether choosing a preset has to be confirmed: it would change a selection that is the admin's own work, neither empty
 * nor another preset's.
 */
export function needsConfirmation(chosen: string, values: TemplateFormValues): boolean {
	const preset = findPreset(chosen);
	if (!preset || (tickedNames(values).length === 0 && splitNames(values.added).length === 0)) return false;
	const before = findPreset(values.preset);
	if (before && isUnchangedFrom(before, values)) return false;
	const { adds, removes } = presetPlan(preset, values);
	return adds.length + removes.length > 0;
}

/** The values once a preset is chosen; unchanged where there is no such preset. */
export function withPresetId(
	chosen: string,
	values: TemplateFormValues,
	statements: PresetStatements,
): TemplateFormValues {
	const preset = findPreset(chosen);
	return preset ? withPreset(preset, values, statements) : values;
}

export function focusChip(preset: string): void {
	document.querySelector<HTMLElement>(`.chips [value="preset ${preset}"]`)?.focus();
}

/** The presets as buttons that submit the form without scripts; the one that equals the selection is marked. */
function PresetChips() {
	const { values } = useEditInWords();
	return (
		<ul className="chips">
			{presets.map((preset) => (
				<li key={preset.id}>
					<button
						type="submit"
						name="intent"
						value={`preset ${preset.id}`}
						aria-pressed={isUnchangedFrom(preset, values)}
						aria-describedby={`preset-${preset.id}`}
						// The browser does not scroll a partly visible chip into view by itself.
						onFocus={({ target }) => target.scrollIntoView({ block: "nearest", inline: "nearest" })}
					>
						{preset.title}
					</button>
				</li>
			))}
		</ul>
	);
}

type PresetConfirmationProps = { proposed: Preset | null; onChoice: (isAccepted: boolean) => void };

/** What choosing a preset would change, with buttons to confirm or decline. */
function PresetConfirmation({ proposed, onChoice }: PresetConfirmationProps) {
	const { values } = useEditInWords();
	if (!proposed) return null;
	const { adds, removes } = presetPlan(proposed, values);
	return (
		<div className="floating grid gap-2 p-3 text-sm">
			<p className="font-medium">“{proposed.title}” would change what you have ticked:</p>
			<ul className="list-disc pl-5">
				{adds.length > 0 ? <li>Adds {attributesInWords(adds)}</li> : null}
				{removes.length > 0 ? <li>Removes {attributesInWords(removes)}</li> : null}
			</ul>
			<div className="flex flex-wrap justify-end gap-3">
				<Button type="button" onClick={() => onChoice(false)}>
					Keep my selection
				</Button>
				<Button type="button" onClick={() => onChoice(true)}>
					Use this preset
				</Button>
			</div>
		</div>
	);
}

/** Names the preset that the selection is based on. */
export function PresetNote() {
	const { values } = useEditInWords();
	const preset = findPreset(values.preset);
	if (!preset) return null;
	return (
		<span>
			Based on preset “{preset.title}”{isUnchangedFrom(preset, values) ? "." : ", changed."}
		</span>
	);
}
