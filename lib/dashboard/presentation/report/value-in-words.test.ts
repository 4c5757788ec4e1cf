import { expect, test } from "vitest";
import { decodeCbor } from "@/lib/mdoc/cbor/decode-cbor";
import { CborTag, type CborValue, encodeCbor } from "@/lib/mdoc/cbor/encode-cbor";
import { PHOTO_BYTES_MAX, valueInWords } from "./value-in-words";

const JPEG = Buffer.from("ffd8ffe000104a464946", "hex");
const date = (text: string) => new CborTag(1004, text);

function words(name: string, value: CborValue, isPhotoShown = true) {
	return valueInWords(name, decodeCbor(encodeCbor(value)), isPhotoShown);
}

test.each<[string, CborValue, string]>([
	["family_name", "Παπαδάκη", "Παπαδάκη"],
	["birth_date", date("1990-05-17"), "17 May 1990"],
	["portrait_capture_date", new CborTag(0, "2024-01-02T03:04:05Z"), "2 January 2024, 03:04 UTC"],
	["birth_date", date("no date"), "no date"],
	["age_over_18", true, "Yes"],
	["age_over_21", false, "No"],
	["age_in_years", 34, "34 years"],
	["height", 168, "168 cm"],
	["sex", 2, "female"],
	["sex", 7, "7"],
	["driving_privileges", [], "none"],
	[
		"driving_privileges",
		[
			new Map<string, CborValue>([
				["vehicle_category_code", "B"],
				["expiry_date", date("2030-06-04")],
				["codes", [new Map([["code", "01"]])]],
			]),
			new Map([["vehicle_category_code", "AM"]]),
		],
		"B until 4 June 2030 with 1 restriction; AM",
	],
	["driving_privileges", ["B"], "?"],
	["signature_usual_mark", Buffer.from("GIF89a"), "6 bytes"],
	["odd", null, "null"],
	["odd", "😀".repeat(400), `${"😀".repeat(300)}… (400 characters)`],
])("%s: %j is %s", (name, value, text) => {
	expect(words(name, value)).toEqual({ kind: "text", text });
});

test("a picture is recognised by its first bytes, and by nothing else", () => {
	expect(words("portrait", JPEG)).toEqual({
		kind: "image",
		text: "JPEG, 10 bytes",
		address: `data:image/jpeg;base64,${JPEG.toString("base64")}`,
	});
	for (const bytes of [Buffer.alloc(0), Buffer.from("<svg onload=alert(1)>"), JPEG.subarray(1)]) {
		expect(words("portrait", bytes).kind).toBe("text");
	}
});

test("a picture that is too large, or for a role that may not see it, is its size alone", () => {
	const photo = (size: number) => Buffer.concat([JPEG, Buffer.alloc(size - JPEG.length)]);
	expect(words("portrait", photo(PHOTO_BYTES_MAX)).kind).toBe("image");
	expect(words("portrait", photo(PHOTO_BYTES_MAX + 1))).toEqual({
		kind: "text",
		text: "JPEG, 102,401 bytes: more than 100 KB, so it is not shown.",
	});
	expect(words("signature_usual_mark", JPEG, false)).toEqual({ kind: "text", text: "JPEG, 10 bytes" });
	for (const name of ["portrait", "enrolment_portrait_image", "biometric_template_face"]) {
		for (const value of [JPEG, JPEG.toString("base64"), [JPEG]]) {
			const text = `left out (${encodeCbor(value).length} bytes)`;
			expect(words(name, value, false)).toEqual({ kind: "text", text });
		}
	}
});
