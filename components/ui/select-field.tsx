import { type ComponentProps, useId } from "react";
import { Field } from "./field";

type SelectFieldProps = Omit<ComponentProps<"select">, "id"> & {
	label: string;
	/** Value and text. */
	options: readonly (readonly [string, string])[];
};

export function SelectField({ label, options, ...rest }: SelectFieldProps) {
	const id = useId();
	return (
		<Field id={id} label={label}>
			<select id={id} className="control" {...rest}>
				{options.map(([value, text]) => (
					<option key={value} value={value}>
						{text}
					</option>
				))}
			</select>
		</Field>
	);
}
