import { MDL_ATTRIBUTE_NAMES } from "@/lib/contract/template/mdl-attribute-names";
import { attributeLabel, suggestedAttributes } from "../attribute-catalogue";
import { isBiometric, isKnownElement } from "../attribute-facts";

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

/** What there is to say about a typed element name. The service takes any name, so nothing here refuses one. */
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
