import { expect, test } from "vitest";
import { isStated, noPurpose, type Purpose, purposeFaults, purposeFieldNames, purposeFields } from "./purpose";
import { purposeJsonOf, readPurposeJson } from "./purpose-json";

const whole: Purpose = {
	...noPurpose,
	purpose: "To check that you are at least 18.",
	legalBasis: "GDPR Art. 6(1)(c): legal obligation",
	retention: "not stored",
	privacyNotice: "https://example.org/privacy?lang=en#ids",
	preset: "over-18",
};

test.each(purposeFieldNames.filter((name) => name !== "preset"))(
	"%s may be as long as its limit, in code points",
	(name) => {
		const start = name === "privacyNotice" ? "https://example.org/" : "";
		const text = start + "😀".repeat(purposeFields[name].max - start.length);
		expect(purposeFaults({ ...noPurpose, [name]: text })).toEqual({});
		expect(purposeFaults({ ...noPurpose, [name]: `${text}a` })).toHaveProperty(name);
	},
);

test.each(purposeFieldNames)("%s is one line of plain text", (name) => {
	for (const text of ["a\nb", "a\rb", "a\u0000b", "a\u2028b"])
		expect(purposeFaults({ ...noPurpose, [name]: text })).toHaveProperty(name);
});

test.each([
	"http://example.org/",
	"javascript:alert(1)",
	"example.org",
	"https://",
	"https://u:p@example.org/",
	"https://a b/",
])("%s is no address of a privacy notice", (privacyNotice) =>
	expect(purposeFaults({ ...noPurpose, privacyNotice })).toHaveProperty("privacyNotice"),
);

test("a preset without a purpose, and one that the console does not have, is refused", () => {
	for (const preset of ["over-99", "constructor"]) expect(purposeFaults({ ...whole, preset })).toHaveProperty("preset");
	expect(purposeFaults({ ...whole, purpose: "" })).toHaveProperty("preset");
});

test("a JSON file holds what is stated under the names of the file format, and reads back the same", () => {
	expect(purposeJsonOf(whole)).toEqual({
		purpose: whole.purpose,
		legal_basis: whole.legalBasis,
		retention: whole.retention,
		privacy_notice: whole.privacyNotice,
		preset: whole.preset,
	});
	for (const purpose of [whole, { ...noPurpose, retention: "30 days" }])
		expect(readPurposeJson(JSON.parse(JSON.stringify(purposeJsonOf(purpose))))).toEqual({ purpose });
});

test("a JSON file without a purpose states nothing, and nothing stated is left out of it", () => {
	expect(isStated(noPurpose)).toBe(false);
	expect(purposeJsonOf(noPurpose)).toBeUndefined();
	expect(readPurposeJson(undefined)).toEqual({ purpose: noPurpose });
});

test("unknown keys, values that are no text and texts beyond a limit are reported by key", () => {
	const keysOf = (json: unknown) => {
		const read = readPurposeJson(json);
		return "faults" in read ? read.faults.map(({ key }) => key) : "none";
	};
	expect(keysOf({ purpose: "a", legalBasis: "b", retention: 30, privacy_notice: "http://a/" })).toEqual([
		"legalBasis",
		"retention",
		"privacy_notice",
	]);
	expect(keysOf(JSON.parse('{"__proto__": "a", "constructor": "b"}'))).toEqual(["__proto__", "constructor"]);
	for (const json of [null, "a", ["a"]]) expect(keysOf(json)).toEqual([""]);
});
