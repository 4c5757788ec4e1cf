import "server-only";
import { StoreError } from "../audit/audited-write";
import { dashboardConfig } from "../config";
import { flushExchanges } from "../exchanges/exchanges";
import { someOf } from "../in-short";
import { ManagementError } from "../management/call/errors";
import { patientCall } from "../management/call/patient-call";
import { problemOf } from "../problem/problem-of";
import { CommandLine, markCommandProcess } from "../session/command-line";
import { type FolderFile, planTemplates, type StoredTemplate } from "../templates/plan-templates";
import { planLines, templatesInWords } from "../templates/plan-words";
import { readAllTemplates, templatePorts } from "../templates/template-access";
import type { Baselines } from "../templates/template-baseline";
import { templateFileText } from "../templates/template-file";
import { exitCodeOfPlan, type PlanMode, type TemplatePlan } from "../templates/template-plan";
import { applyFolder } from "./apply-folder";
import {
	makeTemplateFolder,
	readTemplateFolder,
	removeDrafts,
	removeFromFolder,
	writeBaselines,
	writeToFolder,
} from "./disk-folder";
import { FolderRefusal } from "./folder-entries";
import { type ExportPlan, planExport } from "./plan-export";
import { readSavedPlan, savePlan } from "./saved-plan";
import type { TemplatesResult, Terminal } from "./terminal";

/** A command of `npm run templates`; all paths are absolute. */
export type TemplatesCommand = { folder: string } & (
	| { name: "export"; overwrite: boolean }
	| { name: "plan"; mode: PlanMode; out: string | null }
	/** `saved`: a plan's file. `isConfirmed`: nothing is asked. */
	| { name: "apply"; mode: PlanMode; saved: string | null; isConfirmed: boolean }
);

/** Carries out one command, as the command line's own actor. The process never accepts a request. */
export async function runTemplatesCommand(command: TemplatesCommand, terminal: Terminal): Promise<TemplatesResult> {
	markCommandProcess();
	try {
		return await carryOut(command, terminal, new CommandLine());
	} catch (error) {
		if (error instanceof FolderRefusal) return { refusal: error.message };
		if (!(error instanceof ManagementError || error instanceof StoreError)) throw error;
		const { title, message, reference } = problemOf(error, "template");
		return { refusal: `${title}. ${message}${reference ? ` (${reference})` : ""}` };
	} finally {
		await flushExchanges();
	}
}

async function carryOut(command: TemplatesCommand, terminal: Terminal, actor: CommandLine): Promise<TemplatesResult> {
	const call = patientCall({ onWait: terminal.progress });
	const { folder } = command;
	if (command.name === "export") await makeTemplateFolder(folder);
	const { files, baselines, notRead } = await readTemplateFolder(folder);
	if (notRead.length > 0) terminal.progress(`Not read: ${someOf(notRead)}`);
	const onCount = (count: number) => terminal.progress(`Read ${templatesInWords(count)} of the tenant …`);
	const stored = await readAllTemplates(call, onCount, actor);
	if (command.name === "export") return exportTo(folder, { files, baselines, stored, ...command }, terminal);
	const saved = command.name === "apply" && command.saved !== null ? await readSavedPlan(command.saved) : null;
	const { baseUrl: tenant } = dashboardConfig().management;
	// A mistyped folder, with the wish to delete what no file describes, would empty the tenant.
	if (files.length === 0 && !baselines.has(tenant)) throw new FolderRefusal(`There is no template in ${folder}.`);
	const plan = planTemplates({ tenant, files, baselines, stored, mode: saved?.mode ?? command.mode });
	terminal.lines(planLines(plan));
	if (command.name === "plan") return finishPlan(plan, command.out, folder);
	const ports = templatePorts(call, actor);
	return applyFolder({ plan, saved, folder, baselines, ports, isConfirmed: command.isConfirmed }, terminal);
}

async function finishPlan(plan: TemplatePlan, out: string | null, folder: string): Promise<TemplatesResult> {
	if (out !== null) await savePlan(out, plan, folder);
	return { exitCode: exitCodeOfPlan(plan), json: plan };
}

type ExportInput = {
	files: readonly FolderFile[];
	baselines: Baselines;
	stored: readonly StoredTemplate[];
	overwrite: boolean;
};

async function exportTo(
	folder: string,
	{ files, baselines, stored, overwrite }: ExportInput,
	{ lines, progress }: Terminal,
): Promise<TemplatesResult> {
	const { baseUrl: tenant } = dashboardConfig().management;
	const plan = planExport(files, stored, baselines.get(tenant));
	const refusal = refusalOf(plan, overwrite);
	if (refusal) return { refusal };
	await removeDrafts(folder);
	for (const [file, template] of plan.writes) await writeToFolder(folder, file, templateFileText(template));
	for (const file of plan.removes) await removeFromFolder(folder, file);
	// Last: until then the former baseline still says what the files were compared with.
	await writeBaselines(folder, new Map([...baselines, [tenant, plan.baseline]]));
	progress("");
	lines([
		`Exported ${templatesInWords(plan.writes.size)} of ${tenant}.`,
		...plan.removes.map((file) => `Removed ${file}: no template has this file any more.`),
		...plan.kept.map((file) => `Left ${file}: it describes no template of the tenant.`),
		...plan.left.map((name) => `Not exported: ${name} asks for something that this console does not know.`),
	]);
	const { writes, removes, kept, left } = plan;
	return {
		exitCode: left.length > 0 ? 1 : 0,
		json: { tenant, written: [...writes.keys()], removed: removes, kept, left },
	};
}

function refusalOf({ repeated, unapplied }: ExportPlan, overwrite: boolean): string | null {
	if (repeated.length > 0) {
		return `Nothing was written. The tenant has several templates of the same name: ${someOf(repeated)}. Rename them first.`;
	}
	if (unapplied.length === 0 || overwrite) return null;
	const files = unapplied.map((file) => `  ${file}`).join("\n");
	return `Nothing was written. These files have changes that were not applied:\n${files}\nApply them first, or give them up with --overwrite.`;
}
