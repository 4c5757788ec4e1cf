import "server-only";
import { performance } from "node:perf_hooks";
import { ManagementError, WriteRefused } from "../management/call/errors";
import { pacedWrite, patientCall } from "../management/call/rate-pause";
import { deadlineIn, requestDeadline } from "../management/call/send";
import type { CommandLine } from "../session/command-line";
import { reasonOfRequest } from "../session/reason";
import { requireActionPermission } from "../session/session";
import { fromNow } from "../store/dashboard-database";
import type { ItemResult } from "../templates/apply-templates";
import { inApplyOrder } from "../templates/plan-order";
import { templatePorts } from "../templates/template-access";
import { applyOne, linkRestored, planItemOf } from "./apply-one";
import { currentApproval } from "./approval";
import { requireOther } from "./decide";
import { giveBack, keepResults, takeLease } from "./lease";
import type { MergedItem, Proposal } from "./proposal";
import { findProposal } from "./proposals";

/** For how long one request begins to save templates; and what the last of them, and the page, get beyond that. */
const APPLY_WITHIN_MS = 20_000;
const KEPT_FOR_LAST_MS = 12_000;

type Options = {
	/** An attempt before may have been interrupted after something was sent. */
	isResumed?: boolean;
	/** Who acts, where it is not the admin whose session the request has. */
	actor?: CommandLine | undefined;
};

/**
 * Saves what was accepted of a proposal, one template after the other, each where the tenant still is as the decider saw it. What
 * became of each is kept before the next one, so that an attempt that was interrupted can go on. A request saves what it can in
 * some 20 s; a command all of it.
 * @param lease of the acceptance, or of `resumeProposal`
 * @returns how many templates are left for `resumeProposal`
 * @throws SessionError, StoreError, and ManagementError that concerns every template, or of a write whose outcome is not known:
 * it can be resumed, which looks up what the tenant has
 */
export async function applyApproved(
	id: string,
	lease: string,
	{ isResumed = false, actor }: Options = {},
): Promise<{ left: number }> {
	const proposal = await findProposal(id);
	if (!proposal?.approved) throw new WriteRefused("Nothing was saved", "This proposal is not accepted.");
	const { approved } = proposal;
	reasonOfRequest.set(proposal.reason);
	const results = approved.map((_, index) => proposal.results[index] ?? null);
	if (!(await keepResults(id, lease, results)))
		throw new WriteRefused("Nothing was saved", "It is being saved already. Look at it again.");
	const order = inOrder(approved).filter((index) => !results[index]);
	const pace = actor ? { isOver: () => false, call: patientCall({ onWait: () => {} }) } : paceOfRequest();
	const ports = templatePorts((call) => pace.call(() => currentApproval()?.repeatable(call) ?? call()), actor);
	try {
		for (const [place, index] of order.entries()) {
			const merged = approved[index];
			if (!merged) continue;
			const left = order.length - place;
			if (place > 0 && pace.isOver()) return await pause(id, lease, left);
			const result = await applyOne(proposal, merged, { ports, actor, isResumed: isResumed && place === 0 }).catch(
				(error: unknown) => {
					if (place > 0 && isRateLimited(error)) return null;
					throw error;
				},
			);
			if (!result) return await pause(id, lease, left);
			results[index] = result;
			await linkRestored(proposal.items[index], result);
			// Another process goes on with it.
			if (!(await keepResults(id, lease, results))) return { left: left - 1 };
		}
	} catch (error) {
		// Where that fails as well, the lease ends by itself.
		await giveBack(id, lease).catch(() => {});
		throw error;
	}
	const isWhole = approved.every(({ state }, index) => state !== "applies" || isAsWanted(results[index]));
	await keepResults(id, lease, results, isWhole ? "done" : "partly");
	return { left: 0 };
}

async function pause(id: string, lease: string, left: number): Promise<{ left: number }> {
	await giveBack(id, lease);
	return { left };
}

function paceOfRequest() {
	requestDeadline.set(deadlineIn(APPLY_WITHIN_MS + KEPT_FOR_LAST_MS));
	const end = performance.now() + APPLY_WITHIN_MS;
	const until = Date.now() + APPLY_WITHIN_MS;
	const call = <Result>(call: () => Promise<Result>) => pacedWrite(call, until);
	return { isOver: () => performance.now() >= end, call };
}

function isRateLimited(error: unknown): boolean {
	return error instanceof ManagementError && error.kind === "rate-limited";
}

function isAsWanted(result: ItemResult | null | undefined): boolean {
	return result?.outcome === "done" || result?.outcome === "already";
}

/**
 * Goes on with an accepted proposal that was interrupted.
 * @throws WriteRefused where it was accepted too long ago
 * @returns the lease; null: a process is saving it now
 */
export async function resumeProposal(id: string, actor?: CommandLine): Promise<string | null> {
	const proposal = await findProposal(id);
	if (proposal?.state !== "applying") return null;
	if (!actor) await requireOther(proposal, await requireActionPermission("changeTemplates"));
	if (isTooOld(proposal))
		throw new WriteRefused("Nothing was saved", "It was accepted too long ago to save it now. Stop it instead.");
	return takeLease(id);
}

/** Deletions first where they free a name. */
function inOrder(approved: readonly MergedItem[]): number[] {
	const items = approved.map((merged, index) => ({ ...planItemOf(merged), file: String(index) }));
	const { ordered } = inApplyOrder(items);
	const left = items.filter((item) => !ordered.includes(item));
	return [...ordered, ...left].map(({ file }) => Number(file));
}

/** Whether it was accepted too long ago to save it now. */
function isTooOld({ expiresAt }: Pick<Proposal, "expiresAt">): boolean {
	return expiresAt <= fromNow(0);
}

/** Whether saving it can go on. */
export function isResumable(proposal: Pick<Proposal, "state" | "isBeingSaved" | "expiresAt">): boolean {
	return isInterrupted(proposal) && !isTooOld(proposal);
}

/** Whether saving an accepted proposal has stopped half way. */
export function isInterrupted({ state, isBeingSaved }: Pick<Proposal, "state" | "isBeingSaved">): boolean {
	return state === "applying" && !isBeingSaved;
}
