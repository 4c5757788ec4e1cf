import { expect, test } from "vitest";
import { isolated } from "@/lib/contract/name-or-id";
import { inShort, someOf } from "./in-short";

test("a text that is cut ends with a mark, and a name in it stays isolated", () => {
	expect(inShort("abcdef", 6)).toBe("abcdef");
	expect(inShort("abcdefg", 6)).toBe("abcdef…");
	expect(inShort(isolated("שלוםשלום"), 6)).toBe("\u2068שלוםש…\u2069");
	expect(inShort(`${isolated("שלום")} abc`, 6)).toBe("\u2068שלום\u2069…");
	expect(someOf([isolated("ש".repeat(200)), "b"])).toBe(`\u2068${"ש".repeat(119)}…\u2069, b`);
});
