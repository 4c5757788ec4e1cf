import { MDL_ATTRIBUTE_NAMES } from "@/lib/contract/template/mdl-elements";
import { attributeLabel } from "@/lib/dashboard/templates/attribute-catalogue";
import { isAgeOver, isBiometric } from "@/lib/dashboard/templates/attribute-facts";

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
};

export type Advice = {
	/** Stable name of the rule. */
	id: string;
	title: string;
	reason: string;
	source: { text: string; href: string };
	/** The effect of a click: names to tick and names to remove from the request. */
	fix: { label: string; add: readonly string[]; remove: readonly string[] };
};

/** From this number on a request is for the whole licence rather than a selection. */
const NEARLY_ALL = 15;
const LEAST_IDENTITY = ["family_name", "given_name"];
const OVER_18 = ["age_over_18"];
const NATIONAL_SCRIPT = [
	["family_name_national_character", "family_name"],
	["given_name_national_character", "given_name"],
] as const;

/** A row speaks up where its fix removes something. */
type Row = Omit<Advice, "fix"> & { fix: Partial<Advice["fix"]> & Pick<Advice["fix"], "label" | "remove"> };

/** All advice on a request, whatever its purpose. */
export function generalAdvice(elements: Record<string, unknown>): Advice[] {
	const entries = Object.entries(elements);
	const requested = entries.flatMap(([name, value]) => (value === false ? [] : [name]));
	const listedFalse = entries.flatMap(([name, value]) => (value === false ? [name] : []));
	const names = new Set(requested);
	const has = (name: string) => names.has(name);
	const of = (...some: readonly string[]) => some.filter(has);
	const ageLimits = requested.filter(isAgeOver).sort();
	const [leastLimit] = ageLimits;
	const mdlCount = of(...MDL_ATTRIBUTE_NAMES).length;
	const scriptAlone = NATIONAL_SCRIPT.filter(([own, latin]) => has(own) && !has(latin));
	const rows: Row[] = [
		// From the least disclosing to the most: an age limit, the age, the year of birth, the date of birth.
		{
			id: "birth-date-for-an-age",
			title: "The date of birth tells more than an age limit",
			reason:
				"If you only need to know that the holder is old enough, “Over 18” tells you without a date that identifies them.",
			source: sources.leastInformation,
			fix: {
				label: "Ask for Over 18 instead",
				add: OVER_18,
				remove: has("birth_date") && !leastLimit ? of("birth_date", "age_in_years", "age_birth_year") : [],
			},
		},
		{
			id: "birth-date-beside-an-age-limit",
			title: "The date of birth undoes the age limit",
			reason: `“${attributeLabel(leastLimit ?? "")}” is asked for to avoid the date; with the date it adds nothing.`,
			source: sources.leastInformation,
			fix: { label: "Leave out the date of birth", remove: leastLimit ? of("birth_date") : [] },
		},
		{
			id: "age-beside-birth-date",
			title: "The age and the year follow from the date of birth",
			reason: "You can work them out from the date. Not every licence has them, so requesting them turns holders away.",
			source: sources.allOrNothing,
			fix: { label: "Ask for the date alone", remove: has("birth_date") ? of("age_in_years", "age_birth_year") : [] },
		},
		{
			id: "birth-year-for-an-age",
			title: "A year of birth does not settle an age limit",
			reason:
				"In the year of the limit it does not say whether the birthday has passed. An age limit says yes or no, and reveals less.",
			source: sources.leastInformation,
			fix: { label: "Ask for Over 18 instead", add: OVER_18, remove: has("birth_date") ? [] : of("age_birth_year") },
		},
		{
			id: "age-in-years-beside-an-age-limit",
			title: "The age makes the age limit unnecessary",
			reason: "If the limit is enough, the age reveals too much. If the age is needed, it covers the limit.",
			source: sources.leastInformation,
			fix: { label: "Leave out the age in years", remove: leastLimit ? of("age_in_years") : [] },
		},
		{
			id: "many-age-limits",
			title: `${ageLimits.length} age limits add up to an age`,
			reason: "Each further limit narrows the age down. One limit answers one question; two bracket an age band.",
			source: sources.unnecessaryRequests,
			fix: {
				label: `Keep only ${[leastLimit ?? "", ageLimits.at(-1) ?? ""].map(attributeLabel).join(" and ")}`,
				remove: ageLimits.slice(1, -1),
			},
		},
		{
			id: "portrait",
			title: "Is the photo compared with the person?",
			reason:
				"If no one compares it with the holder, by eye or by a face check, leave it out. In a wallet it can't be held back once anything else is shared.",
			source: sources.aamva,
			fix: { label: "Leave out the photo", remove: has("portrait") ? of("portrait", "portrait_capture_date") : [] },
		},
		{
			id: "capture-date-without-portrait",
			title: "The age of a photo that is not asked for",
			reason: "“Photo taken on” says how old the photo is; without the photo it has no use.",
			source: sources.minimisation,
			fix: { label: "Leave it out", remove: has("portrait") ? [] : of("portrait_capture_date") },
		},
		{
			id: "full-address",
			title: "The street address tells where the holder lives",
			reason:
				"If only residency matters, the state or the country is enough. Request the rest only to send post or to check it.",
			source: sources.leastInformation,
			fix: {
				label: "Ask for the state alone",
				add: ["resident_state"],
				remove: of("resident_address", "resident_city", "resident_postal_code"),
			},
		},
		{
			id: "nationality",
			title: "Few driving licences carry a nationality",
			reason:
				"A licence says where the holder may drive, not which nationality they have. Where it is missing, a wallet may share nothing.",
			source: sources.allOrNothing,
			fix: { label: "Leave out the nationality", remove: of("nationality") },
		},
		{
			id: "national-script-alone",
			title: "A name in its own script without the plain one",
			reason:
				"Every licence holds the name in Latin letters, few hold the other. Ask for both, or for the plain one alone.",
			source: sources.iso,
			fix: {
				label: "Ask for the plain name instead",
				add: scriptAlone.map(([, latin]) => latin),
				remove: scriptAlone.map(([own]) => own),
			},
		},
		{
			id: "body",
			title: "A description of the body",
			reason:
				"Sex, height, weight and colours rarely decide anything that a photo does not, and many licences leave them out.",
			source: sources.minimisation,
			fix: { label: "Leave out the description", remove: of("sex", "height", "weight", "eye_colour", "hair_colour") },
		},
		{
			id: "biometrics",
			title: "Biometric data can't be changed once it leaks",
			reason:
				"Templates of face, finger or iris and the signature need a strict legal ground in most places. Licences hardly ever hold them.",
			source: sources.minimisation,
			fix: {
				label: "Leave out biometric data",
				remove: requested.filter((name) => isBiometric(name) || name === "signature_usual_mark"),
			},
		},
		{
			id: "birth-place",
			title: "The place of birth helps to steal an identity",
			reason: "It is a common security question and hardly ever needed to serve the holder.",
			source: sources.unnecessaryRequests,
			fix: { label: "Leave out the place of birth", remove: of("birth_place") },
		},
		{
			id: "document-number",
			title: "A number that links every visit",
			reason:
				"The licence's number is the same everywhere, so records of different places can be joined. Keep it only where a law or a contract asks for it.",
			source: sources.kantara,
			fix: { label: "Leave out the number", remove: of("document_number", "administrative_number") },
		},
		{
			id: "issue-date-beside-expiry-date",
			title: "Validity needs one date",
			reason:
				"“Expires on” says whether the licence is valid. “Issued on” is only needed for how long it has been held.",
			source: sources.minimisation,
			fix: { label: "Leave out “Issued on”", remove: has("expiry_date") ? of("issue_date") : [] },
		},
		{
			id: "country-beside-jurisdiction",
			title: "The state's code begins with the country",
			reason:
				"US-UT names Utah and the United States. The country is on every licence, the state is not: keep what you need.",
			source: sources.iso,
			fix: {
				label: "Leave out the issuing state or region",
				remove: has("issuing_country") ? of("issuing_jurisdiction") : [],
			},
		},
		{
			id: "nearly-everything",
			title: "This asks for almost the whole licence",
			reason: `${mdlCount} of the ${MDL_ATTRIBUTE_NAMES.length} attributes: a copy of the whole document. Begin with the name and add what you use.`,
			source: sources.unnecessaryRequests,
			fix: {
				label: "Start again from the name alone",
				add: LEAST_IDENTITY,
				remove: mdlCount >= NEARLY_ALL ? requested.filter((name) => !LEAST_IDENTITY.includes(name)) : [],
			},
		},
		{
			id: "listed-as-false",
			title: "What is listed as false may still be asked for",
			reason: `${listedFalse.map(attributeLabel).join(", ")}: the specification reads false as “not requested”, but some services ask for every listed attribute and take false for “will not be kept”.`,
			source: sources.iso,
			fix: { label: "Remove it from the list", remove: listedFalse },
		},
	];
	return rows.flatMap(({ fix, ...advice }) => (fix.remove.length > 0 ? [{ ...advice, fix: { add: [], ...fix } }] : []));
}
