import { isJsonObject, type JsonObject } from "@/lib/contract/safe-object";
import { type FolderFile, planTemplates, type StoredTemplate } from "../templates/plan-templates";
import type { BaselineEntry } from "../templates/template-baseline";
import { jsonFileText, readTemplateFile, templateFileName, templateJson } from "../templates/template-file";
import type { PlanItem, TemplatePlan } from "../templates/template-plan";
import { FolderRefusal, shown } from "./folder-entries";

/** What to change of templates: by the ID, the name or the exported file of each, a part of its file; null: it is deleted. */
export type TemplatePatch = ReadonlyMap<string, JsonObject | null>;

/**
 * What a patch would change at a tenant, as the plan of a folder that was exported just now and has only these files. A part
 * of a file is a JSON merge patch (RFC 7396): what it leaves out stays, and null removes.
 * @throws FolderRefusal where it names no template, several, or one twice
 */
export function planOfPatch(
	patch: TemplatePatch,
	{ tenant, stored }: { tenant: string; stored: readonly StoredTemplate[] },
): TemplatePlan {
	const baseline = new Map<string, BaselineEntry>();
	const files: FolderFile[] = [];
	const named = new Set<string>();
	const deleted = new Set<string | null>();
	for (const [key, change] of patch) {
		const { id, template } = templateOf(key, stored);
		if (named.has(id)) throw new FolderRefusal(`${shown(key)} is a template that the patch names twice.`);
		named.add(id);
		if (!template && change === null) {
			deleted.add(id);
			continue;
		}
		if (!template) throw new FolderRefusal(`${shown(key)} asks for something that this console does not know.`);
		baseline.set(id, { file: key, template });
		if (change) files.push({ file: key, read: readPatched(mergePatch(templateJson(template), change)) });
	}
	const mode = { deletes: true, recreates: true, keep: null };
	const plan = planTemplates({ tenant, files, baselines: new Map([[tenant, baseline]]), stored, mode });
	// A folder leaves what is not known here alone; a patch names it.
	const asNamed = (item: PlanItem): PlanItem =>
		deleted.has(item.id) ? { ...item, action: "remove", notes: [] } : item;
	return { ...plan, items: plan.items.map(asNamed) };
}

function templateOf(key: string, stored: readonly StoredTemplate[]): StoredTemplate {
	const ways = [
		({ id }: StoredTemplate) => id === key,
		({ label }: StoredTemplate) => label === key,
		({ label }: StoredTemplate) => templateFileName(label) === key,
	];
	for (const way of ways) {
		const [found, another] = stored.filter(way);
		if (another)
			throw new FolderRefusal(`Several templates have the name or the exported file ${shown(key)}: send the ID.`);
		if (found) return found;
	}
	throw new FolderRefusal(`No template has the ID, the name or the exported file ${shown(key)}.`);
}

/** Lines would be those of a text that nobody has sent. */
function readPatched(value: unknown): FolderFile["read"] {
	const read = readTemplateFile(Buffer.from(jsonFileText(value)));
	return "faults" in read ? { faults: read.faults.map(({ message }) => ({ line: 0, message })) } : read;
}

/** @param patch not nested deeper than JSON may be */
function mergePatch(target: unknown, patch: unknown): unknown {
	if (!isJsonObject(patch)) return patch;
	const members = new Map(isJsonObject(target) ? Object.entries(target) : []);
	for (const [name, value] of Object.entries(patch)) {
		if (value === null) members.delete(name);
		else members.set(name, mergePatch(members.get(name), value));
	}
	return Object.fromEntries(members);
}
