import { type PlanInput, planTemplates } from "../templates/plan-templates";
import { BASELINE_FILE, type Baselines, readBaselines } from "../templates/template-baseline";
import { readTemplateFile } from "../templates/template-file";
import type { TemplatePlan } from "../templates/template-plan";
import { FolderRefusal, type ReadFolder } from "./folder-entries";

/** What a folder would change at a tenant. @throws FolderRefusal */
export function planOfFolder(folder: ReadFolder, tenant: Omit<PlanInput, "files" | "baselines">): TemplatePlan {
	const baselines = baselinesOf(folder);
	const files = [...folder.files]
		.filter(([file]) => file !== BASELINE_FILE)
		.map(([file, bytes]) => ({ file, read: readTemplateFile(bytes) }));
	// With the wish to delete what no file describes it would empty the tenant.
	if (files.length === 0) throw new FolderRefusal("There is no template in it: their files end in .json.");
	return planTemplates({ ...tenant, files, baselines });
}

function baselinesOf({ files }: ReadFolder): Baselines {
	const bytes = files.get(BASELINE_FILE);
	if (!bytes) return new Map();
	const read = readBaselines(new TextDecoder().decode(bytes));
	if (!("message" in read)) return read;
	throw new FolderRefusal(`${BASELINE_FILE}, line ${read.line}: ${read.message}`);
}
