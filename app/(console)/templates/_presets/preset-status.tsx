import { Button } from "@/components/ui/button";
import { listInWords } from "../_attributes/list-in-words";
import { attributeLabel } from "../_catalogue/attribute-catalogue";
import { useEditInWords } from "../_edit/edit-in-words";
import { isUnchangedFrom, presetPlan } from "./preset-plan";
import { findPreset } from "./presets";

type PresetStatusProps = {
	choice: { current: string | null; proposed: string | null };
	onChoice: (isTaken: boolean) => void;
};

/** Which preset the selection is based on; or what choosing another one would change, with the question whether to. */
export function PresetStatus({ choice, onChoice }: PresetStatusProps) {
	const { values } = useEditInWords();
	const current = findPreset(choice.current);
	const proposed = findPreset(choice.proposed);
	if (proposed) {
		const { adds, removes } = presetPlan(proposed, values);
		return (
			<div className="grid gap-2 rounded-md border border-control p-3 text-sm">
				<p className="font-medium">“{proposed.title}” would change what you have ticked:</p>
				<ul className="list-disc pl-5">
					{adds.length > 0 ? <li>Adds {inWords(adds)}</li> : null}
					{removes.length > 0 ? <li>Removes {inWords(removes)}</li> : null}
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

function inWords(names: string[]): string {
	return listInWords(names.map(attributeLabel));
}
