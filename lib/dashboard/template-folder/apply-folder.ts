import "server-only";
import { performance } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { inSentence } from "../change-in-words";
import { dashboardConfig } from "../config";
import { someOf } from "../in-short";
import { ManagementError, StoreError } from "../management/call/errors";
import { secondsUntilRoomFor } from "../management/call/rate-pause";
import { oneSaveAtATime } from "../management/safe-writes";
import { problemOf } from "../problem/problem-of";
import { actKinds } from "../resources/act-kinds";
import { type ApplyPorts, applyPlan, type ItemResult } from "../templates/apply-templates";
import { outdatedIn } from "../templates/plan-templates";
import { HOW_TO_RESOLVE, resultLines } from "../templates/plan-words";
import type { Baselines } from "../templates/template-baseline";
import { actsOfPlan, isWrite, type PlanItem, type TemplatePlan } from "../templates/template-plan";
import type { CommandResult, Terminal } from "../terminal";
import { BaselineWriter } from "./baseline-writer";
import { removeDrafts } from "./disk-folder";
import { FolderRefusal } from "./folder-entries";

type ApplyInput = {
	/** Made just now. */
	plan: TemplatePlan;
	/** The plan that was agreed on. */
	saved: TemplatePlan | null;
	folder: string;
	baselines: Baselines;
	ports: ApplyPorts;
	isConfirmed: boolean;
	/** Why, for the audit trail; null: none is stated. */
	reason: string | null;
};

/** A read and a write. */
const CALLS_PER_ITEM = 2;
const PROGRESS_EVERY_MS = 1000;

/** Applies a plan that is shown already, and keeps the folder's baseline up to date. */
export async function applyFolder(input: ApplyInput, terminal: Terminal): Promise<CommandResult> {
	const { plan, saved } = input;
	const refusal = refusalOfApply(input);
	if (refusal) return { refusal };
	const writes = plan.items.filter(isWrite);
	const contested = plan.items.filter(({ action }) => action === "contested");
	const isAgreed = writes.length === 0 || saved !== null || input.isConfirmed;
	if (!isAgreed && !(await terminal.ask(`Apply this to ${plan.tenant}?`))) return { refusal: "Nothing was changed." };
	const baseline = new BaselineWriter(input.folder, input.baselines, plan);
	try {
		await removeDrafts(input.folder);
		await baseline.begin();
	} catch (error) {
		if (!(error instanceof FolderRefusal)) throw error;
		return { refusal: `Nothing was changed, because the baseline can't be kept: ${error.message}` };
	}
	const { results, stopped, baselineFault } = await carryOut(writes, input, baseline, terminal);
	const failed = results.filter(hasFailed);
	terminal.progress("");
	terminal.lines([
		...(writes.length > 0 ? [`${results.length - failed.length} of ${writes.length} done.`] : []),
		...(failed.length > 0 ? [`${failed.length} not done: plan again to see what is left.`] : []),
		...(contested.length > 0 ? [`${contested.length} not applied: ${HOW_TO_RESOLVE}`] : []),
		...(stopped ? [`Stopped: ${stopped} ${writes.length - results.length} not tried. Apply again to continue.`] : []),
		...(baselineFault ? [`The baseline was not kept: ${baselineFault} Apply again once that is possible.`] : []),
	]);
	const isComplete = failed.length === 0 && contested.length === 0 && !stopped && !baselineFault;
	return { exitCode: isComplete ? 0 : 1, json: { plan, results, stopped, baselineFault } };
}

function hasFailed({ outcome }: ItemResult): boolean {
	return outcome === "conflict" || outcome === "failed";
}

/** Why a plan is neither applied nor proposed; null: nothing speaks against it. */
export function refusalOfApply(input: Pick<ApplyInput, "plan" | "saved" | "reason">): string | null {
	return refusalOf(input.plan, input.saved) ?? missingReason(input);
}

function refusalOf(plan: TemplatePlan, saved: TemplatePlan | null): string | null {
	const errors = plan.items.filter(({ action }) => action === "error").length;
	if (errors > 0)
		return `Nothing was changed: ${errors} ${errors === 1 ? "error has" : "errors have"} to be corrected first.`;
	if (!saved) return null;
	if (saved.tenant !== plan.tenant)
		return `Nothing was changed: the plan is for ${saved.tenant}, not for ${plan.tenant}.`;
	const outdated = outdatedIn(saved, plan);
	if (outdated.length === 0) return null;
	return `Nothing was changed: the plan is outdated, because of ${someOf(outdated)}. What it would do now is above. Save it again.`;
}

function missingReason({ plan, reason }: Pick<ApplyInput, "plan" | "reason">): string | null {
	const needed = reason === null ? neededReason(plan) : null;
	return needed && `Nothing was changed. ${needed}`;
}

/** That the settings require a reason for what a plan does; null: they don't. */
export function neededReason({ items }: TemplatePlan): string | null {
	const { reasonRequired } = dashboardConfig();
	const acts = actsOfPlan(items).filter((kind) => reasonRequired.includes(kind));
	if (acts.length === 0) return null;
	const [first = "", ...others] = acts.map((kind) => actKinds[kind]);
	const what = [first, ...others.map(inSentence)].join(" and ");
	return `${what} ${others.length === 0 ? "needs" : "need"} a reason or ticket here: apply with --reason TEXT.`;
}

type NamedResult = ItemResult & Pick<PlanItem, "name" | "file" | "action">;

async function carryOut(
	writes: readonly PlanItem[],
	{ ports }: ApplyInput,
	baseline: BaselineWriter,
	terminal: Terminal,
): Promise<{ results: NamedResult[]; stopped: string | null; baselineFault: string | null }> {
	const results: NamedResult[] = [];
	let stopped: string | null = null;
	let baselineFault: string | null = null;
	let failed = 0;
	let shownAt = performance.now();
	const progress = {
		async beforeEach() {
			const seconds = secondsUntilRoomFor(CALLS_PER_ITEM);
			if (seconds > 0) await delay(seconds * 1000);
		},
		inTurn: ({ id, name }: PlanItem, apply: () => Promise<ItemResult>) =>
			oneSaveAtATime(id ?? `template ${name}`, apply),
		async onResult(item: PlanItem, result: ItemResult) {
			const { name, file, action } = item;
			results.push({ name, file, action, ...result });
			if (hasFailed(result)) {
				failed += 1;
				terminal.lines(resultLines(item, result));
			}
			terminal.tally({ done: results.length - failed, failed, of: writes.length });
			if (!hasFailed(result)) await baseline.note(item, result.id);
			if (performance.now() - shownAt < PROGRESS_EVERY_MS) return;
			shownAt = performance.now();
			const [count, all] = [results.length, writes.length].map((number) => number.toLocaleString("en"));
			terminal.progress(`${count} of ${all} …`);
		},
	};
	try {
		await applyPlan(writes, ports, progress);
	} catch (error) {
		if (!(error instanceof ManagementError || error instanceof StoreError)) throw error;
		const { title, message } = problemOf(error, "template");
		stopped = `${title}. ${message}`;
	} finally {
		baselineFault = await baseline.finish();
	}
	return { results, stopped, baselineFault };
}
