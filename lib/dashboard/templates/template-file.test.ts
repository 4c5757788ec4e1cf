import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyCharacter } from "@/lib/testing/any-character";
import { isLinear } from "@/lib/testing/linear";
import { readTemplateFile, templateFileName, templateFileText } from "./template-file";
import { anyTemplate, templateNamed } from "./whole-template.test-data";

const bytes = (text: string) => new TextEncoder().encode(text);
const faultsOf = (text: string) => {
	const read = readTemplateFile(bytes(text));
	return "faults" in read ? read.faults.map(({ line, message }) => `${line}: ${message}`) : [];
};

describe("a template's file", () => {
	test("is read as the template that was written, byte for byte the same each time", () => {
		fc.assert(
			fc.property(anyTemplate, (template) => {
				const text = templateFileText(template);
				const read = readTemplateFile(bytes(text));
				if ("faults" in read) throw new Error(JSON.stringify(read.faults));
				expect(read.template).toEqual(template);
				expect(templateFileText(read.template)).toBe(text);
			}),
		);
	});

	test("has its keys in one order, two spaces and a final newline", () => {
		const template = templateNamed("Age check", { elements: { portrait: true, age_over_18: true } });
		expect(templateFileText(template)).toBe(`{
  "name": "Age check",
  "type": "mdl",
  "dialect": "simplified/1.0",
  "presentation": {
    "org.iso.18013.5.1.mDL": {
      "org.iso.18013.5.1": {
        "age_over_18": true,
        "portrait": true
      }
    }
  },
  "well_known_trusted_issuers": "aamva"
}
`);
	});

	test("may begin with a byte order mark, and have its keys in any order", () => {
		const [first = "", ...rest] = templateFileText(templateNamed("A"))
			.split("\n")
			.filter((line) => line !== "}");
		expect(faultsOf(`\uFEFF${first}\n"custom_certificate_authority": null,\n${rest.join("\n")}}`)).toEqual([]);
	});
});

describe("a file with a mistake is refused with the line", () => {
	const text = templateFileText(templateNamed("Age check"));

	test.each([
		["an unknown key", '"id": "vct_1",\n  "name"', ['2: The key "id" is not known here.']],
		["a repeated key", '"name": "B",\n  "name"', ['3: The key "name" appears twice.']],
		["a missing key", '"nome"', ["1: name: it is missing.", '2: The key "nome" is not known here.']],
		[
			"an unknown key of the purpose",
			'"purpose": {\n"who": "me"},\n  "name"',
			["3: purpose → who: This key is not known here."],
		],
	])("%s", (_, replacement, faults) => {
		expect(faultsOf(text.replace('"name"', replacement))).toEqual(faults);
	});

	test.each([
		['"mdl"', '""', "3: type: at least 1 character is needed."],
		['"mdl"', "1", "3: type: a text is expected."],
		['"mdl"', JSON.stringify("x".repeat(256)), "3: type: at most 255 characters fit."],
		['"simplified/1.0"', '"full/2.0"', '4: dialect: only "simplified/1.0" is accepted.'],
		['"aamva"', '"other"', '12: well_known_trusted_issuers: only "aamva" is accepted.'],
		[
			'"portrait": true',
			'"portrait": "yes"',
			"8: presentation → org.iso.18013.5.1.mDL → org.iso.18013.5.1 → portrait: true or false is expected.",
		],
		[
			'"portrait": true',
			"",
			"7: presentation → org.iso.18013.5.1.mDL → org.iso.18013.5.1: at least 1 member is needed.",
		],
		['"mdl",', '"mdl"', "4: This is not JSON: a comma or the closing bracket is expected here."],
	])("%s → %s", (part, replacement, fault) => {
		expect(faultsOf(text.replace(part, replacement))).toEqual([fault]);
	});

	test("many of them, and long names, in a bounded number of words", () => {
		const keys = Array.from({ length: 30_000 }, () => '"k": 1').join(",\n");
		const faults = faultsOf(text.replace('"name"', `${keys},\n"${"x".repeat(20_000)}": 1,\n"name"`));
		expect(faults).toHaveLength(21);
		expect(faults.at(-1)).toBe("0: There are 29,981 more.");
		expect(Math.max(...faults.map(({ length }) => length))).toBeLessThan(200);
	});

	test("in linear time, however many there are", () => {
		const unknown = (length: number) => `{${Array.from({ length }, (_, index) => `"key-${index}": 1`).join(",\n")}}`;
		expect(isLinear((json: string) => void readTemplateFile(bytes(json)), unknown, 12_000)).toBe(true);
	});

	test("what is no object, no UTF-8, or too large; a private key, of which nothing is repeated", () => {
		expect(faultsOf("[]")).toEqual(["1: A template is an object in curly braces."]);
		expect(readTemplateFile(new Uint8Array([0xff]))).toEqual({
			faults: [{ line: 0, message: "It is not text in UTF-8." }],
		});
		expect(faultsOf(" ".repeat(769 * 1024))).toEqual(["0: It has more than 768 KB."]);
		const key = "-----BEGIN EC PRIVATE KEY-----\\nsecret";
		const [fault = ""] = faultsOf(text.replace('"name"', `"custom_certificate_authority": "${key}",\n"name"`));
		expect(fault).toMatch(/^2: custom_certificate_authority holds a private key/);
		expect(fault).not.toContain("secret");
	});
});

test("file names are safe, and differ where names differ", () => {
	expect(templateFileName("Age check")).toMatch(/^age-check-[0-9a-f]{8}\.json$/);
	expect(templateFileName("../../Äge  CHECK?")).toMatch(/^age-check-[0-9a-f]{8}\.json$/);
	expect(templateFileName("年齢")).toMatch(/^[0-9a-f]{8}\.json$/);
	expect(templateFileName("CON")).not.toBe("con.json");
	const name = fc.string({ unit: anyCharacter, minLength: 1, maxLength: 255 });
	fc.assert(
		fc.property(name, name, (one, other) => {
			expect(templateFileName(one)).toMatch(/^[a-z0-9-]{1,75}\.json$/);
			if (one.toLowerCase() !== other.toLowerCase()) expect(templateFileName(one)).not.toBe(templateFileName(other));
		}),
	);
});
