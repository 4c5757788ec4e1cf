import { buffer } from "node:stream/consumers";
import fc from "fast-check";
import { expect, test } from "vitest";
import { isLinear } from "@/lib/testing/linear";
import { ENTRIES_MAX, FolderEntries, FolderRefusal } from "./folder-entries";
import { planOfFolder } from "./plan-of-folder";
import { type ZipEntry, zipWith } from "./zip.test-data";
import { readZip, zipOf } from "./zip-archive";

const MEGABYTE = 1024 * 1024;
const many = (count: number, entry: Omit<ZipEntry, "name"> = {}) =>
	Array.from({ length: count }, (_, index) => ({ name: `${index}.json`, ...entry }));

async function refusalOf(entries: readonly ZipEntry[] | Buffer): Promise<string> {
	const bytes = Buffer.isBuffer(entries) ? entries : zipWith(entries);
	const error = await readZip(bytes).then(
		() => null,
		(error: unknown) => error,
	);
	if (error instanceof FolderRefusal) return error.message;
	throw error ?? new Error("It was read.");
}

test.each<[string, ZipEntry[], string]>([
	["a path that leads out", [{ name: "../a.json" }], "“../a.json” leads out of its folder."],
	["a path that leads out further in", [{ name: "a/../../b.json" }], "leads out of its folder"],
	["an absolute path", [{ name: "/etc/a.json" }], "“/etc/a.json” is an absolute path"],
	["a drive", [{ name: "C:/a.json" }], "“C:/a.json” is an absolute path"],
	["a backslash", [{ name: "..\\a.json" }], "“..\\a.json” has a backslash"],
	["an empty part", [{ name: "a//b.json" }], "is not a plain path"],
	["a control character", [{ name: "a\u0000.json" }], "“a?.json” is not a usable name"],
	["a link", [{ name: "a.json", mode: 0o120777, text: "/etc/passwd" }], "“a.json” is a link."],
	["a link beside templates", [{ name: "a.json" }, { name: "notes", mode: 0o120777 }], "“notes” is a link."],
	["a device", [{ name: "a.json", mode: 0o020666 }], "neither a file nor a folder"],
	["names that differ by case", [{ name: "A.json" }, { name: "a.json" }], "“A.json” and “a.json” differ by case only."],
	["names that differ by composition", [{ name: "é.json" }, { name: "e\u0301.json" }], "differ by case only"],
	["a name twice", [{ name: "a.json" }, { name: "a.json" }], "“a.json” appears twice."],
	["more than 3,000 entries", many(ENTRIES_MAX + 1), "more than 3,000 entries"],
	["entries that are no templates", many(ENTRIES_MAX + 1).map(({ name }) => ({ name: `${name}/` })), "3,000 entries"],
	["more than 20 MB as declared", [{ name: "a.json", size: 21 * MEGABYTE }], "more than 20 MB"],
	["more than 20 MB together", many(30, { text: "x".repeat(MEGABYTE) }), "more than 20 MB"],
	["more bytes than declared", [{ name: "a.json", text: "x".repeat(9 * MEGABYTE), size: 10 }], "not as large as"],
	["fewer bytes than declared", [{ name: "a.json", size: 1000 }], "not as large as the archive says"],
	["bytes of another checksum", [{ name: "a.json", checksum: 1 }], "“a.json” is damaged"],
	["a name of 256 characters", [{ name: `${"a".repeat(251)}.json` }], "has a name of more than 255 characters in it."],
	["a path of 1,001 characters", [{ name: `${"a/".repeat(498)}.json` }], "is a path of more than 1,000 characters."],
	["an encrypted template", [{ name: "a.json", flags: 0x801 }], "“a.json” is encrypted."],
	["an unknown compression", [{ name: "a.json", method: 14 }], "compressed in a way that is not read here"],
	["templates in subfolders", [{ name: "a.json" }, { name: "more/b.json" }], "“more/b.json” is in a subfolder"],
])("refuses %s, in words", async (_case, entries, words) => {
	expect(await refusalOf(entries)).toContain(words);
});

test("refuses what is no archive, and any archive that is cut off", async () => {
	expect(await refusalOf(Buffer.from("not a zip"))).toContain("not a zip archive");
	const whole = zipWith([{ name: "a.json", text: "text of some length" }]);
	for (const length of [10, 40, whole.length - 30, whole.length - 1]) {
		expect(await refusalOf(whole.subarray(0, length))).toMatch(/not a zip archive|damaged/);
	}
});

test("the baseline may be as large as all files beside it, and neither larger", () => {
	const entries = new FolderEntries();
	entries.admit("a.json", 20 * MEGABYTE);
	entries.admit("baseline.json", 20 * MEGABYTE);
	expect(() => entries.admit("b.json", 1)).toThrow("more than 20 MB of files");
	expect(() => new FolderEntries().admit("baseline.json", 20 * MEGABYTE + 1)).toThrow(
		"more than 20 MB in baseline.json",
	);
});

test("takes no more than linear time for names, however they are written", async () => {
	const nameOf = (length: number) => "\u0301\u0323".repeat(length / 2);
	const refused = (name: string) =>
		expect(() => new FolderEntries().admit(name, 0)).toThrow("more than 1,000 characters");
	expect(isLinear(refused, nameOf, 60_000)).toBe(true);
});

test("plans a folder whose files are brackets, without keeping more than the files", async () => {
	const nested = "[".repeat(30_000);
	const folder = await readZip(
		zipWith([
			{ name: "a.json", text: nested },
			{ name: "b.json", text: '{"a":'.repeat(30_000) },
		]),
	);
	const mode = { deletes: false, recreates: false, keep: null };
	const before = process.memoryUsage().rss;
	const plan = planOfFolder(folder, { tenant: "t", mode, stored: [] });
	expect(plan.items.map(({ faults }) => faults[0]?.message)).toEqual(
		Array(2).fill("It is nested more than 64 levels deep."),
	);
	folder.files.set("baseline.json", Buffer.from(nested));
	expect(() => planOfFolder(folder, { tenant: "t", mode, stored: [] })).toThrow("baseline.json, line 1: It is nested");
	expect(process.memoryUsage().rss - before).toBeLessThan(400 * MEGABYTE);
});

test("reads 3,000 templates and a baseline, from the top or from one folder, and says what it leaves out", async () => {
	const entries = [...many(ENTRIES_MAX), { name: "baseline.json" }];
	expect((await readZip(zipWith(entries))).files.size).toBe(ENTRIES_MAX + 1);
	const inFolder = ["t/", "t/a.json", "t/README.md", "t/old.zip", "__MACOSX/t/._a.json", "t/.DS_Store"];
	const { files, ignored } = await readZip(zipWith(inFolder.map((name) => ({ name }))));
	expect([...files.keys()]).toEqual(["a.json"]);
	expect(ignored).toEqual(["t/README.md", "t/old.zip"]);
});

test("what was written is read back", async () => {
	const name = fc.stringMatching(/^[a-z0-9-]{1,20}$/).map((text) => `${text}.json`);
	await fc.assert(
		fc.asyncProperty(fc.dictionary(name, fc.string({ unit: "grapheme", maxLength: 500 })), async (texts) => {
			const written = Object.entries(texts).map(([name, text]) => [name, Buffer.from(text)] as const);
			const zip = await buffer(zipOf(new Map(written), new Date()));
			const { files } = await readZip(zip);
			const read = [...files].map(([name, bytes]) => [name, new TextDecoder().decode(bytes)]);
			expect(read.sort()).toEqual(Object.entries(texts).sort());
		}),
		{ numRuns: process.env.LONG ? 50 : 10 },
	);
});
