import { describedBy, Field } from "./field";

type ChoiceFieldProps = {
	/** Of the field, and its id. */
	name: string;
	label: string;
	description: string;
	error: string | undefined;
	value: string;
	/** The stored value: it stays selectable where it is none of the options. */
	stored: string;
	/** Value and text. */
	options: readonly (readonly [string, string])[];
	/** Values of disabled options. */
	refused?: readonly string[];
	onChange: (value: string) => void;
};

/** A select of a few known options. */
export function ChoiceField(props: ChoiceFieldProps) {
	const { name, label, description, error, value, stored, options, refused = [], onChange } = props;
	const isKnown = options.some(([known]) => known === stored);
	return (
		<Field id={name} label={label} description={description} error={error}>
			<select
				id={name}
				name={name}
				className="control"
				value={value}
				onChange={(event) => onChange(event.target.value)}
				aria-invalid={error ? true : undefined}
				aria-describedby={describedBy(name, description, error)}
			>
				{isKnown ? null : <option value={stored}>{stored} (stored; not offered here)</option>}
				{options.map(([offered, text]) => (
					<option key={offered} value={offered} disabled={refused.includes(offered)}>
						{text}
					</option>
				))}
			</select>
		</Field>
	);
}
