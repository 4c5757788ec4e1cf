import { buffer } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import type { StoredTemplate } from "../templates/plan-templates";
import { createRequest } from "../templates/whole-template";
import { templateNamed } from "../templates/whole-template.test-data";
import { ENTRIES_MAX, UNPACKED_MEGABYTES_MAX } from "./folder-entries";
import { folderOfTenant } from "./folder-of-tenant";
import { planOfFolder } from "./plan-of-folder";
import { readZip, zipOf } from "./zip-archive";

const MEGABYTE = 1024 * 1024;
const sizeOf = (files: ReadonlyMap<string, Buffer>) =>
	[...files.values()].reduce((sum, { byteLength }) => sum + byteLength, 0);

describe("a download of all templates", () => {
	const mode = { deletes: false, recreates: false, keep: null };
	/** `characters`: of each certificate. */
	const tenantOf = (count: number, characters: number) =>
		Array.from({ length: count }, (_, index): StoredTemplate => {
			const template = templateNamed(`Template ${index}`, { certificateAuthority: "x".repeat(characters) });
			return { id: `vct_${String(index).padStart(16, "0")}`, label: template.name, template };
		});
	async function importOf(files: ReadonlyMap<string, Buffer>, stored: readonly StoredTemplate[]) {
		return planOfFolder(await readZip(await buffer(zipOf(files, new Date()))), { tenant: "t", mode, stored });
	}

	// Of as many as there may be in the long run: an archive of 3,000 is read in the test of archives.
	test("is what an import reads, also where the baseline beside them has as much again", async () => {
		const stored = process.env.LONG ? tenantOf(ENTRIES_MAX, 4_000) : tenantOf(300, 0);
		const files = folderOfTenant("t", stored);
		if (typeof files === "string") throw new Error(files);
		if (process.env.LONG) expect(sizeOf(files)).toBeGreaterThan(UNPACKED_MEGABYTES_MAX * MEGABYTE);
		expect(new Set((await importOf(files, stored)).items.map(({ action }) => action))).toEqual(new Set(["unchanged"]));
	});

	test("that an import would not read is refused, and says why", () => {
		expect(folderOfTenant("t", tenantOf(ENTRIES_MAX + 1, 0))).toMatch(/^There are more than 3,000 entries\./);
		const [one] = tenantOf(1, 4097);
		expect(folderOfTenant("t", one ? [one] : [])).toBe(
			"“Template 0” can't be a file that is read again: custom_certificate_authority: at most 4096 characters fit.",
		);
		const odd = tenantOf(1, 4097).map(({ id, template }) => ({
			id,
			label: "",
			template: template && { ...template, name: "\u202egnp.exe" },
		}));
		expect(folderOfTenant("t", odd)).toMatch(/^“\[U\+202E\]gnp\.exe” can't be a file/);
		const text = "x".repeat(1_000);
		const elements = Object.fromEntries(Array.from({ length: 75 }, (_, index) => [text + index, true]));
		const large = tenantOf(300, 0).map(({ id, label, template }) => ({
			id,
			label,
			template: template && { ...template, elements },
		}));
		expect(folderOfTenant("t", large)).toMatch(/MB .*, unpacked\. An import does not read that/);
	});

	test("holds the largest template that the interface accepts", async () => {
		const elements = Object.fromEntries(Array.from({ length: 22_000 }, (_, index) => [`a${index.toString(36)}`, true]));
		const template = templateNamed("Large", { elements });
		const sent = JSON.stringify(createRequest(template)).length;
		expect(sent).toBeGreaterThan(220 * 1024);
		const stored = [{ id: "vct_1", label: "Large", template }];
		const files = folderOfTenant("t", stored);
		if (typeof files === "string") throw new Error(files);
		expect((await importOf(files, stored)).items).toMatchObject([{ action: "unchanged" }]);
	});
});
