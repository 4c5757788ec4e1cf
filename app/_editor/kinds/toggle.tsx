import { SwitchField } from "@/components/ui/switch-field";
import { type Act, act } from "@/lib/dashboard/change-in-words";
import { defineKind, isFlag, type Kind, type Stated } from "./kind";

type ToggleOptions = Stated<boolean> & {
	/** The risk of turning it on. */
	warning?: string;
	/** The change in words, instead of naming the label. */
	on?: Act;
	off?: Act;
};

/** On or off. */
export function toggle({ warning, on, off, ...stated }: ToggleOptions): Kind<boolean> {
	const { default: unset = false, label } = stated;
	const isOn = (json: string | null) => (json === null ? unset : json === "true");
	return defineKind<boolean>({
		default: unset,
		isValue: isFlag,
		typed: (form, name) => form.has(name),
		partInSentence: () => `“${label}”`,
		valueInWords: (json) => (isOn(json) ? "on" : "off"),
		changeInWords: ({ after }) =>
			isOn(after) ? (on ?? act("switch", `“${label}” on`)) : (off ?? act("switch", `“${label}” off`)),
		shown: ({ value }) => (value ? "On" : "Off"),
		render: ({ name, label, description, value, onChange }) => (
			<SwitchField name={name} label={label} help={description} warning={warning} isOn={value} onChange={onChange} />
		),
		...stated,
	});
}
