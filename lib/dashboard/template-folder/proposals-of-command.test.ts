import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { everything } from "../audit/audit-entry";
import { listAuditEntries } from "../audit/audit-trail";
import { dashboardConfig, heldConfig } from "../config";
import { applyApproved } from "../proposals/apply-approved";
import { addProposal } from "../proposals/change-proposals";
import { acceptProposal, declineProposal, mergedWithPresent } from "../proposals/decide";
import { giveBack } from "../proposals/lease";
import { resultHash } from "../proposals/merge-proposal";
import { pathOfProposal } from "../proposals/proposal";
import { countOpenProposals, findProposal, listProposals } from "../proposals/proposals";
import { secondEditorRule } from "../proposals/rule-of-setting";
import { OPEN_OF_USER_MAX } from "../proposals/token-bounds";
import { CommandLine } from "../session/command-line";
import { dashboardDatabase } from "../store/dashboard-database";
import { templateFileName, templateFileText } from "../templates/template-file";
import type { PlanMode } from "../templates/template-plan";
import { templateNamed } from "../templates/whole-template.test-data";
import { signInAs } from "../testing/dashboard-state";
import { inRequest } from "../testing/in-request";
import { type FolderTenant, runCommand, startFolderTenant } from "./folder-tenant.test-data";
import type { TemplatesCommand } from "./templates-command";

let tenant: FolderTenant;
const savedPlan = join(tmpdir(), `proposals-of-command-${process.pid}.json`);
beforeEach(async () => {
	tenant = await startFolderTenant();
	for (const name of ["A", "B"]) tenant.add(templateNamed(name));
	await runCommand({ name: "export", folder: tenant.folder, overwrite: false });
	tenant.write("new.json", templateFileText(templateNamed("New")));
});
afterEach(async () => {
	rmSync(savedPlan, { force: true });
	await tenant.stop();
});

function setRule(entries: string[], more: Partial<ReturnType<typeof dashboardConfig>> = {}): void {
	heldConfig.set({ ...dashboardConfig(), secondEditor: secondEditorRule(entries) as never, ...more });
}

const mode: PlanMode = { deletes: true, recreates: true, keep: null };
type Options = Partial<Omit<Extract<TemplatesCommand, { name: "apply" }>, "name" | "folder" | "mode">>;
const apply = (options: Options = {}, terminal: Parameters<typeof runCommand>[1] = {}) =>
	runCommand({ name: "apply", folder: tenant.folder, mode, saved: null, isConfirmed: true, ...options }, terminal);
const accepted = (proposal: string) => runCommand({ name: "accepted", proposal });
const trail = async () =>
	(await listAuditEntries(everything, null, 20)).map(({ operation, personName, reason, proposal, isEmergency }) => [
		operation,
		personName,
		reason,
		proposal?.by ?? isEmergency ?? null,
	]);

async function theProposal() {
	const [head] = await listProposals("open", null, 10);
	return (await findProposal(head?.id ?? "")) ?? expect.fail();
}

/** Accepts the one proposal in the console. @returns its ID and the lease with which it is to be saved */
async function accept(): Promise<[string, string]> {
	signInAs("editor");
	const proposal = await theProposal();
	const hash = resultHash(await mergedWithPresent(proposal));
	const acceptance = await inRequest(() => acceptProposal(proposal, hash));
	if (acceptance.kind !== "accepted") expect.fail();
	return [proposal.id, acceptance.lease];
}

