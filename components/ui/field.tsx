import type { ReactNode } from "react";

type FieldProps = {
	id: string;
	label: string;
	required?: boolean;
	description?: ReactNode;
	error?: ReactNode;
	/** A live counter beside the label; it stays out of the accessible name. */
	counter?: ReactNode;
	children: ReactNode;
};

/** Ids of a control's help and error, those that are rendered. */
export function describedBy(id: string, description: unknown, error: unknown): string | undefined {
	return [description && `${id}-description`, error && `${id}-error`].filter(Boolean).join(" ") || undefined;
}

/** Label, control, help and error of any kind of input, associated by ids. */
export function Field({ id, label, required, description, error, counter, children }: FieldProps) {
	return (
		<div className="field">
			<div className="field-head">
				<span>
					<label htmlFor={id}>{label}</label>
					{required ? (
						<span aria-hidden="true" className="required">
							required
						</span>
					) : null}
				</span>
				{counter}
			</div>
			{children}
			{description ? (
				<p id={`${id}-description`} className="help">
					{description}
				</p>
			) : null}
			<FieldError id={id} error={error} />
		</div>
	);
}

/** The error of the control with this id. */
export function FieldError({ id, error }: Pick<FieldProps, "id" | "error">) {
	return error ? (
		<p id={`${id}-error`} className="fault">
			{error}
		</p>
	) : null;
}
