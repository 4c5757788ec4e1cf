import "server-only";
import { type BulkWork, type ItemOutcome, readItem, WRITTEN } from "@/app/_bulk/item-work";
import { someSentences } from "@/lib/dashboard/in-short";
import { oneSaveAtATime } from "@/lib/dashboard/management/safe-writes";
import { applyItem, type ItemResult } from "@/lib/dashboard/templates/apply-templates";
import type { StoredTemplate } from "@/lib/dashboard/templates/plan-templates";
import { readStoredTemplates, templatePorts } from "@/lib/dashboard/templates/template-access";
import type { PlanItem } from "@/lib/dashboard/templates/template-plan";
import { templateChanges } from "@/lib/dashboard/templates/template-words";
import { isSameTemplate, partsOfTemplate } from "@/lib/dashboard/templates/whole-template";
import { planItemOf } from "./import-items";

/** How an import writes one template, as `npm run templates -- apply` does, and looks up an interrupted write. */
export const importWork: BulkWork = {
	write: (item) => oneSaveAtATime(item.id || `template ${item.name}`, () => readAndWrite(planItemOf(item))),
	lookUp: (item) => lookUp(planItemOf(item)),
};

const ports = templatePorts((call) => call());

async function readAndWrite(item: PlanItem): Promise<ItemOutcome> {
	const { id } = item;
	if (id === null) return outcomeOf(await applyItem(item, ports));
	const read = await readItem(() => ports.read(id));
	if (read.outcome) return read.outcome;
	// Not read again there: an item that can't be read is told from one that can't be written.
	return outcomeOf(await applyItem(item, { ...ports, read: async () => read.value }));
}

function outcomeOf({ outcome, message, since, id }: ItemResult): ItemOutcome {
	const note = { ...(message !== null && { message: [message, ...since].join(" · ") }), ...(id !== null && { id }) };
	if (outcome === "done" || outcome === "conflict") return { state: outcome, note };
	return { state: outcome === "already" ? "done" : "refused", note };
}

async function lookUp(item: PlanItem): Promise<ItemOutcome> {
	const read = await readItem(() => present(item));
	if (read.outcome) return read.outcome;
	const now = read.value;
	const { before, after } = item;
	if (!now) {
		if (!after) return WRITTEN;
		if (!before) return { state: "planned" };
		if (item.action !== "recreate")
			return { state: "conflict", note: { message: "It was deleted since the preview." } };
		const message =
			"The run was cut off after it was deleted, and it was not created again. Import the folder again to create it.";
		return { state: "refused", note: { message } };
	}
	if (now.template && after && isSameTemplate(now.template, after))
		return { ...WRITTEN, note: { ...WRITTEN.note, id: now.id } };
	if (now.template && before && isSameTemplate(now.template, before)) return { state: "planned" };
	const since = now.template && before ? templateChanges(partsOfTemplate(before), partsOfTemplate(now.template)) : [];
	return {
		state: "conflict",
		note: { message: ["It changed since the preview.", ...someSentences(since)].join(" · ") },
	};
}

/** The template that the item is about: by its id, or where it gets a new one, by its name. */
async function present({ id, action, after }: PlanItem): Promise<StoredTemplate | null> {
	const byId = id === null ? null : await ports.read(id);
	if (byId || (action !== "create" && action !== "recreate")) return byId;
	return (await readStoredTemplates()).find(({ label }) => label === after?.name) ?? null;
}
