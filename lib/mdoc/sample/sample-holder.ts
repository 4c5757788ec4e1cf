import { CborTag, type CborValue } from "../cbor/encode-cbor";
import { AAMVA_NAMESPACE, MDL_NAMESPACE } from "../mdl";

/** The elements of a licence, by namespace and name. */
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
 * All elements of a made-up person (ISO/IEC 18013-5, 7.2.1, but for the biometric templates), at a moment.
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

/** A face of ellipses, of no real person: JPEG, 96 by 120 points. */
const PORTRAIT = Buffer.from(
	[
		"/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBk",
		"eFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2P/wAARCAB4AGAD",
		"ASIAAhEBAxEB/8QAGwABAAIDAQEAAAAAAAAAAAAAAAQFAQMGBwL/xAA6EAABAwIDAwYLCQEAAAAAAAABAAIDBBEFBhIhMUETNXGCobIUIjJRUmFi",
		"kbHB0RUWM0JUZKKj4vD/xAAYAQEBAQEBAAAAAAAAAAAAAAAAAwQCAf/EABsRAQADAAMBAAAAAAAAAAAAAAABAhEDEjEh/9oADAMBAAIRAxEAPwDr",
		"URFRwIiICLBIAuTYBQZcZw6EkPq47jfpOr4LzTE9FAhxnDpiAyrjud2o6fipwIIuDcFNMZREXoIiICIiAoOKYnDhlPyknjPPkRg7XH6KTUzspqeS",
		"eU2ZG25XnmIVslfVvqJd7jsHojgFxa2Oq11txHFarEXkzSEM4Rt2NCgoij6t4Kdh2K1WHPBhkJZxjdtaVBRPD16HheJw4nT8pEdLx5bCdrT9FOXm",
		"+H1slBVsqIt7TtHpDiF6HTTsqaeOeI3ZI24Vq21G1cbURF25EREHOZwqyymhpWn8U6ndA3dvwXJAEkAC5Kuc2SF+MFpOxjGtHx+axluj5etM723Z",
		"DtF/S4LPefq9I+J+G5ehbAHVzC+R23TqIDfdxUz7Cw39N/N31UqWtpYHFstRExw3tLwD7lmnq4KrVyEok02vbgobK+QifYWG/pv5u+qh4ll6F0Bd",
		"Qs0SN26dRId7+Kt6irp6XTy8oj1XtfisRVlLO4NiqInuO5rXgn3JsmQ4IggkEWIXW5Pqy+mmpXH8M6m9B39vxVVmSjFPWidjbMm2m3pcVnKchZjA",
		"aDsfG4H4/JXpP1C8fHboiLQgIiIODzLz7U9XuhXOWYgzC9fGR5J+HyVLmXn6p6vdCvsuuBweIeYuHaVk5GrjScQkioqOStNOJXNc1pDQLm/ElSyL",
		"Bp2i7Q6xFiLi9isLXObQuA3nZ71PYxXJ1tAuHHadLS6wFybC9gomHyRVtHHWinETnOc0BwFxbiCpQFgAOCJsYZOqjM0QfhevjG8H5fNU2Wufabrd",
		"0q9zE4DB5R5y0doVDlrn6m63dKpxpcjvURFrZRERBwWZefqnq90KyyrUAwzU5PjNdrA9R2fLtVbmXn6p6vdCiYfWOoatk7doGxw844rNeN1ppOY7",
		"xfL2NeLOFwvmCaOohbLE4OY4XBWgRT0pIgaJYibhhNi3oKgvH1KaNLbXJ6SsqIYp6ogTgRRA30A3LukrfPNHTwullcGsaLkoT8Uma6gCGGnB2udr",
		"I9Q2D/vUq3LXP1N1u6VExCsdXVb53CwOxo8w4KXlrn6m63dKvSMxC87rvURFpZhERBQ4nlvw+vlqvC+T128Xk72sAN9/Uov3P/f/ANP+l1C1TVEN",
		"O3VNI1g9o2XPSJdd5hT4fgVRh7iYa8OYd8both7dinCVp37FomzBRR+Rykp9lth2rKhz0658X4LdtbjK0btqg4hgVRiDgZq8NYNojbFsHbtUhYhz",
		"BRSeXriPtNuOxOCnbfhz264rfuf+/wD6f9KVhmW/AK+Kq8L5TRfxeTte4I339auYaiGoZqhka8eybrar9IhDvMiIi6ciw5wa0ucQABck8Flcxj+J",
		"GeU0sJPJsPjkfmP0C9rXZczOQ24jmBxLo6IWG7lDx6AqOSR8ry+R7nuO8uNyvhFoisR4jMzIiIvXgiIg+45HxPD43uY4bi02KvMOzA4FsVaLjdyg",
		"4dIVAi8msT69iZh6A1wc0OaQQRcEcVlcxgGJGCUUszjybz4hP5T9CunWe1claJ2EevnNPQzSg2LWm3TwXDk3NyiKvH445PWERFRMREQEREBERBkG",
		"xuF3FBMaihhlJuXNF+niiKfJ4px+v//Z",
	].join(""),
	"base64",
);

/** Loops in the manner of a signature, of no real person: JPEG, 112 by 32 points. */
const SIGNATURE_MARK = Buffer.from(
	[
		"/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8ybqm",
		"x5moq6T/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKT/wAARCAAgAHAD",
		"ASIAAhEBAxEB/8QAGgABAAMBAQEAAAAAAAAAAAAABAACAwUBBv/EADAQAAIBAwEFBwQBBQAAAAAAAAECAwAEERIFEyExQTJRYXGBocEUQpGxIiNS",
		"ctHw/8QAFAEBAAAAAAAAAAAAAAAAAAAAAP/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/APpqznnit4zJNIqL3k1pQIFF3fSXD8Uh",
		"JjiHTP3N8elAqC4iuU1wuHXOMjoa1oDPHbbUkdmCRvBrcnlkHGfeodosqiV7SVLckf1GI4Z6kc8UD6lEnuZTOLe1RWkxqZn7KDpy5nwrMbQKwkSR",
		"5uRJut2p7TcxjwxxoH1KEtxcw3EaXe60S5CtHkaSBnBz4Zqn1V3PE1xaxx7kZKh86pAO7u8KDoVKCb5pzElmoaSRBIS/ZRT346+FeLftAJ1uwN5F",
		"gjdjtg8sDvzwoH1KAbm7gaOS5SIRSMFKrnUmeWT140+gleahq05GrGcdapNNHbxNLKwVF5k0exjd3ku5lKvLgKp5qg5Dz60CZX3cTuftUmsNlpo2",
		"dADzZAx8zxP7pJAIIIyDUAAGAMAUHLkhF5tw6uMVvGuod7HJA+fSn3iq1nOrdkxtn8VaOGOJpGRcGRtTHPM1pQA2NGy2CSSHMkv82J9vbFUgt9e3",
		"Lmc8kVQv+RAyfwPeujVY4wjSN1dtR/AHxQB23EZ7eGJTgvMq5HTgc+2aeiqiBFGFUYAHQV48Yd42P2HUPPBHyasc44c6DnbBt91Zbw9qVifQcAP+",
		"76k9vvtuwsezHFrPicnH7Jp8UYiiSNeSKFHpUEYEzSdWAX0Gf9mgPtRGewkVELtwIVRkniKr9Rey8IrQRD+6Zx+hmm1KAcdjmUTXUhnkXs5GFXyH",
		"zTKlSg//2Q==",
	].join(""),
	"base64",
);
