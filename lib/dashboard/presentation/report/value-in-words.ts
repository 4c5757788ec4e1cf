import type { CborItem, CborOf } from "@/lib/mdoc/cbor/decode-cbor";
import { diagnosticOf } from "@/lib/mdoc/cbor/diagnostic";
import type { ReportedValue } from "../presentation-report";

/** RFC 8949, 3.4.1, and RFC 8943. */
const DATES = new Set<unknown>([0, 1004]);
/** ISO/IEC 5218, which ISO/IEC 18013-5 adopts in 7.2.1. */
const SEXES = new Map<unknown, string>([
	[0, "not known"],
	[1, "male"],
	[2, "female"],
	[9, "not applicable"],
]);
const UNITS = new Map([
	["height", "cm"],
	["weight", "kg"],
	["age_in_years", "years"],
]);
const TEXT_SHOWN = 300;
export const JPEG_START = Buffer.from([0xff, 0xd8, 0xff]);
/** A larger picture is not sent to the browser. */
export const PHOTO_BYTES_MAX = 100 * 1024;

/** Not the date when one was taken. */
export const PHOTO_NAMES = /portrait(?!_capture_date)|biometric_template_/;

/** Whether an element is a photo, or made of one, whatever its value is (ISO/IEC 18013-5, table 5). */
export function isPhoto(name: string): boolean {
	return PHOTO_NAMES.test(name);
}

/** In place of a photo, for roles that may not see it. */
export function leftOutPhoto({ raw }: CborItem): string {
	return `left out (${raw.length.toLocaleString("en")} bytes)`;
}

/**
 * The value of an element for people (ISO/IEC 18013-5, table 5).
 * @param isPhotoShown whether a picture in JPEG is one; otherwise its bytes are left out
 */
export function valueInWords(name: string, item: CborItem, isPhotoShown: boolean): ReportedValue {
	if (!isPhotoShown && isPhoto(name)) return { kind: "text", text: leftOutPhoto(item) };
	if (item.kind === "bytes") return bytesInWords(item.value, isPhotoShown);
	return { kind: "text", text: shortened(textOf(name, item)) };
}

function textOf(name: string, item: CborItem): string {
	if (item.kind === "text") return item.value;
	if (item.kind === "tag" && DATES.has(item.tag) && item.item.kind === "text") return dateInWords(item.item.value);
	if (item.kind === "simple" && typeof item.value === "boolean") return item.value ? "Yes" : "No";
	if (item.kind === "integer") {
		const unit = UNITS.get(name);
		if (name === "sex") return SEXES.get(item.value) ?? String(item.value);
		return unit ? `${item.value} ${unit}` : String(item.value);
	}
	if (name === "driving_privileges" && item.kind === "array") {
		const inWords = item.items.map((privilege) => (privilege.kind === "map" ? privilegeInWords(privilege) : "?"));
		return inWords.join("; ") || "none";
	}
	return diagnosticOf(item);
}

function bytesInWords(bytes: Uint8Array, isPhotoShown: boolean): ReportedValue {
	const text = `${bytes.length.toLocaleString("en")} bytes`;
	if (!JPEG_START.equals(bytes.subarray(0, JPEG_START.length))) return { kind: "text", text };
	if (!isPhotoShown) return { kind: "text", text: `JPEG, ${text}` };
	if (bytes.length > PHOTO_BYTES_MAX) {
		return { kind: "text", text: `JPEG, ${text}: more than ${PHOTO_BYTES_MAX / 1024} KB, so it is not shown.` };
	}
	const address = `data:image/jpeg;base64,${Buffer.from(bytes).toString("base64")}`;
	return { kind: "image", address, text: `JPEG, ${text}` };
}

/** "17 May 1990", and for a moment its time as well. A text that is no date is shown unchanged. */
function dateInWords(text: string): string {
	const moment = new Date(text);
	if (Number.isNaN(moment.getTime())) return text;
	const day = { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" } as const;
	const date = new Intl.DateTimeFormat("en-GB", day).format(moment);
	return /^\d{4}-\d\d-\d\d$/.test(text) ? date : `${date}, ${moment.toISOString().slice(11, 16)} UTC`;
}

/** "B until 4 June 2030", "AM with 1 restriction": what may be driven, and until when (ISO/IEC 18013-5, 7.2.4). */
function privilegeInWords({ entries }: CborOf<"map">): string {
	const field = (name: string) => entries.find(([key]) => key.kind === "text" && key.value === name)?.[1];
	const inWords = (name: string) => {
		const value = field(name);
		return value && textOf(name, value);
	};
	const codes = field("codes");
	return [
		inWords("vehicle_category_code") ?? "?",
		inWords("issue_date") && `from ${inWords("issue_date")}`,
		inWords("expiry_date") && `until ${inWords("expiry_date")}`,
		codes?.kind === "array" &&
			codes.items.length > 0 &&
			`with ${codes.items.length} ${codes.items.length === 1 ? "restriction" : "restrictions"}`,
	]
		.filter(Boolean)
		.join(" ");
}

/** Code points, so that no character is cut in two. */
function shortened(text: string): string {
	const points = [...text];
	return points.length <= TEXT_SHOWN
		? text
		: `${points.slice(0, TEXT_SHOWN).join("")}… (${points.length.toLocaleString("en")} characters)`;
}
