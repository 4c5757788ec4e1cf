import { type ActKind, requestsMore } from "../resources/act-kinds";
import type { LineFault } from "./json-lines";
import type { WholeTemplate } from "./whole-template";

/** What the person who plans decided. */
export type PlanMode = {
	/** Templates without a file are deleted. */
	deletes: boolean;
	/** A template whose certificate differs is deleted and created again. */
	recreates: boolean;
	/** Whose value is kept where file and tenant both changed a part; null: such templates are not written. */
	keep: "files" | "tenant" | null;
};

/** `left`: it has no file, and stays. `contested`, `error`: nothing is done until it is resolved. */
// biome-ignore format: one list.
export const PLAN_ACTIONS = ["error", "contested", "create", "change", "recreate", "remove", "left", "unchanged"] as const;
export type PlanAction = (typeof PLAN_ACTIONS)[number];

/** A part that file and tenant both changed since the export, in words. */
export type ContestedPart = { label: string; baseline: string; theirs: string; yours: string };

export type PlanItem = {
	action: PlanAction;
	/** In the file; else in the tenant. */
	name: string;
	/** Null: no file describes it. */
	file: string | null;
	/** Null: the tenant does not have it. */
	id: string | null;
	/** What applying does, in words. */
	changes: string[];
	/** What others changed since the export, in words. It stays. */
	theirs: string[];
	contested: ContestedPart[];
	faults: LineFault[];
	/** What to know about it, such as that it was deleted since the export. */
	notes: string[];
	/** As the tenant stores it; what is written is refused where that has changed since. */
	before: WholeTemplate | null;
	/** As it is to be; null: not at all. */
	after: WholeTemplate | null;
	/** The content of its file: the next baseline. */
	ofFile: WholeTemplate | null;
};

/** How the differences were found: against the last export of this tenant, or without one. */
export type PlanBasis = { kind: "export" } | { kind: "none" } | { kind: "other-tenant"; tenant: string };

/** A plan as data: it is saved, shown, and applied later. */
export type TemplatePlan = {
	version: 1;
	/** Address of the tenant's management interface. */
	tenant: string;
	basis: PlanBasis;
	mode: PlanMode;
	/** By name. */
	items: PlanItem[];
};

const WRITES: readonly PlanAction[] = ["create", "change", "recreate", "remove"];

export function isWrite({ action }: Pick<PlanItem, "action">): boolean {
	return WRITES.includes(action);
}

/** The kinds of acts that applying them is. */
export function actsOfPlan(items: readonly Pick<PlanItem, "action" | "before" | "after">[]): ActKind[] {
	const writes = items.filter(isWrite);
	const deletes = writes.some(({ action }) => action === "remove" || action === "recreate");
	const isMore = writes.some(({ action, before, after }) =>
		requestsMore(action === "change" ? before?.elements : undefined, after?.elements),
	);
	return [...(deletes ? (["delete"] as const) : []), ...(isMore ? (["request-more"] as const) : [])];
}

/** Whether nothing is done until a person has decided. */
export function needsResolution({ action }: Pick<PlanItem, "action">): boolean {
	return action === "error" || action === "contested";
}

/** The exit code of a plan: 0 nothing to do, 2 changes, 1 what has to be resolved first. */
export function exitCodeOfPlan({ items }: Pick<TemplatePlan, "items">): 0 | 1 | 2 {
	if (items.some(needsResolution)) return 1;
	return items.some(isWrite) ? 2 : 0;
}
