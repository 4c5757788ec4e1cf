import { expect, test } from "vitest";
import { FolderRefusal } from "@/lib/dashboard/template-folder/folder-entries";
import { isLinear } from "@/lib/testing/linear";
import { filesInJson } from "./plan-request";

const withNames = (count: number) => `{"files":{${Array.from({ length: count }, (_, of) => `"${of}":1`).join(",")}}}`;

test("names of files that are too many are refused, in linear time", () => {
	expect(() => filesInJson(withNames(40_000))).toThrow(FolderRefusal);
	const refuse = (text: string) => expect(() => filesInJson(text)).toThrow(FolderRefusal);
	expect(isLinear(refuse, withNames, 40_000)).toBe(true);
});

test("a name that appears twice is refused, wherever it stands", () => {
	expect(() => filesInJson('{"files":{"a.json":{},"b.json":{},"a.json":{}}}')).toThrow("appears twice");
	expect(() => filesInJson('{"files":{"a.json":{"name":1,"x":{"a.json":2}}}}')).not.toThrow("appears twice");
});
