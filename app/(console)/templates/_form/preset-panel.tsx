import { type MouseEvent, useState } from "react";
import { useEditing } from "@/app/_editor/editor-context";
import { Button } from "@/components/ui/button";
import { attributesInWords } from "@/lib/dashboard/templates/attribute-facts";
import type { PresetStatements } from "@/lib/dashboard/templates/preset-statements";
import { findPreset, type Preset, presets } from "@/lib/dashboard/templates/presets";
import { useEditInWords } from "../_edit/edit-in-words";
import { equalPresets, needsConfirmation, presetPlan, withPreset } from "../_edit/presets";
import { templateEditor } from "../_edit/template-editor";

/**
 * Presets to start from; the one that equals the selection is marked. Their buttons submit the form without
 * scripts. One that would undo the admin's own work needs a confirmation, in an overlay.
 */
export function PresetPanel({ statements }: { statements: PresetStatements }) {
	const { apply, getValues } = useEditing(templateEditor);
	const { values } = useEditInWords();
	/** A pressed preset that would change what is ticked. */
	const [proposed, setProposed] = useState<Preset | null>(null);
	const plan = proposed && presetPlan(proposed, values);
	const equal = equalPresets(values);

	/** Takes its values, after a question where that would change what is ticked. The pressed button may be gone then. */
	function choose(preset: Preset, isConfirmed: boolean) {
		const isAsked = !isConfirmed && needsConfirmation(preset, getValues());
		setProposed(isAsked ? preset : null);
		if (!isAsked) apply(withPreset(preset, getValues(), statements));
		focusChip(preset);
	}

	const buttonOf = (preset: Preset) => ({
		name: "intent",
		value: `preset ${preset.id}`,
		onClick(event: MouseEvent<HTMLElement>) {
			event.preventDefault();
			event.currentTarget.closest("details")?.removeAttribute("open");
			choose(preset, false);
		},
	});

	return (
		<div className="relative flex items-center gap-3 max-sm:flex-wrap max-sm:justify-between max-sm:gap-1">
			<h2 className="text-sm font-medium">Presets</h2>
			<ul className="chips flex flex-1 flex-wrap gap-1.5 max-sm:order-1 max-sm:basis-full">
				{presets.map((preset) => (
					<li key={preset.id}>
						<button
							type="submit"
							{...buttonOf(preset)}
							aria-pressed={equal.includes(preset)}
							aria-describedby={`preset-${preset.id}`}
						>
							{preset.title}
						</button>
					</li>
				))}
			</ul>
			<details id="all-presets" data-menu="">
				<summary className="min-h-6 whitespace-nowrap text-sm leading-6 text-muted">All presets</summary>
				<ul className="floating inset-x-0 grid gap-3 p-3 text-sm [&_button]:min-h-6 [&_button]:text-accent [&_button]:underline [&_p+p]:text-xs [&_p+p]:text-muted">
					{presets.map((preset) => (
						<li key={preset.id}>
							<button type="submit" {...buttonOf(preset)}>
								{`Use ${preset.title}`}
							</button>
							<p id={`preset-${preset.id}`}>{statements[preset.id]?.purpose}</p>
							<p>{statements[preset.id]?.basis}</p>
						</li>
					))}
				</ul>
			</details>
			<div aria-live="polite" className="empty:hidden">
				{proposed && plan ? (
					<div className="floating inset-x-0 grid gap-2 p-3 text-sm">
						<p className="font-medium">“{proposed.title}” would change what you have ticked:</p>
						<ul className="list-disc pl-5">
							{plan.adds.length > 0 ? <li>Adds {attributesInWords(plan.adds)}</li> : null}
							{plan.removes.length > 0 ? <li>Removes {attributesInWords(plan.removes)}</li> : null}
						</ul>
						<div className="flex flex-wrap justify-end gap-3">
							<Button
								type="button"
								onClick={() => {
									setProposed(null);
									focusChip(proposed);
								}}
							>
								Keep my selection
							</Button>
							<Button type="button" onClick={() => choose(proposed, true)}>
								Use this preset
							</Button>
						</div>
					</div>
				) : null}
			</div>
		</div>
	);
}

function focusChip({ id }: Preset): void {
	document.querySelector<HTMLElement>(`.chips [value="preset ${id}"]`)?.focus();
}

/** Names the preset that the selection is based on. */
export function PresetNote() {
	const { values } = useEditInWords();
	const preset = findPreset(values.preset);
	if (!preset) return null;
	return (
		<span>
			Based on preset “{preset.title}”{equalPresets(values).includes(preset) ? "." : ", changed."}
		</span>
	);
}
