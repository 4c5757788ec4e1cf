import { ReadValue } from "@/components/ui/read-value";
import { SwitchField } from "@/components/ui/switch-field";
import { type Act, act } from "@/lib/dashboard/change-in-words";
import { isFlag, type Kind, whole } from "./kind";

type ToggleOptions = {
	label: string;
	help: string;
	/** The risk of turning it on. */
	warning?: string;
	wire?: string;
	/** The value where nothing is set. */
	default?: boolean;
	/** The change in words, instead of naming the label. */
	on?: Act;
	off?: Act;
};

/** On or off. */
export function toggle({
	label,
	help,
	warning,
	wire = "",
	default: unset = false,
	...words
}: ToggleOptions): Kind<boolean> {
	const isOn = (json: string | null) => (json === null ? unset : json === "true");
	const { on = act("switch", `“${label}” on`), off = act("switch", `“${label}” off`) } = words;
	return {
		...whole({ label, help, wire, unset }, isFlag),
		typed: (form, name) => form.has(name),
		partInSentence: () => `“${label}”`,
		valueInWords: (json) => (isOn(json) ? "on" : "off"),
		changeInWords: ({ after }) => (isOn(after) ? on : off),
		render: ({ name, value, isDisabled, onChange, ...shown }) =>
			isDisabled ? (
				<ReadValue id={name} label={shown.label}>
					{value ? "On" : "Off"}
				</ReadValue>
			) : (
				<SwitchField
					name={name}
					label={shown.label}
					help={shown.help}
					{...(warning ? { warning } : {})}
					isOn={value}
					onChange={onChange}
				/>
			),
	};
}
