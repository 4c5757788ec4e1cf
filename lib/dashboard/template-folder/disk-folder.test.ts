import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { templateFileText } from "../templates/template-file";
import { templateNamed } from "../templates/whole-template.test-data";
import { makeTemplateFolder, readTemplateFolder, writeToFolder } from "./disk-folder";
import { runCommand, startFolderTenant } from "./folder-tenant.test-data";

/** Faults of the file system that are injected: tests may run as root, for whom each file is readable. */
const faults = vi.hoisted(() => new Map<string, (path: string) => boolean>());
const fault = (code: string, errno: number, call: string) =>
	Object.assign(new Error(code), { code, errno, syscall: call });
const [NO_ACCESS, FULL, READ_ONLY] = [
	["EACCES", -13],
	["ENOSPC", -28],
	["EROFS", -30],
] as const;
let injected: readonly [code: string, errno: number] = NO_ACCESS;

vi.mock("node:fs/promises", async (original) => {
	const real = await original<Record<string, (...given: unknown[]) => Promise<unknown>>>();
	const calls = ["lstat", "mkdir", "readdir", "readFile", "rename", "rm", "writeFile"].map((call) => [
		call,
		async (path: string, ...more: unknown[]) => {
			if (faults.get(call)?.(path)) throw fault(...injected, call);
			return real[call]?.(path, ...more);
		},
	]);
	return { ...real, ...Object.fromEntries(calls) };
});

let folder: string;
const mode = { deletes: false, recreates: false, keep: null };
const text = (name: string) => templateFileText(templateNamed(name));
const write = (file: string, content: string) => writeFileSync(join(folder, file), content);
const faultsOf = (read: object) => ("faults" in read ? read.faults : []);

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), "folder-"));
	injected = NO_ACCESS;
});
afterEach(() => {
	faults.clear();
	rmSync(folder, { recursive: true, force: true });
});

describe("what looks like a template and is not read", () => {
	beforeEach(() => {
		write("a.json", text("A"));
		write("b.JSON", text("B"));
		mkdirSync(join(folder, "docs"));
		writeFileSync(join(folder, "docs", "README.md"), "");
		mkdirSync(join(folder, "drafts", "old"), { recursive: true });
		writeFileSync(join(folder, "drafts", "old", "x.Json"), text("X"));
		symlinkSync(join(folder, "docs"), join(folder, "linked"));
		symlinkSync(join(folder, "docs", "README.md"), join(folder, "NOTES.md"));
	});

	test("is listed as not read where nothing is deleted", async () => {
		const { files, notRead } = await readTemplateFolder(folder, { deletes: false });
		expect(files.map(({ file, read }) => [file, faultsOf(read)])).toEqual([
			["a.json", []],
			["b.JSON", []],
		]);
		expect(notRead).toEqual(["NOTES.md", "docs/", "drafts/", "linked"]);
	});

	test("is an error where templates without a file would be deleted", async () => {
		const { files, notRead } = await readTemplateFolder(folder, { deletes: true });
		expect(files.map(({ file, read }) => [file, faultsOf(read)])).toEqual([
			["a.json", []],
			["b.JSON", []],
			[
				"drafts/",
				[
					{
						line: 0,
						message:
							"drafts/old/x.Json looks like a template and is not read. Templates are side by side in one folder.",
					},
				],
			],
			["linked", [{ line: 0, message: "It is a link to a folder. Links are not followed." }]],
		]);
		expect(notRead).toEqual(["NOTES.md", "docs/"]);
		faults.set("readdir", (path) => basename(path) === "docs");
		const unlisted = (await readTemplateFolder(folder, { deletes: true })).files.find(({ file }) => file === "docs/");
		expect(faultsOf(unlisted?.read ?? {})).toEqual([
			{ line: 0, message: `${folder}/docs can't be read: permission denied.` },
		]);
	});
});

describe("a fault of the folder", () => {
	test("names the folder, or the file in its place", async () => {
		faults.set("readdir", (path) => path === folder);
		await expect(readTemplateFolder(folder, mode)).rejects.toThrow(`${folder} can't be read: permission denied.`);
		faults.set("lstat", (path) => path === folder);
		await expect(readTemplateFolder(folder, mode)).rejects.toThrow(`${folder} can't be read: permission denied.`);
		faults.clear();
		write("file", "");
		const place = join(folder, "file");
		await expect(readTemplateFolder(place, mode)).rejects.toThrow(`${place} is not a folder.`);
		await expect(makeTemplateFolder(place)).rejects.toThrow(`${place} is not a folder.`);
		await expect(makeTemplateFolder(join(place, "in"))).rejects.toThrow(`${place}/in can't be made: not a directory.`);
		await expect(readTemplateFolder(join(place, "in"), mode)).rejects.toThrow("can't be read: not a directory.");
		injected = READ_ONLY;
		faults.set("mkdir", () => true);
		await expect(makeTemplateFolder(join(folder, "new"))).rejects.toThrow("new can't be made: read-only file system.");
	});

	test("of one file is an error of that file, and the others are read", async () => {
		write("a.json", text("A"));
		write("b.json", text("B"));
		faults.set("readFile", (path) => basename(path) === "a.json");
		const { files } = await readTemplateFolder(folder, mode);
		expect(files.map(({ file, read }) => [file, faultsOf(read)])).toEqual([
			["a.json", [{ line: 0, message: "It can't be read: permission denied." }]],
			["b.json", []],
		]);
		write("baseline.json", "{}");
		faults.set("readFile", (path) => basename(path) === "baseline.json");
		await expect(readTemplateFolder(folder, mode)).rejects.toThrow(`${folder}/baseline.json can't be read`);
	});

	test("leaves no draft of a file that could not be written", async () => {
		faults.set("rename", () => true);
		await expect(writeToFolder(folder, "a.json", "{}")).rejects.toThrow(`${folder}/a.json can't be written`);
		expect(readdirSync(folder)).toEqual([]);
	});
});

