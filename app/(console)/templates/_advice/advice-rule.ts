export type Source = { text: string; href: string };

/** Public guidance that the advice rests on. */
export const sources = {
	leastInformation: {
		text: "OpenID4VP 1.0, privacy considerations: least information disclosure",
		href: "https://openid.net/specs/openid-4-verifiable-presentations-1_0.html",
	},
	allOrNothing: {
		text: "OpenID4VP 1.0: a wallet that lacks one requested claim returns nothing",
		href: "https://openid.net/specs/openid-4-verifiable-presentations-1_0.html",
	},
	unnecessaryRequests: {
		text: "W3C Digital Credentials, “Unnecessary Requests”",
		href: "https://www.w3.org/TR/digital-credentials/",
	},
	aamva: {
		text: "AAMVA, Mobile Driver License Implementation Guidelines",
		href: "https://www.aamva.org/topics/mobile-driver-license",
	},
	iso: { text: "ISO/IEC 18013-5, table 5", href: "https://www.iso.org/standard/69084.html" },
	kantara: {
		text: "Kantara, Privacy and Identity Protection in mDL ecosystems",
		href: "https://kantarainitiative.org/",
	},
	minimisation: {
		text: "GDPR, article 5(1)(c): data minimisation",
		href: "https://eur-lex.europa.eu/eli/reg/2016/679/oj",
	},
} satisfies Record<string, Source>;

/** The effect of a click: names to tick and names to remove from the request. */
export type Fix = { label: string; add: readonly string[]; remove: readonly string[] };

export type Advice = {
	/** Stable name of the rule. */
	id: string;
	title: string;
	reason: string;
	source: Source;
	fix: Fix;
};

export type Selection = { requested: ReadonlySet<string>; listedFalse: readonly string[] };

/** One rule: its advice on a selection, or null. */
export type AdviceRule = { id: string; find: (selection: Selection) => Omit<Advice, "id"> | null };

/** The requested ones of the names, in the given order. */
export function present({ requested }: Selection, names: readonly string[]): string[] {
	return names.filter((name) => requested.has(name));
}

export function remove(label: string, names: readonly string[]): Fix {
	return { label, add: [], remove: names };
}
