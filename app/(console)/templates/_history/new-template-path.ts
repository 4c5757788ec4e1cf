import { resources } from "@/lib/dashboard/resources/resources";

/**
 * The form of a new template, filled in.
 * @param from what with: a template, a preset, or a version; without one the last of a template that is gone
 */
export function newTemplatePath(
	from: { from: string } | { preset: string } | { again: string; version?: string },
): string {
	const query = new URLSearchParams(Object.entries(from).filter(([, value]) => value));
	return `${resources.template.create.path}?${query}`;
}
