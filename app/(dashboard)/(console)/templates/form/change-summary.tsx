import { Alert } from "@/components/ui/alert";
import type { MdlElements } from "@/lib/contract/mdl-elements";
import { attributeLabel } from "../attributes/attribute-catalogue";
import { elementChanges, elementsOfForm, type TemplateFormValues } from "./template-form-values";

type ChangeSummaryProps = {
	stored: MdlElements;
	start: TemplateFormValues;
	values: TemplateFormValues;
	hasConflict: boolean;
};

const verbs = { added: "Adds", removed: "Removes", changed: "Changes" };

/** What the Save button would do, always in sight above it. */
export function ChangeSummary({ stored, start, values, hasConflict }: ChangeSummaryProps) {
	const changes = elementChanges(stored, elementsOfForm(stored, values));
	const lines = changes.map(({ name, change }) => `${verbs[change]} ${attributeLabel(name)}`);
	if (values.name !== start.name) lines.unshift(`Renames it to “${values.name}”`);
	if (values.type !== start.type) lines.unshift(`Sets the type to “${values.type}”`);
	const counts = (["added", "removed", "changed"] as const).flatMap((kind) => {
		const count = changes.filter(({ change }) => change === kind).length;
		return count > 0 ? `${verbs[kind].toLowerCase()} ${count}` : [];
	});
	return (
		<div className="grid gap-3 text-sm">
			{hasConflict ? (
				<Alert tone="warning" title="Changed since you opened it">
					<p>
						Somebody else has changed the attributes. The boxes show their version with your changes on top; check the
						list below and save again.
					</p>
				</Alert>
			) : null}
			<div role="status" className="grid gap-1">
				<p className="font-medium">
					{lines.length === 0 ? "No changes to save" : ["Saving", counts.join(", ")].join(" ").trim()}
					{lines.length > 0 ? ":" : ""}
				</p>
				<ul className="grid list-disc gap-0.5 pl-5 [overflow-wrap:anywhere]">
					{lines.map((line) => (
						<li key={line}>{line}</li>
					))}
				</ul>
			</div>
		</div>
	);
}
