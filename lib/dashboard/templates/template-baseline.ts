import { isJsonObject } from "@/lib/contract/safe-object";
import { type LineFault, readJson } from "./json-lines";
import { jsonFileText, readTemplateJson, templateJson } from "./template-file";
import type { WholeTemplate } from "./whole-template";

/** The file beside the templates; no template's file has this name. */
export const BASELINE_FILE = "baseline.json";

/** A template as file and tenant last agreed on it: at an export, or when it was applied. `file` is null where none was made. */
export type BaselineEntry = { file: string | null; template: WholeTemplate };

/** By the template's id. */
export type Baseline = ReadonlyMap<string, BaselineEntry>;

/** By the tenant's address: a folder may be exported from one tenant and applied to another. */
export type Baselines = ReadonlyMap<string, Baseline>;

const VERSION = 1;

export function baselinesText(baselines: Baselines): string {
	const tenants = [...baselines].map(([tenant, baseline]) => {
		const entries = [...baseline].toSorted(([one], [other]) => (one < other ? -1 : 1));
		return [
			tenant,
			Object.fromEntries(entries.map(([id, { file, template }]) => [id, { file, ...templateJson(template) }])),
		];
	});
	return jsonFileText({ version: VERSION, tenants: Object.fromEntries(tenants) });
}

const MADE_BY = "It is written by an export: restore it from version control, or delete it and export again.";

export function readBaselines(text: string): Baselines | LineFault {
	const json = readJson(text);
	if ("message" in json) return { line: json.line, message: `${json.message} ${MADE_BY}` };
	const { value, lineOf, duplicates } = json;
	if (duplicates[0]) return duplicates[0];
	if (!isJsonObject(value) || value.version !== VERSION || !isJsonObject(value.tenants)) {
		return { line: 1, message: `This is not a baseline that this version of the console reads. ${MADE_BY}` };
	}
	const baselines = new Map<string, Baseline>();
	for (const [tenant, entries] of Object.entries(value.tenants)) {
		const baseline = new Map<string, BaselineEntry>();
		for (const [id, entry] of Object.entries(isJsonObject(entries) ? entries : {})) {
			const fault = (message: string | undefined) => ({
				line: lineOf(["tenants", tenant, id]),
				message: `${message} ${MADE_BY}`,
			});
			if (!isJsonObject(entry)) return fault("This is not a template.");
			const { file, ...template } = entry;
			// Finding a line takes as long as the text.
			const read = readTemplateJson({ value: template, lineOf: () => 0, duplicates: [] });
			if ("faults" in read) return fault(read.faults[0]?.message);
			baseline.set(id, { file: typeof file === "string" ? file : null, template: read.template });
		}
		baselines.set(tenant, baseline);
	}
	return baselines;
}
