import { ChoiceField } from "@/components/ui/choice-field";
import { ReadValue } from "@/components/ui/read-value";
import { textChange } from "@/lib/dashboard/change-in-words";
import { isText, type Kind, typedText } from "./kind";

type ChoiceOptions = {
	label: string;
	help: string;
	wire?: string;
	/** Value and text. */
	options: readonly (readonly [value: string, text: string])[];
	/** The value where nothing is set; absent: the first option. */
	default?: string;
	verb?: string;
	/** The label outside its form, where the short one would be ambiguous. */
	longLabel?: string;
};

/** One of a few known values; another value that the tenant has stored can still be chosen. */
export function choice({ help, wire = "", options, verb, ...rest }: ChoiceOptions): Kind<string> {
	const { default: unset = options[0]?.[0] ?? "", longLabel: label = rest.label } = rest;
	const valueInWords = (json: string | null) => {
		const value = json === null ? unset : String(JSON.parse(json));
		return options.find(([known]) => known === value)?.[1] ?? (value === "" ? "nothing" : `“${value}”`);
	};
	return {
		label: rest.label,
		help,
		wire,
		default: unset,
		isValue: isText,
		isContent: isText,
		toValue: (content) => content,
		contentOf: (value) => value,
		typed: (form, name) => typedText(form, name) || unset,
		partsOf: (content) => (content === unset ? [] : [["", JSON.stringify(content)]]),
		contentOfParts: (parts) => String(JSON.parse(parts.get("") ?? JSON.stringify(unset))),
		partLabel: () => label,
		valueInWords,
		changeInWords: ({ before, after }) =>
			// Nothing set is a choice like any other.
			textChange(
				{ label, ...(verb && { verb }) },
				{ before: before ?? JSON.stringify(unset), after: after ?? JSON.stringify(unset) },
				valueInWords,
			),
		fault: (content, before) =>
			content === before || options.some(([known]) => known === content)
				? null
				: "Choose one of those that are offered.",
		read: (stored) => (isText(stored) && stored !== "" ? stored : unset),
		write: (content) => content,
		render({ name, value, stored = unset, fault, isDisabled, onChange, options: ofPage = options, ...words }) {
			const offered = ofPage.map(([known, text]) => [known, text.charAt(0).toUpperCase() + text.slice(1)] as const);
			if (isDisabled)
				return (
					<ReadValue id={name} label={words.label}>
						{offered.find(([known]) => known === value)?.[1] ?? value}
					</ReadValue>
				);
			return (
				<ChoiceField
					name={name}
					label={words.label}
					description={words.help}
					error={fault}
					value={value}
					stored={stored}
					options={offered}
					onChange={onChange}
				/>
			);
		},
	};
}
