import type { ReactNode } from "react";
import { CHOICES, type Choice } from "./choice";

type ConflictChoiceProps = {
	/** The field. */
	legend: ReactNode;
	/** Of the radios, as they are posted with a form; their values are the choices. */
	name: string;
	/** The field's value on each side; null: it is not there. */
	opened: ReactNode;
	theirs: ReactNode;
	yours: ReactNode;
	chosen: Choice | null;
	/** Without it the browser keeps the choice: `chosen` is where it starts. */
	onChoose?: ((choice: Choice) => void) | undefined;
};

const words: Record<Choice, string> = { opened: "Opened", theirs: "Theirs", yours: "Yours" };

/** A field that two have changed in different ways, and whose value of it is kept. Works without scripts. */
export function ConflictChoice({ legend, name, chosen, onChoose, ...values }: ConflictChoiceProps) {
	return (
		<fieldset className="rounded-md border border-line px-3 pb-2 text-sm">
			<legend className="max-w-full px-1 font-medium [overflow-wrap:anywhere]">{legend}</legend>
			{CHOICES.map((choice) => (
				<label key={choice} className="flex min-h-8 items-baseline gap-2 py-1">
					<input
						type="radio"
						name={name}
						value={choice}
						className="shrink-0"
						{...(onChoose
							? { checked: chosen === choice, onChange: () => onChoose(choice) }
							: { defaultChecked: chosen === choice })}
					/>
					<span className="[overflow-wrap:anywhere]">
						{words[choice]}: {values[choice] ?? <em className="text-muted">not there</em>}
					</span>
				</label>
			))}
		</fieldset>
	);
}
