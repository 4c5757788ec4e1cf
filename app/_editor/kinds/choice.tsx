import { ChoiceField } from "@/components/ui/choice-field";
import { ReadValue } from "@/components/ui/read-value";
import { type Act, textChange } from "@/lib/dashboard/change-in-words";
import { isText, type Kind, typedText, whole } from "./kind";

type ChoiceOptions = {
	label: string;
	help: string;
	wire?: string;
	options: readonly (readonly [value: string, text: string])[];
	/** The value where nothing is set; absent: the first option. */
	default?: string;
	/** A change to a value, up to the value: "Makes it a". */
	sets?: Act;
	/** The label outside its form, where the short one would be ambiguous. */
	longLabel?: string;
};

/** One of a few known values; another value that the tenant has stored can still be chosen. */
export function choice({ help, wire = "", options, sets, ...rest }: ChoiceOptions): Kind<string> {
	const { default: unset = options[0]?.[0] ?? "", longLabel: label = rest.label } = rest;
	const valueInWords = (json: string | null) => {
		const value = json === null ? unset : String(JSON.parse(json));
		return options.find(([known]) => known === value)?.[1] ?? (value === "" ? "nothing" : `“${value}”`);
	};
	return {
		...whole({ label: rest.label, help, wire, unset }, isText),
		typed: (form, name) => typedText(form, name) || unset,
		partLabel: () => label,
		valueInWords,
		changeInWords: ({ before, after }) =>
			// Nothing set is a choice like any other.
			textChange(
				{ label, ...(sets && { sets }) },
				{ before: before ?? JSON.stringify(unset), after: after ?? JSON.stringify(unset) },
				valueInWords,
			),
		fault: (content, stored) =>
			content === stored || options.some(([known]) => known === content)
				? null
				: "Choose one of those that are offered.",
		read: (stored) => (isText(stored) && stored !== "" ? stored : unset),
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
