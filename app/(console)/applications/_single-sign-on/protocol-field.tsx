import { useField } from "@/app/_editor/editor-context";
import { FieldError } from "@/components/ui/field";
import { ReadValue } from "@/components/ui/read-value";
import { PROTOCOLS, type Protocol, protocolLabels } from "../_edit/protocol";
import { singleSignOnEditor } from "../_edit/single-sign-on-editor";

const help: Record<Protocol, string> = {
	off: "People sign in by OpenID Connect, or not at all.",
	samlp: "What most bought applications speak. The application asks, or people start here.",
	wsfed: "For SharePoint, older Windows and ASP.NET applications.",
	both: "Stored so, and works nowhere: choose one of the others.",
};

/** Which of the two protocols the application uses; the style sheet shows its settings, with scripts and without. */
export function ProtocolField() {
	const { name, label, value, fault, isDisabled, onChange } = useField(singleSignOnEditor, "protocol");
	if (isDisabled) {
		return (
			<>
				<ReadValue id={name} label={label}>
					{protocolLabels[value]}
				</ReadValue>
				{/* The style sheet selects by it. */}
				<input type="radio" name={name} value={value} checked readOnly hidden />
			</>
		);
	}
	const offered: readonly Protocol[] = value === "both" ? [...PROTOCOLS, "both"] : PROTOCOLS;
	return (
		<fieldset id={name} tabIndex={-1} className="grid gap-2" aria-describedby={fault && `${name}-error`}>
			<legend className="sr-only">{label}</legend>
			{offered.map((each) => (
				<div key={each} className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-2.5">
					<input
						id={`${name}-${each}`}
						type="radio"
						name={name}
						value={each}
						className="mt-0.5 size-4 shrink-0"
						checked={value === each}
						onChange={() => onChange(each)}
						aria-describedby={`${name}-${each}-help`}
					/>
					<div className="grid">
						<label htmlFor={`${name}-${each}`} className="min-h-6 text-sm">
							{protocolLabels[each]}
						</label>
						<p id={`${name}-${each}-help`} className="text-xs text-muted">
							{help[each]}
						</p>
					</div>
				</div>
			))}
			<FieldError id={name} error={fault} />
		</fieldset>
	);
}
