import type { MouseEvent } from "react";
import { useEditing } from "@/app/_editor/editor-context";
import { Button } from "@/components/ui/button";
import { attributesInWords } from "../_catalogue/attribute-facts";
import { useEditInWords } from "../_edit/edit-in-words";
import { type TemplateFormValues, templateEditor } from "../_edit/template-editor";
import { splitNames, tickedNames } from "../_edit/template-elements";
import { findPreset, isUnchangedFrom, presetPlan, presets, withPreset } from "./presets";

/** The preset that the selection is based on, and one that was chosen but would change what is ticked. */
export type PresetChoice = { current: string | null; proposed: string | null };

type PresetPanelProps = { choice: PresetChoice; onChoice: (choice: PresetChoice) => void };

/** Presets to start from. One that would undo the admin's own work asks first. */
export function PresetPanel({ choice, onChoice }: PresetPanelProps) {
	const { apply, getValues } = useEditing(templateEditor);

	function applyPreset(chosen: string) {
		onChoice({ current: chosen, proposed: null });
		apply(withPresetId(chosen, getValues()));
	}

	function answer(isAccepted: boolean) {
		const { current, proposed } = choice;
		if (isAccepted && proposed) applyPreset(proposed);
		else onChoice({ current, proposed: null });
		// The buttons are gone: back to where the question came from.
		document.getElementById(presetChipId(proposed ?? ""))?.focus();
	}

	return (
		<>
			<PresetChips
				onChoose={(chosen) => {
					if (needsQuestion(chosen, choice.current, getValues())) onChoice({ ...choice, proposed: chosen });
					else applyPreset(chosen);
				}}
			/>
			<div aria-live="polite" className="empty:hidden">
				<PresetStatus choice={choice} onChoice={answer} />
			</div>
		</>
	);
}

/**
 * Whether choosing a preset has to be confirmed: it would change a selection that is the admin's own work, neither
 * empty nor just another preset's.
 */
export function needsQuestion(chosen: string, current: string | null, values: TemplateFormValues): boolean {
	const preset = findPreset(chosen);
	if (!preset || (tickedNames(values).length === 0 && splitNames(values.added).length === 0)) return false;
	const before = findPreset(current);
	if (before && isUnchangedFrom(before, values)) return false;
	const { adds, removes } = presetPlan(preset, values);
	return adds.length + removes.length > 0;
}

/** The values once a preset is chosen; the values themselves where there is no such preset. */
export function withPresetId(chosen: string, values: TemplateFormValues): TemplateFormValues {
	const preset = findPreset(chosen);
	return preset ? withPreset(preset, values) : values;
}

/** The id of a preset's chip. */
function presetChipId(id: string): string {
	return `preset-chip-${id}`;
}

/**
 * The presets as links to a new template that starts from them; with scripts they tick the boxes in place. The one that
 * the selection equals is marked.
 */
function PresetChips({ onChoose }: { onChoose: (id: string) => void }) {
	const { baseline, values, isHydrated } = useEditInWords();
	// Before scripts run nobody is led away from a stored template.
	const isLink = baseline === null || isHydrated;

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

type PresetStatusProps = {
	choice: { current: string | null; proposed: string | null };
	onChoice: (isAccepted: boolean) => void;
};

/** Which preset the selection is based on; or what choosing another one would change, with the question whether to. */
function PresetStatus({ choice, onChoice }: PresetStatusProps) {
	const { values } = useEditInWords();
	const current = findPreset(choice.current);
	const proposed = findPreset(choice.proposed);
	if (proposed) {
		const { adds, removes } = presetPlan(proposed, values);
		return (
			<div className="grid gap-2 rounded-md border border-control p-3 text-sm">
				<p className="font-medium">“{proposed.title}” would change what you have ticked:</p>
				<ul className="list-disc pl-5">
					{adds.length > 0 ? <li>Adds {attributesInWords(adds)}</li> : null}
					{removes.length > 0 ? <li>Removes {attributesInWords(removes)}</li> : null}
				</ul>
				<div className="flex flex-wrap gap-3">
					<Button type="button" onClick={() => onChoice(true)}>
						Use this preset
					</Button>
					<Button type="button" onClick={() => onChoice(false)}>
						Keep my selection
					</Button>
				</div>
			</div>
		);
	}
	if (!current) return null;
	return (
		<p className="text-sm">
			Based on preset “{current.title}”{isUnchangedFrom(current, values) ? "." : ", changed."}
		</p>
	);
}
