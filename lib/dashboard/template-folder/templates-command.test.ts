import { existsSync, mkdirSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { everything } from "../audit/audit-entry";
import { listAuditEntries } from "../audit/audit-trail";
import { CommandLine, markCommandProcess } from "../session/command-line";
import { readPurpose, writePurpose } from "../store/template-purposes";
import { noPurpose } from "../templates/purpose";
import { readTemplateFile, templateFileName, templateFileText } from "../templates/template-file";
import type { PlanMode } from "../templates/template-plan";
import type { WholeTemplate } from "../templates/whole-template";
import { templateNamed } from "../templates/whole-template.test-data";
import { type FolderTenant, runCommand, startFolderTenant } from "./folder-tenant.test-data";

const mode: PlanMode = { deletes: false, recreates: false, keep: null };
let tenant: FolderTenant;

const fileOf = templateFileName;
const exportAll = (overwrite = false) => runCommand({ name: "export", folder: tenant.folder, overwrite });
const plan = (change: Partial<PlanMode> = {}, out: string | null = null) =>
	runCommand({ name: "plan", folder: tenant.folder, mode: { ...mode, ...change }, out });
const apply = (change: Partial<PlanMode> = {}) =>
	runCommand({ name: "apply", folder: tenant.folder, mode: { ...mode, ...change }, saved: null, isConfirmed: true });

/** Changes the template in a file. */
function edit(name: string, change: (template: WholeTemplate) => WholeTemplate): void {
	const read = readTemplateFile(Buffer.from(tenant.read(fileOf(name))));
	if ("faults" in read) throw new Error(JSON.stringify(read.faults));
	tenant.write(fileOf(name), templateFileText(change(read.template)));
}
const addCity = (template: WholeTemplate) => ({
	...template,
	elements: { ...template.elements, resident_city: true },
});

function guarantees(postgres?: string) {
	beforeEach(async () => {
		tenant = await startFolderTenant(postgres);
		for (const name of ["A", "B", "C"]) tenant.add(templateNamed(name));
	});
	afterEach(() => tenant.stop());

	test("what was exported is created again after all is deleted, purposes included, and a plan finds nothing then", async () => {
		markCommandProcess();
		const purpose = { ...noPurpose, purpose: "To rent a car.", retention: "30 days" };
		await writePurpose(new CommandLine(), tenant.idOf("A"), "A", noPurpose, purpose);
		expect((await exportAll()).output).toBe(`Exported 3 templates of ${tenant.service.address}/api/v2.`);
		const before = new Set([...tenant.stored.values()].map((template) => JSON.stringify(template)));
		tenant.stored.clear();
		expect((await plan()).exitCode).toBe(2);
		expect(await apply()).toMatchObject({ exitCode: 0, output: expect.stringContaining("3 of 3 done.") });
		expect(new Set([...tenant.stored.values()].map((template) => JSON.stringify(template)))).toEqual(before);
		expect(await readPurpose(tenant.idOf("A"))).toEqual(purpose);
		expect(await plan()).toMatchObject({
			exitCode: 0,
			output: expect.stringContaining("Nothing to apply: 3 unchanged."),
		});
		expect((await exportAll()).exitCode).toBe(0);
	});

	test("each write is a row of the audit trail by the command line, with the names of what changed", async () => {
		await exportAll();
		edit("A", addCity);
		edit("B", (template) => ({ ...template, name: "Bar", purpose: { ...noPurpose, purpose: "To sell beer." } }));
		tenant.write("new.json", templateFileText(templateNamed("New")));
		await apply();
		const rows = await listAuditEntries(everything, null, 10);
		expect(
			rows.every(
				({ person, subject, outcome }) => person === "Command line" && subject === "command line" && outcome === "done",
			),
		).toBe(true);
		expect(new Set(rows.map(({ operation, name, changes }) => `${operation} ${name} ${changes}`))).toEqual(
			new Set([
				"patch_vc_templates_by_id A +resident_city",
				"patch_vc_templates_by_id Bar ~name",
				"set_template_purpose Bar +purpose",
				"post_vc_templates New name,type,dialect,well_known_trusted_issuers,portrait",
			]),
		);
	});
}

describe("on SQLite", () => guarantees());
describe.runIf(process.env.TEST_DATABASE_URL)("on PostgreSQL", () => guarantees(process.env.TEST_DATABASE_URL));

describe("the command", () => {
	beforeEach(async () => {
		tenant = await startFolderTenant();
		for (const name of ["A", "B"]) tenant.add(templateNamed(name));
	});
	afterEach(() => tenant.stop());

	test("asks before it applies, and writes nothing where the answer is no", async () => {
		await exportAll();
		edit("A", addCity);
		const ask = vi.fn(async () => false);
		const command = { name: "apply" as const, folder: tenant.folder, mode, saved: null, isConfirmed: false };
		expect(await runCommand(command, { ask })).toMatchObject({ exitCode: 1, refusal: "Nothing was changed." });
		expect(ask).toHaveBeenCalledWith(`Apply this to ${tenant.service.address}/api/v2?`);
		expect(tenant.written).toEqual([]);
		expect(await runCommand(command, { ask: async () => true })).toMatchObject({ exitCode: 0 });
		expect(tenant.written).toEqual(["PATCH A"]);
	});

	test("refuses a template that another admin changes between plan and write, with both versions, and applies the others", async () => {
		await exportAll();
		for (const name of ["A", "B"]) edit(name, addCity);
		const ask = async () => {
			const presentation = templateFileText(templateNamed("A", { elements: { portrait: true, family_name: true } }));
			tenant.change(tenant.idOf("A"), { presentation: JSON.parse(presentation).presentation });
			return true;
		};
		const command = { name: "apply" as const, folder: tenant.folder, mode, saved: null, isConfirmed: false };
		const { exitCode, output, result } = await runCommand(command, { ask });
		expect(exitCode).toBe(1);
		expect(output).toContain(
			"~ change: A: refused\n    It has changed since the plan.\n    Since the plan: Adds Family name\n    Planned: Adds City",
		);
		expect(result).toMatchObject({
			json: { results: [{ name: "A", outcome: "conflict", now: { elements: { family_name: true } } }, { name: "B" }] },
		});
		expect(tenant.written).toEqual(["PATCH B"]);
		expect(await apply()).toMatchObject({
			exitCode: 0,
			output: expect.stringContaining("Others since the export, kept: Adds Family name"),
		});
		expect(JSON.stringify(tenant.stored.get(tenant.idOf("A")))).toContain(
			'"family_name":true,"portrait":true,"resident_city":true',
		);
	});

	test("applies a saved plan, and refuses it as outdated before anything is written", async () => {
		await exportAll();
		edit("A", addCity);
		const saved = join(tmpdir(), `plan-${process.pid}.json`);
		expect((await plan({}, saved)).exitCode).toBe(2);
		const applySaved = () => runCommand({ name: "apply", folder: tenant.folder, mode, saved, isConfirmed: false });
		edit("B", addCity);
		expect(await applySaved()).toMatchObject({ exitCode: 1, refusal: expect.stringContaining("because of B.") });
		edit("B", ({ elements, ...template }) => ({ ...template, elements: { portrait: elements.portrait === true } }));
		tenant.change(tenant.idOf("A"), { type: "other" });
		expect(await applySaved()).toMatchObject({ exitCode: 1, refusal: expect.stringContaining("because of A.") });
		expect(tenant.written).toEqual([]);
		tenant.change(tenant.idOf("A"), { type: "mdl" });
		expect(await applySaved()).toMatchObject({ exitCode: 0 });
		expect(await applySaved()).toMatchObject({ exitCode: 0 });
		expect(tenant.written).toEqual(["PATCH A"]);
		expect((await plan({}, join(tenant.folder, "plan.json"))).refusal).toContain("outside of the folder");
	});

	test("does not write a part that file and tenant both changed, until a side is chosen", async () => {
		await exportAll();
		edit("A", (template) => ({ ...template, type: "mine" }));
		tenant.change(tenant.idOf("A"), { type: "theirs" });
		const refused = await apply();
		expect(refused).toMatchObject({ exitCode: 1, output: expect.stringContaining("--keep files or --keep tenant") });
		expect(refused.output).toContain("Type: at the export “mdl”; now in the tenant “theirs”; in the file “mine”");
		expect(tenant.written).toEqual([]);
		expect((await apply({ keep: "tenant" })).exitCode).toBe(0);
		expect(tenant.written).toEqual([]);
		edit("A", (template) => ({ ...template, type: "mine again" }));
		expect((await apply({ keep: "files" })).exitCode).toBe(0);
		expect(tenant.stored.get(tenant.idOf("A"))?.type).toBe("mine again");
		expect((await plan()).exitCode).toBe(0);
	});

	test("deletes and creates again only where that is asked for", async () => {
		await exportAll();
		edit("A", (template) => ({ ...template, certificateAuthority: "another" }));
		expect(await apply()).toMatchObject({
			exitCode: 1,
			refusal: expect.stringContaining("1 error has to be corrected"),
		});
		expect(tenant.written).toEqual([]);
		const id = tenant.idOf("A");
		expect(await apply({ recreates: true })).toMatchObject({
			exitCode: 0,
			output: expect.stringContaining("± delete and create again: A"),
		});
		expect(tenant.written).toEqual(["DELETE A", "POST A"]);
		expect(tenant.idOf("A")).not.toBe(id);
		expect((await plan()).exitCode).toBe(0);
	});

	test("an export writes nothing over changes that were not applied, unless they are given up", async () => {
		await exportAll();
		edit("A", addCity);
		tenant.write("new.json", templateFileText(templateNamed("New")));
		const files = tenant.files();
		tenant.change(tenant.idOf("B"), { name: "Renamed" });
		const refused = await exportAll();
		expect(refused.refusal).toContain(`There are changes that were not applied in ${fileOf("A")}.`);
		expect(refused.output).toBe(`Not applied:\n  ${fileOf("A")}`);
		expect(tenant.files()).toEqual(files);
		const { output } = await exportAll(true);
		expect(output).toContain(`Removed ${fileOf("B")}`);
		expect(output).toContain("Left new.json");
		expect(tenant.files()).toEqual([fileOf("A"), "baseline.json", "new.json", fileOf("Renamed")].toSorted());
		expect(tenant.read(fileOf("A"))).toBe(templateFileText(templateNamed("A")));
	});

	test("names what it does not read, and refuses links and a folder that is none", async () => {
		await exportAll();
		tenant.write("README.md", "");
		mkdirSync(join(tenant.folder, "drafts"));
		symlinkSync("/etc/passwd", join(tenant.folder, "link.json"));
		const found = await plan();
		expect(found.progress[0]).toBe("Not read: README.md, drafts/");
		expect(found).toMatchObject({ exitCode: 1, output: expect.stringContaining("link.json: It is a link.") });
		const link = join(tmpdir(), `link-${process.pid}`);
		symlinkSync(tenant.folder, link);
		expect(await runCommand({ name: "export", folder: link, overwrite: true })).toMatchObject({
			refusal: `${link} is a link. Name the folder itself.`,
		});
		const missing = join(tenant.folder, "missing");
		expect((await runCommand({ name: "plan", folder: missing, mode, out: null })).refusal).toContain(
			"There is no folder",
		);
		expect(existsSync(missing)).toBe(false);
		expect(
			(await runCommand({ name: "plan", folder: join(tenant.folder, "drafts"), mode, out: null })).refusal,
		).toContain("There is no template in");
		tenant.write("baseline.json", "{\n");
		expect((await plan()).refusal).toMatch(/^baseline\.json:2: This is not JSON/);
	});

	test("plans without a baseline against another tenant, and keeps the baseline of the first", async () => {
		await exportAll();
		const [address, files] = [tenant.service.address, tenant.files().map((file) => [file, tenant.read(file)] as const)];
		await tenant.stop();
		tenant = await startFolderTenant();
		tenant.add(templateNamed("A", { elements: { family_name: true } }));
		tenant.add(templateNamed("Of production"));
		for (const [file, text] of files) tenant.write(file, text);
		const found = await plan();
		expect(found.output).toContain(`The folder was exported from ${address}/api/v2.`);
		expect(found.output).toContain("~ change: A");
		expect((await apply()).exitCode).toBe(0);
		expect(Object.keys(JSON.parse(tenant.read("baseline.json")).tenants)).toHaveLength(2);
		expect((await plan()).output).toContain("left alone: Of production\n    No file describes it.");
		expect((await apply({ deletes: true })).exitCode).toBe(0);
		expect([...tenant.stored.values()].map(({ name }) => name).toSorted()).toEqual(["A", "B"]);
	});
});
