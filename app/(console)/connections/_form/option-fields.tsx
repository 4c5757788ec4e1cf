import { ChoiceField } from "@/components/ui/choice-field";
import { SwitchField } from "@/components/ui/switch-field";
import { TextField } from "@/components/ui/text-field";
import {
	type ChoiceField as ChoiceName,
	choices,
	type SwitchField as SwitchName,
	switchLabels,
	type TextField as TextName,
	textLabels,
} from "../_edit/option-catalogue";
import type { FieldProps } from "./field-props";

type TextOptionProps = FieldProps & {
	name: TextName;
	description: string;
	required?: boolean;
	/** It is shown and stays as it is. */
	isFixed?: boolean;
	placeholder?: string;
};

/** One setting that is a text. */
export function TextOption(props: TextOptionProps) {
	const { name, values, faults, isDisabled, change, isFixed = false, ...rest } = props;
	return (
		<TextField
			id={name}
			name={name}
			label={textLabels[name]}
			disabled={isDisabled}
			readOnly={isFixed}
			autoComplete="off"
			autoCapitalize="none"
			spellCheck={false}
			value={values[name]}
			onChange={(event) => change({ [name]: event.target.value })}
			error={faults[name]}
			{...rest}
		/>
	);
}

/** One setting that is on or off. */
export function SwitchOption({
	name,
	values,
	isDisabled,
	change,
	...words
}: FieldProps & { name: SwitchName; help: string; warning?: string }) {
	const { help, warning } = words;
	return (
		<SwitchField
			{...{ name, label: switchLabels[name], help, isDisabled, isOn: values[name] }}
			{...(warning ? { warning } : {})}
			onChange={(isOn) => change({ [name]: isOn })}
		/>
	);
}

/** One setting of a few that are known. */
export function ChoiceOption({
	name,
	values,
	faults,
	isDisabled,
	change,
	stored,
	description,
}: FieldProps & { name: ChoiceName; stored: string; description: string }) {
	const { label, options } = choices[name];
	return (
		<ChoiceField
			{...{ name, label, description, isDisabled, stored, options }}
			value={values[name]}
			error={faults[name]}
			onChange={(value) => change({ [name]: value })}
		/>
	);
}
