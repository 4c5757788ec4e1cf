import { isolated } from "@/lib/contract/name-or-id";
import { inShort, someOf } from "../in-short";
import type { StoredTemplate } from "../templates/plan-templates";
import { BASELINE_FILE, baselinesText } from "../templates/template-baseline";
import { FolderEntries, FolderRefusal } from "./folder-entries";
import { planExport } from "./plan-export";

/**
 * The files of a tenant's templates by their names, with the baseline of later plans, as an export into an empty folder.
 * @param tenant address of its management interface
 * @returns a sentence where not all of them can be files, or they are more than an import reads
 */
export function folderOfTenant(tenant: string, stored: readonly StoredTemplate[]): Map<string, Buffer> | string {
	const { writes, baseline, left, faulty, repeated } = planExport([], stored);
	if (left.length > 0) return `This console does not know what these templates ask for: ${someOf(left.map(isolated))}.`;
	if (faulty[0])
		return `“${isolated(inShort(faulty[0].name))}” can't be a file that is read again: ${faulty[0].message}`;
	if (repeated.length > 0)
		return `The tenant has several templates of the same name: ${someOf(repeated.map(isolated))}.`;
	const sorted = [...writes].toSorted(([one], [other]) => (one < other ? -1 : 1));
	const files = new Map(sorted.map(([file, text]) => [file, Buffer.from(text)]));
	files.set(BASELINE_FILE, Buffer.from(baselinesText(new Map([[tenant, baseline]]))));
	const excess = excessOf(files);
	return excess ? `${excess} An import does not read that: npm run templates -- export writes them.` : files;
}

/** Why an import would not read these files. */
function excessOf(files: ReadonlyMap<string, Buffer>): string | null {
	const entries = new FolderEntries();
	try {
		for (const [file, bytes] of files) if (entries.admit(file, bytes.byteLength)) entries.add(file, bytes);
		return null;
	} catch (error) {
		if (error instanceof FolderRefusal) return error.message;
		throw error;
	}
}