test.each(["request-more", "portrait", "all"])(
	"an apply under the rule %s is proposed whole, and nothing is written",
	async (entry) => {
		setRule([entry]);
		tenant.remove(templateFileName("B"));
		const plan = await runCommand({ name: "plan", folder: tenant.folder, mode, out: savedPlan });
		expect([plan.exitCode, plan.output]).toEqual([2, expect.stringContaining("A second editor is needed here")]);
		for (const options of [{ reason: "SUP-1" }, { reason: "SUP-1", saved: savedPlan, isConfirmed: false }]) {
			const { exitCode, output, result } = await apply(options);
			const { id, items, reason } = await theProposal();
			const url = `http://localhost:3000${pathOfProposal(id)}`;
			expect([exitCode, output, reason]).toEqual([3, expect.stringContaining(url), "SUP-1"]);
			expect(result).toMatchObject({ json: { proposals: [{ id, url, state: "open" }] } });
			expect(items.map(({ action, name }) => [action, name])).toEqual([
				["remove", "B"],
				["create", "New"],
			]);
		}
		// The same again is the same proposal.
		expect([await countOpenProposals(await dashboardDatabase()), tenant.written]).toEqual([1, []]);
		expect(await trail()).toEqual([["propose_templates", "Command line", "SUP-1", null]]);
	},
);

test("a plan of more templates than a proposal may change is several, in the order of an apply", async () => {
	setRule(["all"]);
	// B frees its name for the last of them.
	tenant.write(templateFileName("B"), templateFileText(templateNamed("Z", { type: "mine" })));
	for (let count = 0; count < 101; count += 1)
		tenant.write(`t${count}.json`, templateFileText(templateNamed(count === 0 ? "B" : `T${count}`)));
	const first = await apply();
	expect([first.exitCode, tenant.written]).toEqual([3, []]);
	const heads = (await listProposals("open", null, 10)).toReversed();
	expect(heads.map(({ summary }) => summary.count)).toEqual([100, 3]);
	for (const { id } of heads) expect(first.output).toContain(pathOfProposal(id));
	const order = (await Promise.all(heads.map(({ id }) => findProposal(id)))).flatMap((found) => found?.items ?? []);
	const placeOf = (name: string) => order.findIndex(({ after }) => after?.name === name);
	expect(placeOf("Z")).toBeLessThan(placeOf("B"));
	// The same again is the same ones.
	expect((await apply()).exitCode).toBe(3);
	expect(await listProposals("open", null, 10)).toHaveLength(2);
});

test("a newer plan of the same templates replaces what no one has decided, and nothing else", async () => {
	setRule(["all"]);
	await apply();
	const { id: first } = await theProposal();
	tenant.write("new.json", templateFileText(templateNamed("New", { type: "other" })));
	const { output } = await apply();
	expect(output).toMatch(new RegExp(`Withdrawn, because this replaces it:\\s+\\S+${pathOfProposal(first)}`));
	expect(await findProposal(first)).toMatchObject({
		state: "withdrawn",
		decision: { by: "Command line", reason: "A newer plan of the same templates was proposed." },
	});
	const { id: second } = await theProposal();
	// Another folder, with another template: neither says what becomes of the other's.
	tenant.remove("new.json");
	tenant.write("other.json", templateFileText(templateNamed("Other")));
	await apply();
	expect((await listProposals("open", null, 10)).map(({ id }) => id)).toContain(second);
	expect((await trail()).map(([operation]) => operation).toSorted()).toEqual([
		"propose_templates",
		"propose_templates",
		"propose_templates",
		"withdraw_proposal",
	]);
});

test("of applies at the same moment one proposes", async () => {
	setRule(["all"]);
	const exits = await Promise.all([1, 2, 3].map(async () => (await apply()).exitCode));
	expect([exits, await listProposals("open", null, 10)]).toEqual([[3, 3, 3], [expect.anything()]]);
});

test("the same proposal says what it is, and which reason it has", async () => {
	setRule(["all"]);
	await apply({ reason: "SUP-1" });
	expect((await apply({ reason: "SUP-1" })).output).toContain("The same is proposed already, and nothing was changed");
	expect((await apply({ reason: "SUP-2" })).output).toContain("already, with the reason “SUP-1”, and nothing");
	await accept();
	signInAs(null);
	const { exitCode, output } = await apply();
	expect([exitCode, output]).toEqual([
		3,
		expect.stringContaining("The same was accepted already, and is being saved."),
	]);
	expect(output).not.toContain("another editor decides");
});

