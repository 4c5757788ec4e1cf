import { TextAreaField } from "@/components/ui/text-area-field";
import type { FieldProps } from "./field-props";

const lists = {
	probes: {
		label: "Name identifier attributes",
		description:
			"Attributes of which the first that a person has becomes the name identifier, one a line. Empty: the user's identifier, then e-mail address, then name.",
	},
	aliases: {
		label: "Realms",
		description: "Names by which the application asks (wtrealm), one a line. urn: and its client ID always works.",
	},
} as const;

/** A list of which each line is a member. */
export function LineField({ list, values, faults, isDisabled, change }: FieldProps & { list: keyof typeof lists }) {
	const text = values[list];
	return (
		<TextAreaField
			id={list}
			name={list}
			{...lists[list]}
			rows={Math.min(Math.max(text.split("\n").length + 1, 2), 10)}
			className="font-mono text-xs"
			disabled={isDisabled}
			autoComplete="off"
			autoCapitalize="none"
			spellCheck={false}
			value={text}
			onChange={(event) => change({ [list]: event.target.value })}
			error={faults[list]}
		/>
	);
}
