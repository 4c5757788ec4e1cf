import { type ComponentProps, type ReactNode, useId } from "react";
import { classNames } from "./class-names";
import { describedBy, Field } from "./field";

type TextAreaFieldProps = Omit<ComponentProps<"textarea">, "id"> & {
	id?: string;
	label: string;
	description?: ReactNode;
	error?: ReactNode;
	counter?: ReactNode;
};

export function TextAreaField({
	id,
	label,
	description,
	error,
	counter,
	required,
	className,
	...rest
}: TextAreaFieldProps) {
	const ownId = useId();
	const areaId = id ?? ownId;
	return (
		<Field id={areaId} label={label} required={required} description={description} error={error} counter={counter}>
			<textarea
				id={areaId}
				aria-required={required || undefined}
				aria-invalid={error ? true : undefined}
				aria-describedby={describedBy(areaId, description, error)}
				className={classNames("control", className)}
				{...rest}
			/>
		</Field>
	);
}
