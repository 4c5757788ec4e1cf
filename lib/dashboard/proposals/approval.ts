import { AsyncLocalStorage } from "node:async_hooks";
import { processWide } from "@/lib/process/process-wide";
import { ManagementError } from "../management/call/errors";
import { isStated, purposeFieldNames } from "../templates/purpose";
import { createRequest, sorted, updateRequest } from "../templates/whole-template";
import type { MergedItem } from "./proposal";

/** A write to the tenant, or of a purpose to the console's store. `id`: null for what is created by the same approval. */
type ApprovedWrite = { operation: string; id: string | null; body: unknown };

/** Whose change is saved, for the audit trail. */
export type ProposalRef = { id: string; by: string };

/** The accepted result of a proposal, as the writes that it may make, each once. */
export class Approval {
	readonly proposal: ProposalRef;
	readonly #left: string[];
	readonly #taken: string[] = [];

	/** @param items what the decider saw and accepted */
	constructor(proposal: ProposalRef, items: readonly MergedItem[]) {
		this.proposal = proposal;
		this.#left = items.filter(({ state }) => state === "applies").flatMap(({ item }) => writesOf(item).map(keyOf));
	}

	/** @returns whether the write is one of those that were accepted, and was not made yet */
	take({ operation, id, body }: ApprovedWrite): boolean {
		const keys = [keyOf({ operation, id, body }), keyOf({ operation, id: null, body })];
		const index = this.#left.findIndex((left) => keys.includes(left));
		if (index >= 0) this.#taken.push(...this.#left.splice(index, 1));
		return index >= 0;
	}

	/** Runs a call that is repeated after a failure: what it did not carry out may be made again. */
	async repeatable<Result>(call: () => Promise<Result>): Promise<Result> {
		const taken = this.#taken.length;
		try {
			return await call();
		} catch (error) {
			const isNotDone = error instanceof ManagementError && !error.outcomeUnknown;
			if (isNotDone) this.#left.push(...this.#taken.splice(taken));
			throw error;
		}
	}
}

function keyOf({ operation, id, body }: ApprovedWrite): string {
	// As it is sent: without properties that are not there.
	return JSON.stringify(sorted([operation, id, JSON.parse(JSON.stringify(body ?? null))]));
}

/** What `applyItem` sends for it. */
function writesOf({ action, id, before, after }: MergedItem["item"]): ApprovedWrite[] {
	const remove: ApprovedWrite = { operation: "delete_vc_templates_by_id", id, body: null };
	if (!after) return [remove];
	const purpose: ApprovedWrite = { operation: "set_template_purpose", id: null, body: after.purpose };
	if (action !== "change") {
		const create: ApprovedWrite = { operation: "post_vc_templates", id: null, body: createRequest(after) };
		return [...(action === "recreate" ? [remove] : []), create, ...(isStated(after.purpose) ? [purpose] : [])];
	}
	if (!before) return [];
	const body = updateRequest(before, after);
	const isPurposeNew = purposeFieldNames.some((name) => before.purpose[name] !== after.purpose[name]);
	return [
		...(body ? [{ operation: "patch_vc_templates_by_id", id, body }] : []),
		...(isPurposeNew ? [{ ...purpose, id }] : []),
	];
}

const held = processWide("approval-of-writes", () => new AsyncLocalStorage<Approval>());

/** Runs the writes of an accepted proposal: no others are made meanwhile. */
export function withApproval<Result>(approval: Approval, run: () => Promise<Result>): Promise<Result> {
	return held.get().run(approval, run);
}

/** The approval under which a write is made; undefined: under none. */
export function currentApproval(): Approval | undefined {
	return held.get().getStore();
}
