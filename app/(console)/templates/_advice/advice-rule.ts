import { isAgeOver } from "@/lib/dashboard/templates/attribute-facts";

type Source = { text: string; href: string };

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

export type Advice = {
	/** Stable name of the rule. */
	id: string;
	title: string;
	reason: string;
	source: Source;
	/** The effect of a click: names to tick and names to remove from the request. */
	fix: { label: string; add: readonly string[]; remove: readonly string[] };
};

/** What a template requests, as the rules see it. */
export type Selection = {
	requested: readonly string[];
	listedFalse: readonly string[];
	/** The requested age limits, by their age. */
	ageLimits: readonly string[];
	/** Whether all of the names are requested. */
	has: (...names: string[]) => boolean;
	/** The requested ones of the names, in the given order. */
	of: (names: readonly string[]) => string[];
};

/** The advice of a rule on a selection, by the rule's name; false: none. */
export type AdviceRules = Record<string, (selection: Selection) => false | Omit<Advice, "id">>;

export function selectionOf(elements: Record<string, unknown>): Selection {
	const namesWith = (isRequested: boolean) =>
		Object.entries(elements).flatMap(([name, value]) => ((value !== false) === isRequested ? [name] : []));
	const requested = namesWith(true);
	const names = new Set(requested);
	return {
		requested,
		listedFalse: namesWith(false),
		ageLimits: requested.filter(isAgeOver).sort(),
		has: (...some) => some.every((name) => names.has(name)),
		of: (some) => some.filter((name) => names.has(name)),
	};
}

export function remove(label: string, names: readonly string[]): Advice["fix"] {
	return { label, add: [], remove: names };
}
