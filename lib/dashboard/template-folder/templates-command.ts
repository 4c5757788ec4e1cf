import "server-only";
import { dashboardConfig } from "../config";
import { flushExchanges } from "../exchanges/exchanges";
import { someOf } from "../in-short";
import { ManagementError, StoreError, WriteRefused } from "../management/call/errors";
import { patientCall } from "../management/call/rate-pause";
import { problemOf } from "../problem/problem-of";
import { CommandLine, markCommandProcess } from "../session/command-line";
import { readReason } from "../session/reason";
import { type FolderFile, planTemplates, type StoredTemplate } from "../templates/plan-templates";
import { planLines, templatesInWords } from "../templates/plan-words";
import { readAllTemplates, templatePorts } from "../templates/template-access";
import type { Baselines } from "../templates/template-baseline";
import { exitCodeOfPlan, isWrite, type PlanMode, type TemplatePlan } from "../templates/template-plan";
import type { CommandResult, Terminal } from "../terminal";
import { applyAccepted } from "./apply-accepted";
import { applyFolder, neededReason } from "./apply-folder";
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
import { neededEditor, proposeFolder } from "./propose-folder";
import { readSavedPlan, savePlan } from "./saved-plan";

/** A command of `npm run templates`; all paths are absolute. */
export type TemplatesCommand = AcceptedCommand | FolderCommand;

/** Saves what is left of an accepted proposal. */
type AcceptedCommand = { name: "accepted"; proposal: string };

type FolderCommand = { folder: string } & (
	| { name: "export"; overwrite: boolean }
	| { name: "plan"; mode: PlanMode; out: string | null }
	| ({ name: "apply"; mode: PlanMode } & ApplyOptions)
);

type ApplyOptions = {
	/** A plan's file. */
	saved: string | null;
	/** Nothing is asked. */
	isConfirmed: boolean;
	/** For the audit trail; absent: none is stated. */
	reason?: string;
	/** The plan is proposed, whether a second editor is needed or not. */
	isProposal?: boolean;
	/** It is saved although a second editor is needed. */
	isEmergency?: boolean;
};

/** Carries out one command, as the command line's own actor. The process never accepts a request. */
export async function runTemplatesCommand(command: TemplatesCommand, terminal: Terminal): Promise<CommandResult> {
	markCommandProcess();
	try {
		if (command.name === "accepted")
			return await applyAccepted(command.proposal, (reason) => new CommandLine(reason), terminal);
		return await carryOut(command, terminal, actorOf(command));
	} catch (error) {
		if (error instanceof FolderRefusal) return { refusal: error.message };
		const isRefusal = [ManagementError, StoreError, WriteRefused].some((one) => error instanceof one);
		if (!isRefusal) throw error;
		const { title, message, reference } = problemOf(error, "template");
		return { refusal: `${title}. ${message}${reference ? ` (${reference})` : ""}` };
	} finally {
		await flushExchanges();
	}
}

/** @throws FolderRefusal where it is not to be an emergency */
function actorOf(command: FolderCommand): CommandLine {
	if (command.name !== "apply") return new CommandLine();
	const { isEmergency = false } = command;
	const reason = readReason(command.reason);
	if (isEmergency && !dashboardConfig().allowsEmergencySave)
		throw new FolderRefusal("Nothing was changed: this console allows no emergency save (EMERGENCY_SAVE).");
	if (isEmergency && reason === null)
		throw new FolderRefusal("Nothing was changed: an emergency save needs a reason: apply with --reason TEXT.");
	return new CommandLine(reason, { isEmergency });
}

