/** What a preset states as purpose. */
export type PresetStatement = {
	/** One sentence, as the holder may read it. */
	purpose: string;
	/** The usual legal basis, where there is one wherever the preset is used. */
	legalBasis?: string;
	/** What the selection rests on, for the admin. */
	basis: string;
};

export type PresetStatements = Readonly<Record<string, PresetStatement>>;

/** By the preset's id. They are passed to the form by its page, so that no script contains them. */
export const presetStatements: PresetStatements = {
	"over-18": {
		purpose: "To check that you are at least 18, and nothing else about you.",
		basis: "OpenID4VP 1.0 recommends an age statement over a date of birth; Multipaz's reader has the same request.",
	},
	"over-21": {
		purpose: "To check that you are at least 21, and nothing else about you.",
		basis: "As “Over 18”; the usual check for alcohol in the United States.",
	},
	"over-21-photo": {
		purpose: "To check at a counter or a door that you are at least 21, and that the licence is yours.",
		basis: "Where someone compares the face. Multipaz's reader request “age over 21 and portrait”.",
	},
	age: {
		purpose: "To find the age band that applies to you.",
		basis:
			"Where one limit is not enough: the least revealing of the specification's own age attributes. Not every licence has it.",
	},
	name: {
		purpose: "To compare your name with a booking or an account.",
		basis: "The two names that ISO/IEC 18013-5 makes every issuer fill in.",
	},
	identity: {
		purpose: "To establish who you are, with a photo to compare, from a licence that is valid.",
		basis: "Multipaz's transport request, without the attributes that only US licences carry.",
	},
	"lives-in-state": {
		purpose: "To check in which state you live, without your address.",
		basis: "The smallest part of the address that answers the question: no street, no city.",
	},
	address: {
		purpose: "To confirm your name and postal address.",
		basis: "The “name and address” requests of Multipaz and of Google Wallet's guide for verifiers.",
	},
	driving: {
		purpose: "To rent a vehicle to you: what you may drive, and until when.",
		legalBasis: "GDPR Art. 6(1)(b): contract",
		basis: "The driving privileges request of the California DMV's reader; rental contracts record the licence number.",
	},
	"bank-us": {
		purpose: "To open an account at a US bank: what the bank must record about you, but for the tax number.",
		legalBasis: "US: Customer Identification Program (31 CFR 1020.220)",
		basis: "The US Customer Identification Program (31 CFR 1020.220): name, date of birth, address, and the document.",
	},
	mandatory: {
		purpose: "To test with everything that every licence has.",
		basis:
			"For tests, hardly ever for real use. The attributes that ISO/IEC 18013-5, table 5, makes mandatory for issuers.",
	},
};
