import { isolated } from "@/lib/contract/name-or-id";
import { someOf } from "../in-short";
import type { PlanItem } from "./template-plan";
import { isWrite } from "./template-plan";

/** The name that a template has before the plan is applied; null: there is none. */
const nameBefore = ({ id, before, name }: PlanItem) => (id === null ? null : (before?.name ?? name));
/** The name that it has afterwards. */
const nameAfter = (item: PlanItem) => (isWrite(item) ? (item.after?.name ?? null) : nameBefore(item));

/**
 * The writes of a plan, each after the one that frees its name. Deletions that free nothing come last.
 * @returns `stuck`: the writes that wait for each other
 */
export function inApplyOrder(items: readonly PlanItem[]): { ordered: PlanItem[]; stuck: PlanItem[] } {
	const writes = items.filter(isWrite);
	const holderOf = new Map(writes.map((item) => [nameBefore(item), item]));
	const waitsFor = (item: PlanItem) => {
		const holder = holderOf.get(nameAfter(item));
		return holder === item || nameAfter(item) === null ? undefined : holder;
	};
	const ordered = new Set<PlanItem>();
	const stuck = new Set<PlanItem>();
	for (const item of writes.toSorted(
		(one, other) => Number(one.action === "remove") - Number(other.action === "remove"),
	)) {
		const chain = new Set<PlanItem>();
		let next: PlanItem | undefined = item;
		while (next && !ordered.has(next) && !stuck.has(next) && !chain.has(next)) {
			chain.add(next);
			next = waitsFor(next);
		}
		const isCircle = next !== undefined && !ordered.has(next);
		for (const one of [...chain].reverse()) (isCircle ? stuck : ordered).add(one);
	}
	return { ordered: [...ordered], stuck: [...stuck] };
}

/** Turns writes into errors whose name another template will still have, and those that wait for each other's. */
export function withoutNameConflicts(items: readonly PlanItem[]): PlanItem[] {
	const planned = withKeptNames(items);
	const { stuck } = inApplyOrder(planned);
	if (stuck.length === 0) return planned;
	const isStuck = new Set(stuck);
	const names = someOf(stuck.map((item) => `“${isolated(nameBefore(item) ?? "")}”`));
	const message = `Templates can't exchange names in one go (${names}). Give one of them a third name first.`;
	return withoutNameConflicts(planned.map((item) => (isStuck.has(item) ? asError(item, message) : item)));
}

/** A write that becomes an error keeps its name, which another one may have waited for. */
function withKeptNames(items: readonly PlanItem[]): PlanItem[] {
	const keepsName = items.filter((item) => !isWrite(item) || nameAfter(item) === nameBefore(item));
	const holders = [...new Map(keepsName.map((item) => [nameBefore(item), item])).values()];
	const wanting = Map.groupBy(items.filter(isWrite), nameAfter);
	const errors = new Map<PlanItem, PlanItem>();
	for (const holder of holders) {
		const name = nameBefore(holder);
		if (name === null) continue;
		const message = `The tenant's template ${holder.id} has the name “${isolated(name)}”, and keeps it.`;
		for (const item of wanting.get(name) ?? []) {
			if (item === holder || errors.has(item)) continue;
			errors.set(item, asError(item, message));
			holders.push(item);
		}
	}
	return items.map((item) => errors.get(item) ?? item);
}

function asError(item: PlanItem, message: string): PlanItem {
	return { ...item, action: "error", faults: [...item.faults, { line: 0, message }] };
}
