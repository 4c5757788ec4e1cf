import type { ComponentProps, ReactNode } from "react";
import { classNames } from "@/components/ui/class-names";
import { controlClass } from "@/components/ui/field";
import { controlName, type TryItField } from "../_run/try-it-fields";

type TryItFieldProps = {
	field: TryItField;
	label: string;
	description?: ReactNode;
	/** What was posted. */
	value?: string | undefined;
	/** What the server said of it. With scripts a later answer puts its own words into the same place. */
	fault?: string | undefined;
	/** Draws the control with what ties it to its words. */
	children: (control: Tied) => ReactNode;
};

type Tied = Pick<ComponentProps<"textarea">, "id" | "name" | "aria-describedby" | "aria-invalid">;

/** A control of the tab with its label, its help and the place of its fault, drawn by the server alone. */
function TryItFieldFrame({ field, label, description, fault, children }: Omit<TryItFieldProps, "value">) {
	const id = controlName(field);
	return (
		<div className="grid gap-1">
			<label htmlFor={id} className="text-sm font-medium">
				{label}
			</label>
			{children({
				id,
				name: id,
				"aria-describedby": `${description ? `${id}-description ` : ""}${id}-fault`,
				"aria-invalid": fault ? true : undefined,
			})}
			{description ? (
				<p id={`${id}-description`} className="text-xs text-muted">
					{description}
				</p>
			) : null}
			<p id={`${id}-fault`} className="text-sm font-medium text-danger empty:hidden">
				{fault ? <span className="served">{fault}</span> : null}
			</p>
		</div>
	);
}

/** A text. An area even for one line: Enter in an input of the form would press its first button. */
export function TryItText({ value, rows = 1, ...frame }: Omit<TryItFieldProps, "children"> & { rows?: number }) {
	return (
		<TryItFieldFrame {...frame}>
			{(tied) => (
				<textarea
					{...tied}
					rows={rows}
					defaultValue={value}
					spellCheck={false}
					autoComplete="off"
					className={classNames(controlClass, "font-mono text-xs")}
				/>
			)}
		</TryItFieldFrame>
	);
}

type TryItSelectProps = Omit<TryItFieldProps, "children"> & {
	/** Value and text. */
	options: readonly (readonly [string, string])[];
};

export function TryItSelect({ value, options, ...frame }: TryItSelectProps) {
	return (
		<TryItFieldFrame {...frame}>
			{(tied) => (
				<select {...tied} defaultValue={value || undefined} className={classNames(controlClass, "bg-surface!")}>
					{options.map(([option, text]) => (
						<option key={option} value={option}>
							{text}
						</option>
					))}
				</select>
			)}
		</TryItFieldFrame>
	);
}