test("what was accepted, and whose save was interrupted, is said to be continued or stopped, and not that an editor decides", async () => {
	setRule(["all"]);
	await apply();
	const [id, lease] = await accept();
	await giveBack(id, lease);
	signInAs(null);
	const { exitCode, output, result } = await apply();
	expect([exitCode, output]).toEqual([
		1,
		expect.stringContaining(`saving it was interrupted. Save what is left with apply --approved ${id}, or stop it at`),
	]);
	expect(result).toMatchObject({ json: { proposals: [{ id, isNew: false, state: "applying" }] } });
	const old = { expires_at: new Date(Date.now() - 1).toISOString() };
	await (await dashboardDatabase()).updateTable("proposals").set(old).execute();
	const late = await apply();
	expect([late.exitCode, late.output]).toEqual([1, expect.stringContaining("Another editor stops it at")]);
	expect(late.output).not.toContain("--approved");
});

/** So many proposals of the command that are open, of templates that no folder describes. */
async function fill(count: number): Promise<void> {
	const { subject, name, email } = new CommandLine();
	const item = { action: "create", name: "Else", id: null, baseline: null, after: templateNamed("Else") } as const;
	for (let made = 0; made < count; made += 1) await addProposal({ subject, name, email }, null, [item]);
}

test("where as many are open as may be, a newer plan takes the place of what it replaces", async () => {
	setRule(["all"]);
	await apply();
	const { id: first } = await theProposal();
	await fill(OPEN_OF_USER_MAX - 1);
	tenant.write("new.json", templateFileText(templateNamed("New", { type: "other" })));
	const { exitCode, output } = await apply();
	expect([exitCode, (await findProposal(first))?.state]).toEqual([3, "withdrawn"]);
	expect(output).toMatch(new RegExp(`Withdrawn, because this replaces it:\\s+\\S+${pathOfProposal(first)}`));
	expect(await countOpenProposals(await dashboardDatabase())).toBe(OPEN_OF_USER_MAX);
	// Nothing is there to be replaced.
	tenant.remove("new.json");
	tenant.write("other.json", templateFileText(templateNamed("Other")));
	expect((await apply()).refusal).toMatch(/^Nothing was proposed\. 100 proposals of yours are open already/);
});

test("a plan of which a part is proposed says which, and that the rest is not", async () => {
	setRule(["all"]);
	await fill(OPEN_OF_USER_MAX - 1);
	for (let count = 0; count < 101; count += 1)
		tenant.write(`t${count}.json`, templateFileText(templateNamed(`T${count}`)));
	const { exitCode, output, refusal } = await apply();
	expect([exitCode, refusal]).toEqual([
		1,
		expect.stringMatching(/^The rest was not proposed\. 100 proposals of yours/),
	]);
	const [{ id, summary } = expect.fail()] = await listProposals("open", null, 1);
	expect([summary.count, output]).toEqual([100, expect.stringContaining(pathOfProposal(id))]);
});

test("what the rule does not concern is applied, unless it is to be proposed", async () => {
	setRule(["delete"]);
	expect((await apply({ isProposal: true })).exitCode).toBe(3);
	expect(tenant.written).toEqual([]);
	expect(await apply()).toMatchObject({ exitCode: 0 });
	expect(tenant.written).toEqual(["POST New"]);
	expect(await apply({ isProposal: true })).toMatchObject({ exitCode: 0 });
	tenant.remove("new.json");
	expect((await apply()).exitCode).toBe(3);
	expect(tenant.written).toEqual(["POST New"]);
});

test("a proposal is agreed on, needs the reason that the save needs, and waits for what must be resolved", async () => {
	setRule(["all"], { reasonRequired: ["request-more"] });
	const ask = async (question: string) => !question.startsWith("Propose this for");
	expect((await apply({ isConfirmed: false, reason: "SUP-1" }, { ask })).refusal).toBe("Nothing was proposed.");
	expect((await apply()).refusal).toContain("Requesting more attributes needs a reason");
	tenant.write(templateFileName("A"), templateFileText(templateNamed("A", { type: "mine" })));
	tenant.change(tenant.idOf("A"), { type: "theirs" });
	expect((await apply({ reason: "SUP-1" })).refusal).toContain(
		"Nothing was proposed: 1 changed here and in the tenant.",
	);
	tenant.write(templateFileName("A"), "{");
	expect((await apply({ reason: "SUP-1" })).refusal).toContain("1 error has to be corrected");
	expect([await countOpenProposals(await dashboardDatabase()), tenant.written]).toEqual([0, []]);
});

