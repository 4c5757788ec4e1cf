import { PROTOCOLS, type Protocol, protocolLabels } from "../edit/setting-catalogue";
import type { FieldProps } from "./field-props";

const help: Record<Protocol, string> = {
	off: "People sign in by OpenID Connect, or not at all.",
	samlp: "What most bought applications speak. The application asks, or people start here.",
	wsfed: "For SharePoint, older Windows and ASP.NET applications.",
	both: "Stored so, and works nowhere: choose one of the others.",
};

/** Which of the two protocols the application speaks; its settings are shown by the style sheet, with scripts and without. */
export function ProtocolField({ values: { protocol }, faults, isDisabled, change }: FieldProps) {
	const offered: readonly Protocol[] = protocol === "both" ? [...PROTOCOLS, "both"] : PROTOCOLS;
	return (
		<fieldset
			id="protocol"
			tabIndex={-1}
			className="grid gap-2"
			aria-describedby={faults.protocol ? "protocol-error" : undefined}
		>
			<legend className="mb-1.5 text-sm font-medium">Protocol</legend>
			{offered.map((each) => (
				<div key={each} className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-2.5">
					<input
						id={`protocol-${each}`}
						type="radio"
						name="protocol"
						value={each}
						className="mt-0.5 size-4 shrink-0"
						checked={protocol === each}
						disabled={isDisabled}
						onChange={() => change({ protocol: each })}
						aria-describedby={`protocol-${each}-help`}
					/>
					<div className="grid">
						<label htmlFor={`protocol-${each}`} className="min-h-6 text-sm">
							{protocolLabels[each]}
						</label>
						<p id={`protocol-${each}-help`} className="text-xs text-muted">
							{help[each]}
						</p>
					</div>
				</div>
			))}
			{faults.protocol ? (
				<p id="protocol-error" className="text-sm font-medium text-danger">
					{faults.protocol}
				</p>
			) : null}
		</fieldset>
	);
}
