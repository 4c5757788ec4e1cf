import { textLength } from "@/lib/contract/text-length";
import { findPreset } from "./presets";

/** Why a template asks, kept by the console beside it: the interface has no place for it. An empty text: not stated. */
export type Purpose = {
	/** One sentence, as the holder may read it. */
	purpose: string;
	legalBasis: string;
	/** How long what was disclosed is kept: "30 days", "not stored". */
	retention: string;
	/** An https URL. */
	privacyNotice: string;
	/** The id of the preset whose attributes are the purpose's minimum set. */
	preset: string;
};

export type PurposeField = keyof Purpose;

export const noPurpose: Purpose = { purpose: "", legalBasis: "", retention: "", privacyNotice: "", preset: "" };

type FieldFacts = {
	label: string;
	/** Its name in JSON files and in the store. */
	wire: string;
	/** In characters. */
	max: number;
};

/** In the order of the form. */
export const purposeFields: Record<PurposeField, FieldFacts> = {
	purpose: { label: "Purpose", wire: "purpose", max: 300 },
	legalBasis: { label: "Legal basis", wire: "legal_basis", max: 200 },
	retention: { label: "Retention", wire: "retention", max: 100 },
	privacyNotice: { label: "Privacy notice", wire: "privacy_notice", max: 1000 },
	preset: { label: "Preset", wire: "preset", max: 100 },
};

export const purposeFieldNames = Object.keys(purposeFields) as PurposeField[];

export function isStated(purpose: Purpose): boolean {
	return purposeFieldNames.some((name) => purpose[name] !== "");
}

/** Why a field can't be stored; null where it can. */
export function purposeFault(field: PurposeField, text: string): string | null {
	const { max } = purposeFields[field];
	const length = textLength(text);
	if (length > max) return `At most ${max} characters fit; this has ${length}.`;
	// biome-ignore lint/suspicious/noControlCharactersInRegex: they would break the line in files, lists and the audit trail.
	if (/[\u0000-\u001f\u007f\u2028\u2029]/.test(text)) return "One line of plain text is expected.";
	if (text === "") return null;
	if (field === "privacyNotice" && !isWebAddress(text)) return "An address that begins with https:// is expected.";
	if (field === "preset" && !findPreset(text)) return "This console has no preset with this id.";
	return null;
}

/** What can't be stored, by field. */
export function purposeFaults(purpose: Purpose): Partial<Record<PurposeField, string>> {
	const faults = purposeFieldNames.map((name) => [name, purposeFault(name, purpose[name])] as const);
	const isAlone = purpose.preset !== "" && purpose.purpose === "";
	return {
		...(isAlone && { preset: "A preset is only stored with a purpose." }),
		...Object.fromEntries(faults.filter(([, fault]) => fault !== null)),
	};
}

function isWebAddress(text: string): boolean {
	const url = URL.parse(text);
	return url !== null && url.protocol === "https:" && url.username === "" && url.password === "" && !/\s/.test(text);
}
