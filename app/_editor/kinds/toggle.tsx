import { ReadValue } from "@/components/ui/read-value";
import { SwitchField } from "@/components/ui/switch-field";
import { isFlag, type Kind } from "./kind";

type ToggleOptions = {
	label: string;
	help: string;
	/** The risk of turning it on. */
	warning?: string;
	wire?: string;
	/** The value where nothing is set. */
	default?: boolean;
	/** The change in words, instead of naming the label. */
	on?: string;
	off?: string;
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
	const isOn = (json: string | null | undefined) => (json == null ? unset : json === "true");
	const { on = `Switches “${label}” on`, off = `Switches “${label}” off` } = words;
	return {
		label,
		help,
		wire,
		default: unset,
		isValue: isFlag,
		isContent: isFlag,
		toValue: (content) => content,
		contentOf: (value) => value,
		typed: (form, name) => form.has(name),
		partsOf: (content) => (content === unset ? [] : [["", String(content)]]),
		contentOfParts: (parts) => isOn(parts.get("")),
		partLabel: () => label,
		valueInWords: (json) => (isOn(json) ? "on" : "off"),
		changeInWords: ({ after }) => (isOn(after) ? on : off),
		fault: () => null,
		read: (stored) => (isFlag(stored) ? stored : unset),
		write: (content) => content,
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
