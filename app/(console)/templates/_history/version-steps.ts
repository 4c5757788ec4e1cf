import type { VersionHead, VersionRequest } from "@/lib/dashboard/store/template-versions";
import { attributeFacts, requestedNames } from "@/lib/dashboard/templates/attribute-facts";

/** What a version requests beside the one before it whose request is known. */
export type Step = {
	version: VersionHead;
	/** How many attributes; null where that is not known, or the template was deleted. */
	count: number | null;
	sensitive: number;
	/** The names that the version before did not request, in the order of the form; null where none is known. */
	added: string[] | null;
};

/** @param versions newest first. @returns a step for each in the same order; the oldest has nothing to be compared with */
export function stepsOf(versions: readonly VersionRequest[]): Step[] {
	let before: Set<string> | null = null;
	const steps: Step[] = [];
	for (const { names, ...version } of versions.toReversed()) {
		if (names === null || version.isGone) {
			steps.unshift({ version, count: null, sensitive: 0, added: null });
			continue;
		}
		const known: ReadonlySet<string> | null = before;
		const added = known && names.filter((name) => !known.has(name));
		steps.unshift({
			version,
			count: names.length,
			sensitive: names.filter((name) => attributeFacts(name).sensitivity === "high").length,
			added: added && requestedNames(Object.fromEntries(added.map((name) => [name, true]))),
		});
		before = new Set(names);
	}
	return steps;
}

/** The versions that began to request attributes, newest first. */
export function growthsIn(steps: readonly Step[]): (Step & { added: string[] })[] {
	return steps.flatMap((step) => (step.added && step.added.length > 0 ? [{ ...step, added: step.added }] : []));
}