describe("a command whose folder can't be written", () => {
	let tenant: Awaited<ReturnType<typeof startFolderTenant>>;
	const NAMES = ["A", "B", "C", "D"];
	beforeEach(async () => {
		tenant = await startFolderTenant();
		for (const name of NAMES) tenant.add(templateNamed(name));
	});
	afterEach(() => tenant.stop());
	const exportAll = () => runCommand({ name: "export", folder: tenant.folder, overwrite: false });
	const command = (name: string, more: object) => ({ name, folder: tenant.folder, mode, ...more }) as never;
	const apply = () => runCommand(command("apply", { saved: null, isConfirmed: true }));
	/** The disk is full once so many files of the folder were written. */
	function fullAfter(count: number) {
		let written = 0;
		injected = FULL;
		faults.set("writeFile", (path) => path.startsWith(tenant.folder) && ++written > count);
	}
	const changeAll = () => {
		for (const name of NAMES) tenant.change(tenant.idOf(name), { type: "other" });
	};

	test("an export says how far it came, keeps the baseline, and is complete when it is repeated", async () => {
		await exportAll();
		const before = tenant.read("baseline.json");
		changeAll();
		fullAfter(2);
		const { exitCode, refusal } = await exportAll();
		expect(exitCode).toBe(1);
		expect(refusal).toMatch(
			/\.json can't be written: no space left on device\. 2 of 4 files were written, and the baseline is as it was\./,
		);
		expect(refusal).not.toContain("DATA_DIR");
		expect(tenant.read("baseline.json")).toBe(before);
		expect(tenant.files().filter((file) => file.endsWith(".draft"))).toEqual([]);
		faults.clear();
		expect(await exportAll()).toMatchObject({ exitCode: 0, output: expect.stringContaining("Exported 4 templates") });
		injected = READ_ONLY;
		faults.set("writeFile", (path) => path.startsWith(tenant.folder));
		tenant.change(tenant.idOf("A"), { type: "another" });
		expect((await exportAll()).refusal).toContain("read-only file system. 0 of 4 files were written");
	});

	test("a plan that can't be saved or read names its file", async () => {
		await exportAll();
		injected = FULL;
		faults.set("writeFile", (path) => path === "/saved/plan.json");
		const planned = await runCommand(command("plan", { mode, out: "/saved/plan.json" }));
		expect(planned.refusal).toBe("The plan can't be saved as /saved/plan.json: no space left on device.");
		injected = NO_ACCESS;
		faults.set("readFile", (path) => path === "/saved/plan.json");
		const applied = await runCommand(command("apply", { mode, saved: "/saved/plan.json", isConfirmed: false }));
		expect(applied.refusal).toBe("The plan /saved/plan.json can't be read: permission denied.");
		expect([planned.exitCode, applied.exitCode, tenant.written]).toEqual([1, 1, []]);
	});

	test("an apply changes nothing where the baseline can't be kept", async () => {
		await exportAll();
		tenant.write("new.json", text("New"));
		injected = READ_ONLY;
		faults.set("writeFile", (path) => path.startsWith(tenant.folder));
		const { exitCode, refusal } = await apply();
		expect(exitCode).toBe(1);
		expect(refusal).toMatch(
			/^Nothing was changed, because the baseline can't be kept: .*baseline\.json can't be written: read-only file system\.$/,
		);
		expect(tenant.written).toEqual([]);
	});

	test("an apply that fills the disk goes on, says that the baseline was not kept, and is found done by the next", async () => {
		await exportAll();
		for (const name of ["N1", "N2"]) tenant.write(`${name}.json`, text(name));
		fullAfter(1);
		const { exitCode, output, result, tallies } = await apply();
		expect(exitCode).toBe(1);
		expect(output).toContain("2 of 2 done.");
		expect(output).toMatch(/^The baseline was not kept: .*baseline\.json can't be written: no space left on device\./m);
		expect(result).toMatchObject({ json: { baselineFault: expect.stringContaining("no space left") } });
		expect(tallies).toEqual([
			{ done: 1, failed: 0, of: 2 },
			{ done: 2, failed: 0, of: 2 },
		]);
		faults.clear();
		expect(await apply()).toMatchObject({ exitCode: 0, output: expect.stringContaining("Nothing to apply") });
		expect(tenant.written).toEqual(["POST N1", "POST N2"]);
	});

	test("with --delete nothing is deleted while a template is in a subfolder", async () => {
		await exportAll();
		const [file = ""] = tenant.files();
		mkdirSync(join(tenant.folder, "sub"));
		writeFileSync(join(tenant.folder, "sub", file), tenant.read(file));
		tenant.remove(file);
		const deleting = { ...mode, deletes: true };
		const applied = await runCommand(command("apply", { mode: deleting, saved: null, isConfirmed: true }));
		expect(applied).toMatchObject({ exitCode: 1, refusal: expect.stringContaining("1 error has to be corrected") });
		expect(applied.output).toContain(`sub/${file} looks like a template and is not read`);
		expect(tenant.written).toEqual([]);
		expect((await runCommand(command("plan", { out: null }))).exitCode).toBe(0);
	});
});
