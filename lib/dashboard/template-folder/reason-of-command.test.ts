import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { everything } from "../audit/audit-entry";
import { listAuditEntries } from "../audit/audit-trail";
import { dashboardConfig, heldConfig } from "../config";
import { ACT_KINDS, type ActKind } from "../resources/act-kinds";
import { templateFileName, templateFileText } from "../templates/template-file";
import type { PlanMode } from "../templates/template-plan";
import { templateNamed } from "../templates/whole-template.test-data";
import { type FolderTenant, runCommand, startFolderTenant } from "./folder-tenant.test-data";

let tenant: FolderTenant;
let savedPlan: string;
beforeEach(async () => {
	tenant = await startFolderTenant();
	for (const name of ["A", "B"]) tenant.add(templateNamed(name));
	await runCommand({ name: "export", folder: tenant.folder, overwrite: false });
	savedPlan = join(tmpdir(), `reason-of-command-${process.pid}.json`);
});
afterEach(async () => {
	rmSync(savedPlan, { force: true });
	await tenant.stop();
});

const mode: PlanMode = { deletes: true, recreates: true, keep: null };

function requireFor(...reasonRequired: ActKind[]): void {
	heldConfig.set({ ...dashboardConfig(), reasonRequired });
}
const plan = () => runCommand({ name: "plan", folder: tenant.folder, mode, out: savedPlan });
const apply = (reason?: string, saved: string | null = null) =>
	runCommand({
		name: "apply",
		folder: tenant.folder,
		mode,
		saved,
		isConfirmed: true,
		...(reason !== undefined && { reason }),
	});
const addNew = () => tenant.write("new.json", templateFileText(templateNamed("New")));
const keptReasons = async () => (await listAuditEntries(everything, null, 20)).map(({ reason }) => reason);

const needsBoth = "Deleting and requesting more attributes need a reason or ticket here: apply with --reason TEXT.";

test("an apply without the reason that is required is refused before anything is sent, and the plan says so", async () => {
	requireFor(...ACT_KINDS);
	addNew();
	tenant.remove(templateFileName("B"));
	expect(await plan()).toMatchObject({ exitCode: 2, output: expect.stringContaining(needsBoth) });
	for (const saved of [null, savedPlan]) {
		for (const reason of [undefined, " \n "])
			expect(await apply(reason, saved)).toMatchObject({ exitCode: 1, refusal: `Nothing was changed. ${needsBoth}` });
	}
	expect([tenant.written, await keptReasons()]).toEqual([[], []]);
	expect(await apply("SUP-1\n", savedPlan)).toMatchObject({ exitCode: 0 });
	expect(new Set(tenant.written)).toEqual(new Set(["POST New", "DELETE B"]));
	expect(await keptReasons()).toEqual(["SUP-1", "SUP-1"]);
});

test("only what is done needs one", async () => {
	requireFor("delete");
	addNew();
	expect((await plan()).output).not.toContain("reason");
	expect(await apply()).toMatchObject({ exitCode: 0 });
	expect(await keptReasons()).toEqual([null]);
	tenant.remove("new.json");
	expect((await apply()).refusal).toBe(
		"Nothing was changed. Deleting needs a reason or ticket here: apply with --reason TEXT.",
	);
});

test("one that can't be kept is refused", async () => {
	addNew();
	for (const [reason, title] of [
		["x".repeat(201), "The reason is too long"],
		["-----BEGIN PRIVATE KEY-----", "This reason looks like a secret"],
	]) {
		const { exitCode, refusal } = await apply(reason);
		expect([exitCode, refusal]).toEqual([1, expect.stringContaining(`${title}.`)]);
		expect(refusal).not.toContain(reason);
	}
	expect(tenant.written).toEqual([]);
});
