import { someSentences } from "../in-short";
import { ManagementError } from "../management/call/errors";
import { inApplyOrder } from "./plan-order";
import type { StoredTemplate } from "./plan-templates";
import type { PlanItem } from "./template-plan";
import { templateChanges } from "./template-words";
import { isSameTemplate, partsOfTemplate, type WholeTemplate } from "./whole-template";

/** The tenant and the console's own store, for one template at a time. Each throws ManagementError. */
export type ApplyPorts = {
	/** Null: it no longer exists. */
	read: (id: string) => Promise<StoredTemplate | null>;
	/** @returns the new id */
	create: (template: WholeTemplate) => Promise<string>;
	change: (id: string, before: WholeTemplate, after: WholeTemplate) => Promise<void>;
	/** @param then it is created again as this: where that may not be done, it is not deleted */
	remove: (id: string, before: Pick<WholeTemplate, "name">, then?: WholeTemplate | null) => Promise<void>;
};

const PARTLY_WRITTEN = "The template is written, but its purpose could not be stored.";

/** The tenant stored the template with this id, but the console could not store its purpose. Thrown by `create` and `change`. */
export class PartlyWritten extends Error {
	override name = "PartlyWritten";
	readonly id: string;
	constructor(id: string, cause: unknown) {
		super(`${PARTLY_WRITTEN} ${OF_PLAN.again} to store it.`, { cause });
		this.id = id;
	}
}

/**
 * `already`: the tenant had this content before anything was sent. `conflict`: it changed since the plan, and nothing was
 * sent. `failed`: `message` says how far it came.
 */
export type ItemResult = {
	outcome: "done" | "already" | "conflict" | "failed";
	/** Of the template that the file describes now; null: there is none. */
	id: string | null;
	message: string | null;
	/** Of a conflict: what changed since the plan, in words, and the present content; null where it is gone. */
	since: string[];
	now: WholeTemplate | null;
};

const result = (outcome: ItemResult["outcome"], id: string | null, message: string | null = null): ItemResult => ({
	outcome,
	id,
	message,
	since: [],
	now: null,
});

/** What the item is a part of, for messages: "It has changed since …", and what to do where it came half way. */
export type ApplyWords = { since: string; again: string };

const OF_PLAN: ApplyWords = { since: "the plan", again: "Apply again" };

/**
 * Applies one item of a plan: reads the template again and writes only where it is as the plan saw it. Nothing is sent twice.
 * @throws ManagementError that concerns every item, SessionError, StoreError: nothing of this item was written
 */
export async function applyItem(
	{ action, id, before, after }: PlanItem,
	ports: ApplyPorts,
	{ since: of, again }: ApplyWords = OF_PLAN,
): Promise<ItemResult> {
	const attempt = (write: () => Promise<string | null>, id: string | null = null) => attemptOnce(write, id, again);
	const create = (template: WholeTemplate) => attempt(() => ports.create(template));
	if (action === "create") return after ? create(after) : result("already", id);
	if (id === null || before === null) return result("already", id);
	const now = await ports.read(id);
	const isDone = after ? now?.template && isSameTemplate(now.template, after) : now === null;
	if (isDone) return result("already", after && id);
	if (!now) return { ...result("conflict", null, `It has been deleted since ${of}.`), since: ["Deletes it"] };
	if (!now.template)
		return result("conflict", id, `It has changed since ${of}, to something that this console does not know.`);
	if (!isSameTemplate(now.template, before)) {
		const since = someSentences(templateChanges(partsOfTemplate(before), partsOfTemplate(now.template)));
		return { ...result("conflict", id, `It has changed since ${of}.`), since, now: now.template };
	}
	const remove = () => ports.remove(id, before, after).then(() => null);
	if (!after) return attempt(remove);
	if (action === "change") return attempt(() => ports.change(id, before, after).then(() => id), id);
	const removed = await attempt(remove);
	if (removed.outcome !== "done") return removed;
	const created = await create(after).catch((error: unknown) => {
		if (!(error instanceof ManagementError)) throw error;
		return result("failed", null, failureInWords(error));
	});
	if (created.outcome === "done") return created;
	return { ...created, message: `It was deleted, and not created again. ${created.message} ${again} to create it.` };
}

/** @param write returns the id of the template that there is afterwards @param id of the one that there is before */
async function attemptOnce(write: () => Promise<string | null>, id: string | null, again: string): Promise<ItemResult> {
	try {
		return result("done", await write());
	} catch (error) {
		if (error instanceof PartlyWritten) return result("failed", error.id, `${PARTLY_WRITTEN} ${again} to store it.`);
		if (!(error instanceof ManagementError) || concernsAll(error)) throw error;
		return result("failed", id, failureInWords(error));
	}
}

/** Whether the next item would fail as well; nothing was carried out then. */
export function concernsAll({ kind, outcomeUnknown, lookedUp }: ManagementError): boolean {
	if (outcomeUnknown || lookedUp) return false;
	return !["rejected", "conflict", "not-found", "too-large", "not-understood"].includes(kind);
}

/** Why a write of one template failed, and what is known of it. */
export function failureInWords({ kind, outcomeUnknown, lookedUp, serviceMessage, reference }: ManagementError): string {
	if (outcomeUnknown)
		return `The tenant did not answer, and it is not known whether it was carried out (${reference}).`;
	if (lookedUp) return `The tenant did not answer, and has not carried it out (${reference}).`;
	if (kind === "not-found") return "It was deleted in the meantime.";
	return `The tenant refused it: ${serviceMessage ?? kind} (${reference}).`;
}

type ApplyProgress = {
	/** Before each item: waits until its calls fit into the rate limit. */
	beforeEach: () => Promise<void>;
	/** Runs the reads and writes of an item apart from other saves of it. */
	inTurn: (item: PlanItem, apply: () => Promise<ItemResult>) => Promise<ItemResult>;
	/** After each item, before the next one. */
	onResult: (item: PlanItem, result: ItemResult) => Promise<void>;
};

/** Applies the writes of a plan, one after the other. @throws what `applyItem` throws */
export async function applyPlan(items: readonly PlanItem[], ports: ApplyPorts, progress: ApplyProgress): Promise<void> {
	for (const item of inApplyOrder(items).ordered) {
		await progress.beforeEach();
		const result = await progress.inTurn(item, () => applyItem(item, ports));
		await progress.onResult(item, result);
	}
}
