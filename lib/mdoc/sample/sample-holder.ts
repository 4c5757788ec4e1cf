import { CborTag, type CborValue } from "../cbor/encode-cbor";
import { AAMVA_NAMESPACE, MDL_NAMESPACE } from "../mdl";
import { PORTRAIT, SIGNATURE_MARK } from "./pictures";

/** What a licence says, by namespace and name. */
export type LicenceElements = ReadonlyMap<string, ReadonlyMap<string, CborValue>>;

/** RFC 8943 and RFC 8949, 3.4.1. */
const FULL_DATE = 1004;
const DATE_TIME = 0;

const DAY_MS = 24 * 60 * 60 * 1000;
const ATTESTED_AGES = [16, 18, 21, 25, 65];

/** Those that every licence has (ISO/IEC 18013-5, table 5). */
const MANDATORY: ReadonlySet<string> = new Set([
	...["family_name", "given_name", "birth_date", "issue_date", "expiry_date", "issuing_country", "issuing_authority"],
	...["document_number", "portrait", "driving_privileges", "un_distinguishing_sign"],
]);

/**
 * All about a person who does not exist (ISO/IEC 18013-5, 7.2.1, but for the templates of biometrics), as of a moment.
 * @param age in whole years
 * @param expiresInDays when the licence itself expires, or has expired
 */
export function sampleHolder(of: { now: Date; age?: number; expiresInDays?: number }): LicenceElements {
	const { now, age = 34, expiresInDays = 1300 } = of;
	const birth = yearsBefore(daysFrom(now, -100), age);
	const issued = daysFrom(now, expiresInDays - 1826);
	const expires = daysFrom(now, expiresInDays);
	const dates = new Map<string, CborValue>([
		["issue_date", fullDate(issued)],
		["expiry_date", fullDate(expires)],
	]);
	const privileges = ["B", "AM"].map((code) => new Map<string, CborValue>([["vehicle_category_code", code], ...dates]));
	const elements = new Map<string, CborValue>([
		["family_name", "Papadaki"],
		["given_name", "Eleni Sofia"],
		["birth_date", fullDate(birth)],
		...dates,
		["issuing_country", "US"],
		["issuing_authority", "Sample State Department of Licences"],
		["document_number", "SAMPLE-0042317"],
		["portrait", PORTRAIT],
		["driving_privileges", privileges],
		["un_distinguishing_sign", "USA"],
		["administrative_number", "ZZ-77310"],
		["sex", 2],
		["height", 168],
		["weight", 61],
		["eye_colour", "brown"],
		["hair_colour", "brown"],
		["birth_place", "Sampleton, Sample State"],
		["resident_address", "12 Example Street"],
		["portrait_capture_date", dateTime(issued)],
		["age_in_years", age],
		["age_birth_year", birth.getUTCFullYear()],
		...ATTESTED_AGES.map((limit): [string, CborValue] => [`age_over_${limit}`, age >= limit]),
		["issuing_jurisdiction", "US-ZZ"],
		["nationality", "US"],
		["resident_city", "Sampleton"],
		["resident_state", "Sample State"],
		["resident_postal_code", "00042"],
		["resident_country", "US"],
		["family_name_national_character", "Παπαδάκη"],
		["given_name_national_character", "Ελένη Σοφία"],
		["signature_usual_mark", SIGNATURE_MARK],
	]);
	const domestic = new Map<string, CborValue>([
		["DHS_compliance", "F"],
		["family_name_truncation", "N"],
		["given_name_truncation", "N"],
		["sex", 2],
		["organ_donor", 1],
	]);
	return new Map([
		[MDL_NAMESPACE, elements],
		[AAMVA_NAMESPACE, domestic],
	]);
}

export function mandatoryOnly(elements: LicenceElements): LicenceElements {
	const held = [...(elements.get(MDL_NAMESPACE) ?? [])].filter(([name]) => MANDATORY.has(name));
	return new Map([[MDL_NAMESPACE, new Map(held)]]);
}

/** `full-date` of RFC 8943. */
function fullDate(moment: Date): CborTag {
	return new CborTag(FULL_DATE, moment.toISOString().slice(0, 10));
}

/** `tdate`, without fractions of seconds (ISO/IEC 18013-5, 9.1.2.4). */
export function dateTime(moment: Date): CborTag {
	return new CborTag(DATE_TIME, moment.toISOString().replace(/\.\d+Z$/, "Z"));
}

function daysFrom(moment: Date, days: number): Date {
	return new Date(moment.getTime() + days * DAY_MS);
}

function yearsBefore(moment: Date, years: number): Date {
	const earlier = new Date(moment);
	earlier.setUTCFullYear(moment.getUTCFullYear() - years);
	return earlier;
}
