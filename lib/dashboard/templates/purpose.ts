import { textLength } from "@/lib/contract/limits";
import { textInWords } from "../change-in-words";
import { findPreset } from "./presets";

/** A text of the purpose: why a template asks, kept by the console beside it, as the interface has no place for it. */
export type PurposeText = {
	label: string;
	/** Shown under its control. */
	help: string;
	/** Its key in JSON files, and its column in the store. */
	wire: string;
	/** In characters. */
	max: number;
	/** The fault of a text that is not empty. */
	rule?: (text: string) => string | null;
	/** The id of a list of usual texts. */
	list?: string;
	/** Its value in a change in words, where that is not the text itself. */
	inWords?: (json: string | null) => string;
};

/** Usual legal bases; any other text is accepted too. */
export const legalBases = [
	"GDPR Art. 6(1)(a): consent",
	"GDPR Art. 6(1)(b): contract",
	"GDPR Art. 6(1)(c): legal obligation",
	"GDPR Art. 6(1)(d): vital interests",
	"GDPR Art. 6(1)(e): public task",
	"GDPR Art. 6(1)(f): legitimate interests",
] as const;

/** The id of their list. */
export const LEGAL_BASES_ID = "legal-bases";

/** In the order of the form. */
export const purposeFields = {
	purpose: {
		label: "Purpose",
		help: "Why you ask, in one sentence that the holder may read.",
		wire: "purpose",
		max: 300,
	},
	legalBasis: {
		label: "Legal basis",
		help: "What allows you to ask.",
		wire: "legal_basis",
		max: 200,
		list: LEGAL_BASES_ID,
	},
	retention: {
		label: "Retention",
		help: "How long you keep what is disclosed: “30 days”, “not stored”.",
		wire: "retention",
		max: 100,
	},
	privacyNotice: {
		label: "Privacy notice",
		help: "The URL of your privacy notice: https://…",
		wire: "privacy_notice",
		max: 1000,
		rule: (text) => (isWebAddress(text) ? null : "Enter a URL that begins with https://."),
	},
	/** The id of the preset whose attributes are the purpose's minimum set; the preset's button sets it. */
	preset: {
		label: "Preset",
		help: "",
		wire: "preset",
		max: 100,
		rule: (id) => (findPreset(id) ? null : "This console has no preset with this ID."),
		inWords: presetInWords,
	},
} as const satisfies Record<string, PurposeText>;

export type PurposeField = keyof typeof purposeFields;
/** An empty text: not stated. */
export type Purpose = Record<PurposeField, string>;

export const purposeFieldNames = Object.keys(purposeFields) as PurposeField[];

/** A purpose with a text for each field. */
export function purposeWith(textOf: (field: PurposeField) => string): Purpose {
	return Object.fromEntries(purposeFieldNames.map((field) => [field, textOf(field)])) as Purpose;
}

export const noPurpose = purposeWith(() => "");

export function isStated(purpose: Purpose): boolean {
	return purposeFieldNames.some((name) => purpose[name] !== "");
}

/** A preset by its title: "“Over 18”". */
function presetInWords(json: string | null): string {
	const title = json === null ? undefined : findPreset(JSON.parse(json))?.title;
	return title === undefined ? textInWords(json) : `“${title}”`;
}

/** Why a field can't be stored; null where it can. */
export function purposeFault(field: PurposeField, text: string): string | null {
	const { max, rule }: PurposeText = purposeFields[field];
	const length = textLength(text);
	if (length > max) return `At most ${max} characters fit; this has ${length}.`;
	// biome-ignore lint/suspicious/noControlCharactersInRegex: they would break the line in files, lists and the audit trail.
	if (/[\u0000-\u001f\u007f\u2028\u2029]/.test(text)) return "One line of plain text is expected.";
	return text === "" ? null : (rule?.(text) ?? null);
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
