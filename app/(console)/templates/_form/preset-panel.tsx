import type { ReactNode } from "react";
import { useEditing } from "@/app/_editor/editor-context";
import { Button } from "@/components/ui/button";
import { attributesInWords } from "@/lib/dashboard/templates/attribute-facts";
import { findPreset, type Preset, presets } from "@/lib/dashboard/templates/presets";
import { useEditInWords } from "../_edit/edit-in-words";
import { type TemplateFormValues, templateEditor } from "../_edit/template-editor";
import { splitNames, tickedNames } from "../_edit/template-elements";
import { isUnchangedFrom, presetPlan, withPreset } from "./presets";

/** The preset that the selection is based on, and a pressed one that would change what is ticked. */
export type PresetChoice = { current: string | null; proposed: string | null };

type PresetPanelProps = {
	choice: PresetChoice;
	onChoice: (choice: PresetChoice) => void;
	/** The presets' purposes, server-rendered. */
	notes: ReactNode;
};

/** Presets to start from, in one line. One that would undo the admin's own work needs a confirmation, in an overlay. */
export function PresetPanel({ choice, onChoice, notes }: PresetPanelProps) {
	const { apply, getValues } = useEditing(templateEditor);

	function decide(isAccepted: boolean) {
		const { current, proposed } = choice;
		if (isAccepted && proposed) {
			onChoice({ current: proposed, proposed: null });
			apply(withPresetId(proposed, getValues()));
		} else onChoice({ current, proposed: null });
		// The buttons are gone: the focus returns to the preset's chip.
		document.getElementById(presetChipId(proposed ?? ""))?.focus();
	}

	return (
		<div className="presets">
			<h2 className="text-sm font-medium">Presets</h2>
			<PresetChips />
			{notes}
			<div aria-live="polite" className="preset-question empty:hidden">
				<PresetConfirmation proposed={findPreset(choice.proposed)} onChoice={decide} />
			</div>
		</div>
	);
}

/** The result of pressing a preset. @returns the choice, and the values where they change at once */
export function pressedPreset(
	pressed: string,
	current: string | null,
	values: TemplateFormValues,
): { choice: PresetChoice; values: TemplateFormValues | null } {
	return needsConfirmation(pressed, current, values)
		? { choice: { current, proposed: pressed }, values: null }
		: { choice: { current: pressed, proposed: null }, values: withPresetId(pressed, values) };
}

/**
 * Whether choosing a preset has to be confirmed: it would change a selection that is the admin's own work, neither empty
 * nor another preset's.
 */
export function needsConfirmation(chosen: string, current: string | null, values: TemplateFormValues): boolean {
	const preset = findPreset(chosen);
	if (!preset || (tickedNames(values).length === 0 && splitNames(values.added).length === 0)) return false;
	const before = findPreset(current);
	if (before && isUnchangedFrom(before, values)) return false;
	const { adds, removes } = presetPlan(preset, values);
	return adds.length + removes.length > 0;
}

/** The values once a preset is chosen; unchanged where there is no such preset. */
export function withPresetId(chosen: string, values: TemplateFormValues): TemplateFormValues {
	const preset = findPreset(chosen);
	return preset ? withPreset(preset, values) : values;
}

/** The id of a preset's chip. */
export function presetChipId(id: string): string {
	return `preset-chip-${id}`;
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
						data-stays=""
						id={presetChipId(preset.id)}
						aria-pressed={isUnchangedFrom(preset, values)}
						aria-describedby={`preset-${preset.id}`}
						// The browser does not scroll a partly visible chip into view by itself.
						onFocus={({ target }) => target.scrollIntoView({ block: "nearest", inline: "nearest" })}
						className="chip"
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
export function PresetNote({ current }: { current: string | null }) {
	const { values } = useEditInWords();
	const preset = findPreset(current);
	if (!preset) return null;
	return (
		<span>
			Based on preset “{preset.title}”{isUnchangedFrom(preset, values) ? "." : ", changed."}
		</span>
	);
}
