import { type ComponentProps, type ReactNode, useId } from "react";
import { classNames } from "./class-names";
import { describedBy, Field } from "./field";

type TextFieldProps = Omit<ComponentProps<"input">, "id"> & {
	id?: string;
	label: string;
	description?: ReactNode;
	error?: ReactNode;
	counter?: ReactNode;
};

export function TextField({ id, label, description, error, counter, required, className, ...rest }: TextFieldProps) {
	const ownId = useId();
	const inputId = id ?? ownId;
	return (
		<Field id={inputId} label={label} required={required} description={description} error={error} counter={counter}>
			<input
				id={inputId}
				aria-required={required || undefined}
				aria-invalid={error ? true : undefined}
				aria-describedby={describedBy(inputId, description, error)}
				className={classNames("control", className)}
				{...rest}
			/>
		</Field>
	);
}
