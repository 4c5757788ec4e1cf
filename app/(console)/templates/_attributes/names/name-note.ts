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
const SIMILAR_EDITS_MAX = 2;
/** Of fewer letters nothing is a slip of another name. */
const LETTERS_PER_EDIT = 3;

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
	return { name, tone: "warning", text: `Not a known mDL element.${hint(name.toLowerCase(), boxed)}` };
}

/** What may have been meant by a name, in lower case. */
function hint(name: string, known: readonly string[]): string {
	if (isKnownElement(name)) return ` Did you mean ${name}?`;
	if (name.startsWith("age_over")) {
		return " Age limits are named age_over_NN, with two digits from 00 to 99.";
	}
	const editsMax = Math.min(SIMILAR_EDITS_MAX, Math.floor(name.length / LETTERS_PER_EDIT));
	const [nearest] = known
		.map((one) => ({ one, edits: editDistance(one, name) }))
		.filter(({ edits }) => edits <= editsMax)
		.sort((a, b) => a.edits - b.edits);
	return nearest ? ` Did you mean ${nearest.one}?` : "";
}

/** Levenshtein distance: how many characters have to be added, removed or replaced. */
function editDistance(a: string, b: string): number {
	let row = Array.from({ length: b.length + 1 }, (_, index) => index);
	for (const [i, character] of [...a].entries()) {
		const next = [i + 1];
		for (let j = 0; j < b.length; j += 1) {
			const replaced = (row[j] ?? 0) + (character === b[j] ? 0 : 1);
			next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
		}
		row = next;
	}
	return row[b.length] ?? 0;
}
