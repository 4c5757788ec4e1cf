import { type FolderFile, linkFiles, repeatedNames, type StoredTemplate } from "../templates/plan-templates";
import type { Baseline, BaselineEntry } from "../templates/template-baseline";
import { readTemplateFile, templateFileName, templateFileText } from "../templates/template-file";
import { isSameTemplate } from "../templates/whole-template";

/** What an export does to a folder. */
export type ExportPlan = {
	/** Texts by file name. */
	writes: Map<string, string>;
	/** Files under whose name no template is exported any more. */
	removes: string[];
	baseline: Baseline;
	/** Files whose changes were not applied: an export would lose them. */
	unapplied: string[];
	/** Files that describe no template of the tenant, and stay. */
	kept: string[];
	/** Templates without a name, or that ask for something that is not known here: they can't be exported. */
	left: string[];
	/** Templates whose file would not be read again, with what would be wrong with it. */
	faulty: { name: string; message: string }[];
	/** Names that exist twice in the tenant. */
	repeated: string[];
};

/**
 * Compares a folder with the templates of a tenant: the folder is to become what the tenant has. A file keeps its name where
 * a person chose it. Pure.
 * @param baseline of this tenant
 */
export function planExport(
	files: readonly FolderFile[],
	stored: readonly StoredTemplate[],
	baseline: Baseline = new Map(),
): ExportPlan {
	const valid = files.flatMap(({ file, read }) => ("faults" in read ? [] : [{ file, ...read }]));
	const links = linkFiles(valid, stored, baseline);
	const fileOf = new Map(links.flatMap(({ stored, file }) => (stored ? [[stored.id, file] as const] : [])));
	const present = new Set(files.map(({ file }) => file));
	const writes = new Map<string, string>();
	const entries = new Map<string, BaselineEntry>();
	const unapplied: string[] = [];
	const removes: string[] = [];
	const faulty: ExportPlan["faulty"] = [];
	for (const { id, template } of stored) {
		if (!template) continue;
		const text = templateFileText(template);
		const read = readTemplateFile(Buffer.from(text));
		if ("faults" in read) {
			faulty.push({ name: template.name, message: read.faults[0]?.message ?? "" });
			continue;
		}
		const [current, entry] = [fileOf.get(id), baseline.get(id)];
		const isNamedByName = !current || current.file === templateFileName((entry?.template ?? current.template).name);
		const file = isNamedByName ? templateFileName(template.name) : current.file;
		writes.set(file, text);
		entries.set(id, { file, template });
		if (current) {
			if (current.file !== file) removes.push(current.file);
			const isApplied = isSameTemplate(current.template, entry?.template ?? template);
			if (!isApplied && !isSameTemplate(current.template, template)) unapplied.push(current.file);
		} else if (present.has(file)) unapplied.push(file);
		else if (entry?.file && !present.has(entry.file)) unapplied.push(`${entry.file} (removed here)`);
	}
	for (const { file, stored: found, entry } of links) {
		if (found || !entry) continue;
		removes.push(file.file);
		if (!isSameTemplate(file.template, entry.template)) unapplied.push(file.file);
	}
	const isGone = new Set(removes);
	return {
		writes,
		unapplied,
		faulty,
		baseline: entries,
		removes: removes.filter((file) => !writes.has(file)),
		kept: [...present].filter((file) => !writes.has(file) && !isGone.has(file)),
		left: stored.flatMap(({ label, template }) => (template ? [] : [label])),
		repeated: repeatedNames(stored).map(([name]) => name),
	};
}
