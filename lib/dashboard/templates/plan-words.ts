import { isolated } from "@/lib/contract/name-or-id";
import type { ItemResult } from "./apply-templates";
import { isWrite, type PlanAction, type PlanBasis, type PlanItem, type TemplatePlan } from "./template-plan";

// A plan in words, for a terminal and for the console.

/** "12 templates", "1 template". */
export function templatesInWords(count: number): string {
	return `${count.toLocaleString("en")} ${count === 1 ? "template" : "templates"}`;
}

export const actionWords: Record<PlanAction, { sign: string; verb: string; counted: string }> = {
	error: { sign: "×", verb: "error", counted: "with an error" },
	contested: { sign: "!", verb: "conflict", counted: "changed here and in the tenant" },
	create: { sign: "+", verb: "create", counted: "to create" },
	change: { sign: "~", verb: "change", counted: "to change" },
	recreate: { sign: "±", verb: "delete and create again", counted: "to delete and create again" },
	remove: { sign: "-", verb: "delete", counted: "to delete" },
	left: { sign: " ", verb: "left alone", counted: "left alone" },
	unchanged: { sign: " ", verb: "unchanged", counted: "unchanged" },
};

export function basisInWords(basis: PlanBasis): string {
	if (basis.kind === "export")
		return "Compared with the last export of this tenant: what others changed since is kept.";
	const without =
		"Every difference counts as a change of the files, because there is no export of this tenant to compare with.";
	return basis.kind === "none" ? without : `The folder was exported from ${isolated(basis.tenant)}. ${without}`;
}

/** "2 to create, 1 to change, 3 unchanged". */
function planInShort({ items }: Pick<TemplatePlan, "items">): string {
	const parts = (Object.keys(actionWords) as PlanAction[]).flatMap((action) => {
		const count = items.filter((item) => item.action === action).length;
		return count === 0 ? [] : [`${count.toLocaleString("en")} ${actionWords[action].counted}`];
	});
	return parts.join(", ") || "no templates";
}

/** How a conflict is resolved. */
export const HOW_TO_RESOLVE =
	"Export again with --overwrite to take the tenant's, or choose with --keep files or --keep tenant.";

/** The plan for a terminal: a line for each template that is not simply unchanged, with its details below. */
export function planLines(plan: TemplatePlan): string[] {
	const shown = plan.items.filter(({ action, theirs }) => action !== "unchanged" || theirs.length > 0);
	return [
		`Tenant: ${plan.tenant}`,
		basisInWords(plan.basis),
		"",
		...shown.flatMap(itemLines),
		...(shown.length > 0 ? [""] : []),
		summary(plan),
	];
}

function summary(plan: TemplatePlan): string {
	const short = `${planInShort(plan)}.`;
	return plan.items.some(isWrite) ? short : `Nothing to apply: ${short}`;
}

function itemLines({ action, name, file, changes, theirs, contested, faults, notes }: PlanItem): string[] {
	const { sign, verb } = actionWords[action];
	const place = file && file !== name ? ` (${file})` : "";
	return [
		`${sign} ${verb}: ${name}${place}`,
		...faults.map(
			({ line, message }) => `    ${[file, line || null].filter(Boolean).join(":")}${file ? ": " : ""}${message}`,
		),
		...(action === "contested" ? [] : changes.map((words) => `    ${words}`)),
		...contested.flatMap(({ label, baseline, theirs, yours }) => [
			`    ${label}: at the export ${baseline}; now in the tenant ${theirs}; in the file ${yours}`,
		]),
		...(action === "contested" ? [`    ${HOW_TO_RESOLVE}`] : []),
		...theirs.map((words) => `    Others since the export${action === "remove" ? "" : ", kept"}: ${words}`),
		...notes.map((note) => `    ${note}`),
	];
}

const outcomes: Record<ItemResult["outcome"], string> = {
	done: "done",
	already: "was already done",
	conflict: "refused",
	failed: "failed",
};

/** The result of one item, with both versions where it was refused. */
export function resultLines({ name, action, changes }: PlanItem, { outcome, message, since }: ItemResult): string[] {
	const lines = [`${actionWords[action].sign} ${actionWords[action].verb}: ${name}: ${outcomes[outcome]}`];
	if (message) lines.push(`    ${message}`);
	if (outcome !== "conflict") return lines;
	const wanted = changes.length > 0 ? changes : [actionWords[action].verb];
	return [
		...lines,
		...since.map((words) => `    Since the plan: ${words}`),
		...wanted.map((words) => `    Planned: ${words}`),
	];
}