async function carryOut(command: FolderCommand, terminal: Terminal, actor: CommandLine): Promise<CommandResult> {
	const call = patientCall({ onWait: terminal.progress });
	const { folder } = command;
	const readBoth = async (options: { deletes: boolean }) => {
		const { notRead, ...read } = await readTemplateFolder(folder, options);
		if (notRead.length > 0) terminal.progress(`Not read: ${someOf(notRead)}`);
		const onCount = (count: number) => terminal.progress(`Read ${templatesInWords(count)} of the tenant …`);
		return { ...read, stored: await readAllTemplates(call, onCount, actor) };
	};
	if (command.name === "export") {
		await makeTemplateFolder(folder);
		return exportTo(folder, { ...(await readBoth({ deletes: false })), overwrite: command.overwrite }, terminal);
	}
	const saved = command.name === "apply" && command.saved !== null ? await readSavedPlan(command.saved) : null;
	const mode = saved?.mode ?? command.mode;
	const { files, baselines, stored } = await readBoth(mode);
	const { baseUrl: tenant } = dashboardConfig().management;
	// A mistyped folder, with the wish to delete what no file describes, would empty the tenant.
	if (files.length === 0 && !baselines.has(tenant)) throw new FolderRefusal(`There is no template in ${folder}.`);
	const plan = planTemplates({ tenant, files, baselines, stored, mode });
	terminal.lines(planLines(plan));
	const editor = neededEditor(plan);
	if (command.name === "plan") {
		terminal.lines([neededReason(plan), editor].filter((needed) => needed !== null));
		return finishPlan(plan, command.out, folder);
	}
	const { isConfirmed, isProposal = false } = command;
	const isProposed = isProposal || (editor !== null && !actor.isEmergency);
	if (isProposed && plan.items.some(isWrite)) return proposeFolder({ plan, saved, isConfirmed, actor }, terminal);
	const ports = templatePorts(call, actor);
	return applyFolder({ plan, saved, folder, baselines, ports, isConfirmed, reason: actor.reason }, terminal);
}

async function finishPlan(plan: TemplatePlan, out: string | null, folder: string): Promise<CommandResult> {
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
): Promise<CommandResult> {
	const { baseUrl: tenant } = dashboardConfig().management;
	const plan = planExport(files, stored, baselines.get(tenant));
	const { writes, removes, kept, left, faulty, repeated, unapplied } = plan;
	if (repeated.length > 0) {
		const refusal = `Nothing was written. The tenant has several templates of the same name: ${someOf(repeated)}.`;
		return { refusal: `${refusal} Rename them first.` };
	}
	if (unapplied.length > 0 && !overwrite) {
		lines(["Not applied:", ...unapplied.map((file) => `  ${file}`)]);
		const refusal = `Nothing was written. There are changes that were not applied in ${someOf(unapplied)}.`;
		return { refusal: `${refusal} Apply them first, or give them up with --overwrite.` };
	}
	await writeExport(folder, plan, new Map([...baselines, [tenant, plan.baseline]]));
	progress("");
	lines([
		`Exported ${templatesInWords(writes.size)} of ${tenant}.`,
		...removes.map((file) => `Removed ${file}: no template has this file now.`),
		...kept.map((file) => `Left ${file}: it does not describe a template of the tenant.`),
		...left.map((name) => `Not exported: ${name} asks for something that this console does not know.`),
		...faulty.map(({ name, message }) => `Not exported: ${name}: its file would not be read again. ${message}`),
	]);
	return {
		exitCode: left.length + faulty.length > 0 ? 1 : 0,
		json: { tenant, written: [...writes.keys()], removed: removes, kept, left, faulty },
	};
}

/** @throws FolderRefusal that says how far it came */
async function writeExport(folder: string, { writes, removes }: ExportPlan, baselines: Baselines): Promise<void> {
	let written = 0;
	try {
		await removeDrafts(folder);
		for (const [file, text] of writes) {
			await writeToFolder(folder, file, text);
			written += 1;
		}
		for (const file of removes) await removeFromFolder(folder, file);
		// Last: until then the former baseline still says what the files were compared with.
		await writeBaselines(folder, baselines);
	} catch (error) {
		if (!(error instanceof FolderRefusal)) throw error;
		const done = `${written.toLocaleString("en")} of ${writes.size.toLocaleString("en")} files were written`;
		throw new FolderRefusal(
			`${error.message} ${done}, and the baseline is as it was. Export again once that is possible.`,
		);
	}
}
