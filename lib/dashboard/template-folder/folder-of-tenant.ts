import { someOf } from "../in-short";
import type { StoredTemplate } from "../templates/plan-templates";
import { BASELINE_FILE, baselinesText } from "../templates/template-baseline";
import { templateFileText } from "../templates/template-file";
import { planExport } from "./plan-export";

/**
 * The files of a tenant's templates by their names, with the baseline of later plans, as an export into an empty folder.
 * @param tenant address of its management interface
 * @returns a sentence where not all of them can be files
 */
export function folderOfTenant(tenant: string, stored: readonly StoredTemplate[]): Map<string, string> | string {
	const { writes, baseline, left, repeated } = planExport([], stored);
	if (left.length > 0) return `This console does not know what these templates ask for: ${someOf(left)}.`;
	if (repeated.length > 0) return `The tenant has several templates of the same name: ${someOf(repeated)}.`;
	const texts = [...writes].map(([file, template]) => [file, templateFileText(template)] as const);
	const sorted = texts.toSorted(([one], [other]) => (one < other ? -1 : 1));
	return new Map([...sorted, [BASELINE_FILE, baselinesText(new Map([[tenant, baseline]]))]]);
}
