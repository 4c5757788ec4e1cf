import { EditorField, KeptField, useEditing, useNow } from "@/app/_editor/editor-context";
import { Button } from "@/components/ui/button";
import { attributesInWords } from "@/lib/dashboard/templates/attribute-facts";
import { findPreset } from "@/lib/dashboard/templates/presets";
import { LEGAL_BASES_ID, legalBases, purposeFieldNames } from "@/lib/dashboard/templates/purpose";
import { OWN_PURPOSE } from "../_edit/presets";
import { purposeOf, templateEditor } from "../_edit/template-editor";

/** Why the template asks. The console keeps it; nothing of it is sent to the service. */
export function PurposeSection() {
	const { canWrite, change } = useEditing(templateEditor);
	const { content, faults } = useNow(templateEditor);
	const preset = findPreset(purposeOf(content).preset);
	return (
		<details open={purposeFieldNames.some((name) => faults[name])} className="group border-t border-line pt-2">
			<summary className="text-sm font-medium">
				<span>Purpose</span>{" "}
				<span className="font-normal text-muted group-open:hidden">{content.purpose || "not stated"}</span>
			</summary>
			<div className="mt-3 grid gap-4">
				<p className="text-sm text-muted">
					For other admins, and for what you tell holders. Kept by this console: the tenant has no field for it.
				</p>
				<datalist id={LEGAL_BASES_ID}>
					{legalBases.map((one) => (
						<option key={one} value={one} />
					))}
				</datalist>
				<EditorField of={templateEditor} name="purpose" />
				<div className="grid items-start gap-4 sm:grid-cols-2">
					<EditorField of={templateEditor} name="legalBasis" />
					<EditorField of={templateEditor} name="retention" />
				</div>
				<EditorField of={templateEditor} name="privacyNotice" />
				{canWrite ? <KeptField of={templateEditor} name="preset" /> : null}
				{preset ? (
					<p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
						<span>
							From preset “{preset.title}”, which needs {attributesInWords(preset.attributes)}.
						</span>
						{canWrite ? (
							<Button
								name="intent"
								value={OWN_PURPOSE}
								onClick={(event) => {
									event.preventDefault();
									change("preset", "");
									// The button is gone.
									document.getElementById("purpose")?.focus();
								}}
							>
								Not of this preset
							</Button>
						) : null}
					</p>
				) : null}
			</div>
		</details>
	);
}
