import { type ReactNode, useState } from "react";
import { useEditing, useNow } from "@/app/_editor/editor-context";
import { Badge } from "@/components/ui/badge";
import { TextField } from "@/components/ui/text-field";
import { MDL_ATTRIBUTE_NAMES } from "@/lib/contract/template/mdl-attribute-names";
import { attributeLabel, suggestedAttributes } from "@/lib/dashboard/templates/attribute-catalogue";
import { isAgeOver, isBiometric, isKnownElement } from "@/lib/dashboard/templates/attribute-facts";
import { AGE_LIMITS_ADVISED_MAX } from "../_advice/age-rules";
import { templateEditor } from "../_edit/template-editor";
import { type Selection, splitNames, tickedNames } from "../_edit/template-elements";
import { MORE_ID } from "./group-links";

type MoreAttributesProps = {
	/** The number of listed elements beyond the 21; a new one opens the section. */
	ticked: number;
	/** A filter has matches in here. */
	hasHits: boolean;
	isDisabled: boolean;
	children: ReactNode;
};

/** Elements of the same namespace beyond the 21: suggested ones, this template's, and typed names. */
export function MoreAttributes({ ticked, hasHits, isDisabled, children }: MoreAttributesProps) {
	const [isOpen, setOpen] = useState(ticked > 0);
	const [before, setBefore] = useState(ticked);
	if (before !== ticked) {
		setBefore(ticked);
		if (ticked > before) setOpen(true);
	}
	return (
		<details
			open={isOpen || hasHits}
			onToggle={({ currentTarget }) => hasHits || setOpen(currentTarget.open)}
			className="mt-3 border-t border-line pt-2"
		>
			<summary className="text-sm font-semibold leading-6">More attributes</summary>
			<fieldset id={MORE_ID} disabled={isDisabled} className="mt-2 grid gap-3">
				<legend className="sr-only">More attributes</legend>
				<p className="text-sm text-muted">
					Further elements of the same namespace. Many licences lack them, and each one asked for can turn people away.
				</p>
				<div className="attribute-columns rows">{children}</div>
				<FurtherElements />
			</fieldset>
		</details>
	);
}

function FurtherElements() {
	const { change } = useEditing(templateEditor);
	const { elements, added } = useNow(templateEditor).values;
	return (
		<>
			<TextField
				label="Further elements"
				name="added"
				value={added}
				onChange={(event) => change("added", event.target.value)}
				description="Names such as age_over_30, separated by commas. The service accepts any name."
			/>
			<NameNotes values={{ elements, added }} />
		</>
	);
}

/** Below the field for further elements: a note on each typed name, and a warning about too many age limits. */
function NameNotes({ values }: { values: Selection }) {
	const typed = [...new Set(splitNames(values.added))];
	const limits = new Set([...tickedNames(values), ...typed].filter(isAgeOver)).size;
	return (
		<div role="status" className="grid gap-1 text-sm empty:hidden">
			{typed.map(nameNote).map(({ name, tone, text }) => (
				<p key={name}>
					<code>{name}</code> {tone === "warning" ? <Badge tone="warning">check</Badge> : null}{" "}
					<span className="text-muted">{text}</span>
				</p>
			))}
			{limits > AGE_LIMITS_ADVISED_MAX ? (
				<p>
					<Badge tone="warning">check</Badge> {limits} age limits: together they narrow the age down. At most{" "}
					{AGE_LIMITS_ADVISED_MAX} are advised.
				</p>
			) : null}
		</div>
	);
}

export type NameNote = { name: string; tone: "fine" | "warning"; text: string };

/** Elements of AAMVA's own namespace, which this template format can't address (AAMVA guidelines, data dictionary). */
const AAMVA_NAMES = [
	"domestic_driving_privileges",
	"name_suffix",
	"organ_donor",
	"veteran",
	"family_name_truncation",
	"given_name_truncation",
	"weight_range",
	"race_ethnicity",
	"DHS_compliance",
	"EDL_credential",
	"resident_county",
	"hazmat_endorsement_expiration_date",
	"CDL_indicator",
	"DHS_compliance_text",
	"DHS_temporary_lawful_status",
];

/** A note on a typed element name. The service accepts any name, so none is refused. */
export function nameNote(name: string): NameNote {
	const label = attributeLabel(name);
	const boxed = [...MDL_ATTRIBUTE_NAMES, ...suggestedAttributes.map((suggested) => suggested.name)] as string[];
	if (boxed.includes(name)) return { name, tone: "fine", text: `The same as ticking “${label}”.` };
	if (isBiometric(name)) return { name, tone: "warning", text: "Biometric data: very sensitive, hardly ever held." };
	if (isKnownElement(name)) return { name, tone: "fine", text: `${label}: an age limit.` };
	if (AAMVA_NAMES.includes(name) || name.startsWith("aka_")) {
		return { name, tone: "warning", text: "Belongs to AAMVA's own namespace, which a template can't address." };
	}
	const hint = name.startsWith("age_over") ? " Age limits are named age_over_NN, with two digits from 00 to 99." : "";
	return { name, tone: "warning", text: `Not a known mDL element.${hint}` };
}
