import { useField } from "@/app/_editor/editor-context";
import { SkipToSave } from "@/app/_editor/save-bar";
import { FieldCounter } from "@/app/_forms/field-counter";
import { describedBy, FieldError } from "@/components/ui/field";
import { TEMPLATE_NAME_LENGTH_MAX } from "@/lib/contract/limits";
import { templateEditor } from "../_edit/template-editor";

/** The name in one line, so that all boxes are in view below it. */
export function NameRow() {
	const { name, label, help, value, fault, onChange } = useField(templateEditor, "name");
	return (
		<div className="grid gap-1">
			<div className="name-row">
				<span>
					<label htmlFor={name}>{label}</label>
					<span aria-hidden="true" className="required">
						required
					</span>
				</span>
				<input
					id={name}
					name={name}
					className="control"
					value={value}
					onChange={(event) => onChange(event.target.value)}
					aria-required
					aria-invalid={fault ? true : undefined}
					aria-describedby={describedBy(name, help, fault)}
				/>
				<SkipToSave />
				<span className="help">
					<span id={`${name}-description`}>{help}</span>
					<FieldCounter text={value} max={TEMPLATE_NAME_LENGTH_MAX} />
				</span>
			</div>
			<FieldError id={name} error={fault} />
		</div>
	);
}
