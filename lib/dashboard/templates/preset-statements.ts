/** What a preset states as purpose. */
export type PresetStatement = {
	/** One sentence, as the holder may read it. */
	purpose: string;
	/** The usual legal basis, where there is one wherever the preset is used. */
	legalBasis?: string;
};

export type PresetStatements = Readonly<Record<string, PresetStatement>>;

/** By the preset's id. They are passed to the form by its page, so that no script contains them. */
export const presetStatements: PresetStatements = {
	"over-18": {
		purpose: "To check that you are at least 18, and nothing else about you.",
	},
	"over-21": {
		purpose: "To check that you are at least 21, and nothing else about you.",
	},
	"over-21-photo": {
		purpose: "To check at a counter or a door that you are at least 21, and that the licence is yours.",
	},
	age: {
		purpose: "To find the age band that applies to you.",
	},
	name: {
		purpose: "To compare your name with a booking or an account.",
	},
	identity: {
		purpose: "To establish who you are, with a photo to compare, from a licence that is valid.",
	},
	"lives-in-state": {
		purpose: "To check in which state you live, without your address.",
	},
	address: {
		purpose: "To confirm your name and postal address.",
	},
	driving: {
		purpose: "To rent a vehicle to you: what you may drive, and until when.",
		legalBasis: "GDPR Art. 6(1)(b): contract",
	},
	"bank-us": {
		purpose: "To open an account at a US bank: what the bank must record about you, but for the tax number.",
		legalBasis: "US: Customer Identification Program (31 CFR 1020.220)",
	},
	mandatory: {
		purpose: "To test with everything that every licence holds.",
	},
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
