import { describe, expect, it } from "vitest";
import { type FormFields, parseFormBody } from "./read-body";

const fields: FormFields = {
	presentation: { depth: 3, value: (text) => (text === "true" ? true : text) },
	refresh_token_metadata: { depth: 1, bare: (text) => (text === "" ? null : text) },
};
const parse = (text: string) => parseFormBody(text, fields);

describe("a form-encoded body", () => {
	it("holds a nested presentation in brackets", () => {
		expect(parse("name=a+b&presentation[org.iso.18013.5.1.mDL][org.iso.18013.5.1][family_name]=true")).toEqual({
			name: "a b",
			presentation: { "org.iso.18013.5.1.mDL": { "org.iso.18013.5.1": { family_name: true } } },
		});
	});

	it("reads the same with its brackets percent-encoded", () => {
		expect(parse("presentation%5Ba%5D%5Bb%5D%5Bc%5D=true")).toEqual({ presentation: { a: { b: { c: true } } } });
	});

	it.each(["__proto__", "constructor", "a[b]", "a][b", "[", "]", "][", "", "a=b&c", "ключ 🔑", "%00", "\0"])(
		"keeps the metadata key %j as it is",
		(key) => {
			const body = parse(`refresh_token_metadata${encodeURIComponent(`[${key}]`)}=v`);
			expect(Object.entries(body.refresh_token_metadata as object)).toEqual([[key, "v"]]);
		},
	);

	it("keeps true, false and numbers of metadata as texts", () => {
		expect(parse("refresh_token_metadata[a]=true&refresh_token_metadata[b]=1")).toEqual({
			refresh_token_metadata: { a: "true", b: "1" },
		});
	});

	it("means null by an empty field", () => {
		expect(parse("refresh_token_metadata=")).toEqual({ refresh_token_metadata: null });
	});

	it("leaves undeclared names unchanged", () => {
		expect(parse("name[a]=1&[x]=2&presentation[a=3&__proto__[polluted]=4")).toEqual({
			"name[a]": "1",
			"[x]": "2",
			"presentation[a": "3",
			"__proto__[polluted]": "4",
		});
		expect(({} as Record<string, unknown>).polluted).toBeUndefined();
	});

	it.each([
		"name=1&name=2",
		"refresh_token_metadata[a]=1&refresh_token_metadata[a]=2",
		"refresh_token_metadata=&refresh_token_metadata[a]=1",
		"refresh_token_metadata[a]=1&refresh_token_metadata=",
		"presentation[a]=1&presentation[a][b][c]=2",
	])("is refused when a value is given twice: %s", (text) => {
		expect(() => parse(text)).toThrow("Duplicate property");
	});

	it.each(["name=%", "name=%ff", "name=%ed%a0%80", "%zz=1"])("is refused rather than repaired: %s", (text) => {
		expect(() => parse(text)).toThrow("broken percent-encoding");
	});

	it("may be empty", () => {
		expect(parse("")).toEqual({});
		expect(parse("&&")).toEqual({});
	});
});
