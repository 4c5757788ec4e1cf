import { useId } from "react";

type SwitchFieldProps = {
	name: string;
	value?: string;
	label: string;
	help: string;
	warning?: string;
	isOn: boolean;
	onChange: (isOn: boolean) => void;
};

/** A checkbox with a line of help under its label. */
export function SwitchField({ name, value, label, help, warning, isOn, onChange }: SwitchFieldProps) {
	const id = useId();
	return (
		<div className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-2.5">
			<input
				id={id}
				type="checkbox"
				name={name}
				value={value}
				className="mt-0.5 size-4 shrink-0"
				checked={isOn}
				onChange={(event) => onChange(event.target.checked)}
				aria-describedby={`${id}-help`}
			/>
			<div className="grid min-w-0">
				<label htmlFor={id} className="min-h-6 text-sm first-letter:uppercase">
					{label}
				</label>
				<p id={`${id}-help`} className="text-xs text-muted">
					{help} {warning ? <span className="text-warning">{warning}</span> : null}
				</p>
			</div>
		</div>
	);
}

type SwitchFieldsProps = {
	name: string;
	options: readonly (Pick<SwitchFieldProps, "label" | "help" | "warning"> & { value: string })[];
	/** The values of those that are on. */
	on: readonly string[];
	onChange: (on: readonly string[]) => void;
};

/** Switches of one name, of which any may be on. */
export function SwitchFields({ name, options, on, onChange }: SwitchFieldsProps) {
	const ticked = new Set(on);
	return options.map((option) => (
		<SwitchField
			key={option.value}
			name={name}
			{...option}
			isOn={ticked.has(option.value)}
			onChange={(isOn) => onChange(isOn ? [...on, option.value] : on.filter((each) => each !== option.value))}
		/>
	));
}
