import type { VersionRequest } from "@/lib/dashboard/store/template-versions";
import { attributeFacts, requestedNames } from "@/lib/dashboard/templates/attribute-facts";

/** What a version requests beside the one before it whose request is known. */
export type Step = {
	version: VersionRequest;
	/** How many attributes; null where that is not known, or the template was deleted. */
	count: number | null;
	sensitive: number;
	/** The names that the last version before whose request is known did not request, in the order of the form; null without one. */
	added: string[] | null;
	/** The versions between that one and this, oldest first: each of them may have added the names. */
	between: VersionRequest[];
};

/** @param versions newest first. @returns a step for each in the same order; the oldest has nothing to be compared with */
export function stepsOf(versions: readonly VersionRequest[]): Step[] {
	let before: Set<string> | null = null;
	let between: VersionRequest[] = [];
	const steps: Step[] = [];
	for (const version of versions.toReversed()) {
		const { names, isGone } = version;
		if (names === null || isGone) {
			steps.unshift({ version, count: null, sensitive: 0, added: null, between: [] });
			// A deletion requests nothing: what is requested after it is compared with what was before.
			if (!isGone) between = [...between, version];
			continue;
		}
		const known: ReadonlySet<string> | null = before;
		const added = known && names.filter((name) => !known.has(name));
		steps.unshift({
			version,
			count: names.length,
			sensitive: names.filter((name) => attributeFacts(name).sensitivity === "high").length,
			added: added && requestedNames(Object.fromEntries(added.map((name) => [name, true]))),
			between: before ? between : [],
		});
		before = new Set(names);
		between = [];
	}
	return steps;
}

/** The versions that began to request attributes, or may have, newest first. */
export function growthsIn(steps: readonly Step[]): (Step & { added: string[] })[] {
	return steps.flatMap((step) => (step.added && step.added.length > 0 ? [{ ...step, added: step.added }] : []));
}

/** Of a step's attributes and of the sensitive ones among them: none vanishes beside a version that requests many more. */
export function heightsOf({ count, sensitive }: Pick<Step, "count" | "sensitive">, most: number, height: number) {
	const share = (of: number) => (of === 0 ? 0 : Math.max(LEAST, Math.round((height * of) / most)));
	const ofSensitive = share(sensitive);
	const isMore = (count ?? 0) > sensitive && sensitive > 0;
	return { all: Math.max(share(count ?? 0), ofSensitive + (isMore ? LEAST : 0)), sensitive: ofSensitive };
}

/** In pixels. */
const LEAST = 2;
