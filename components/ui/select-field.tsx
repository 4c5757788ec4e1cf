import { type ComponentProps, type ReactNode, useId } from "react";
import { describedBy, Field } from "./field";

type SelectFieldProps = Omit<ComponentProps<"select">, "id"> & {
	id?: string;
	label: string;
	description?: ReactNode;
	error?: ReactNode;
	/** Value and text. */
	options: readonly (readonly [string, string])[];
};

export function SelectField({ id, label, description, error, options, ...rest }: SelectFieldProps) {
	const ownId = useId();
	const selectId = id ?? ownId;
	return (
		<Field id={selectId} label={label} description={description} error={error}>
			<select
				id={selectId}
				aria-invalid={error ? true : undefined}
				aria-describedby={describedBy(selectId, description, error)}
				className="control"
				{...rest}
			>
				{options.map(([value, text]) => (
					<option key={value} value={value}>
						{text}
					</option>
				))}
			</select>
		</Field>
	);
}
