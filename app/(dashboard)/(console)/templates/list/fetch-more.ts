import type { Problem } from "@/lib/dashboard/problem";
import type { LoadedTemplates } from "./read-templates";
import type { TemplateRow } from "./template-row";

type More = (LoadedTemplates & { problem?: undefined }) | { problem: Problem };

/** What is loaded together with the page behind the checkpoint; a template that moved along is there once. */
export async function fetchMore(checkpoint: string, rows: readonly TemplateRow[]): Promise<More> {
	const answer = await fetch(`/templates/rows?from=${encodeURIComponent(checkpoint)}`);
	const more = (await answer.json()) as More;
	if (more.problem) return more;
	const known = new Set(rows.map(({ id }) => id));
	return { rows: [...rows, ...more.rows.filter(({ id }) => !known.has(id))], next: more.next };
}