test("an emergency save needs the operator's leave and a reason, and the trail says that it was one", async () => {
	setRule(["request-more"]);
	const words = async (options: Options) => (await apply({ isEmergency: true, ...options })).refusal;
	expect(await words({ reason: "Down" })).toContain("allows no emergency save");
	setRule(["request-more"], { allowsEmergencySave: true });
	expect(await words({ reason: " " })).toContain("needs a reason");
	expect([await countOpenProposals(await dashboardDatabase()), tenant.written]).toEqual([0, []]);
	expect((await apply({ isEmergency: true, reason: "Down" })).exitCode).toBe(0);
	expect([tenant.written, await trail()]).toEqual([
		["POST New"],
		[["post_vc_templates", "Command line", "Down", true]],
	]);
});

test("what was accepted in the console is found, and an interrupted save is taken up, once", async () => {
	setRule(["all"]);
	tenant.remove(templateFileName("B"));
	await apply({ reason: "SUP-1" });
	const { id: open } = await theProposal();
	expect(await accepted(open)).toMatchObject({ exitCode: 3, output: expect.stringContaining("not accepted yet") });
	expect(tenant.written).toEqual([]);
	const [id, lease] = await accept();
	signInAs(null);
	expect(await accepted(id)).toMatchObject({ exitCode: 1, output: expect.stringContaining("saving it at the moment") });
	await giveBack(id, lease);
	for (let times = 0; times < 2; times += 1)
		expect(await accepted(id)).toMatchObject({
			exitCode: 0,
			output: expect.stringContaining("Accepted by editor: 2 of 2 templates done."),
			result: {
				json: {
					proposal: {
						id,
						state: "done",
						decided: { at: expect.any(String), by: "editor", reason: null },
						results: ["B", "New"].map((name) => ({ name, outcome: "done", message: null })),
					},
				},
			},
		});
	expect(tenant.written.toSorted()).toEqual(["DELETE B", "POST New"]);
	expect((await trail()).filter(([operation]) => operation !== "accept_proposal")).toEqual(
		expect.arrayContaining([
			["post_vc_templates", "Command line", "SUP-1", "Command line"],
			["delete_vc_templates_by_id", "Command line", "SUP-1", "Command line"],
		]),
	);
	// The folder is as the tenant now: the next apply has nothing to propose, and keeps the baseline.
	expect(await apply()).toMatchObject({ exitCode: 0 });
	expect((await runCommand({ name: "plan", folder: tenant.folder, mode, out: null })).exitCode).toBe(0);
});

test("what was saved in part, declined, or never proposed is said", async () => {
	setRule(["all"]);
	await apply();
	const [id, lease] = await accept();
	tenant.add(templateNamed("New"));
	await inRequest(() => applyApproved(id, lease));
	expect(await accepted(id)).toMatchObject({
		exitCode: 1,
		output: expect.stringContaining("0 of 1 template done.\n    New: The tenant refused it: The name is taken"),
	});
	tenant.write("other.json", templateFileText(templateNamed("Other")));
	tenant.remove("new.json");
	tenant.stored.delete(tenant.idOf("New"));
	await apply();
	const other = await theProposal();
	await inRequest(() => declineProposal(other, "Not now."));
	expect(await accepted(other.id)).toMatchObject({
		exitCode: 1,
		output: expect.stringContaining("It was declined by editor: Not now."),
	});
	// What two have agreed on is told by the proposal of an event, and nothing else.
	const by = async (name: string) => (await trail()).find(([operation]) => operation === name)?.at(-1);
	expect([await by("accept_proposal"), await by("decline_proposal")]).toEqual(["Command line", null]);
	expect(await accepted("none")).toMatchObject({ exitCode: 1, refusal: "There is no such proposal." });
});
