import { listAddress } from "@/app/_tables/list-view";
import type { PlanMode } from "@/lib/dashboard/templates/template-plan";

export const IMPORT_PATH = "/templates/import";
export const UPLOAD_PATH = `${IMPORT_PATH}/upload`;

/** The choices of a sent form, or of the page's address, which repeats them after a refusal. */
export function modeOfForm(form: Pick<URLSearchParams, "has" | "get"> | FormData): PlanMode {
	const keep = (["files", "tenant"] as const).find((kept) => kept === form.get("keep"));
	return { deletes: form.has("deletes"), recreates: form.has("recreates"), keep: keep ?? null };
}

/** The page with the form, filled in with these choices. */
export function importAddress({ deletes, recreates, keep }: PlanMode): string {
	return listAddress(IMPORT_PATH, { deletes: deletes && "on", recreates: recreates && "on", keep });
}
