import { resources } from "@/lib/dashboard/resources/resources";

type Filling = Partial<Record<"from" | "preset" | "again" | "version", string | undefined>>;

/**
 * The form of a new template, filled in with a template, a preset, or a version of a template: without one the last of a
 * template that is gone.
 */
export function newTemplatePath(filling: Filling): string {
	const query = new URLSearchParams(Object.entries(filling).filter(([, value]) => value));
	return [resources.template.create.path, ...(query.size > 0 ? [query] : [])].join("?");
}
