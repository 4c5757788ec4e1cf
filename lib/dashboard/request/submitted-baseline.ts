import "server-only";
import { cache } from "react";
import { requestWide } from "@/lib/process/request-context";
import { outcomeOf } from "../problem/problem-of";
import type { ResourceName } from "../resources/resources";

export type SubmittedBaseline<Baseline> = {
	keep: (id: string, baseline: Baseline) => void;
	/** Of the form in this request, where it is for the same resource; else null. */
	of: (id: string) => Baseline | null;
};

/**
 * The baseline in the form data of an action, for the page in the same response: where the service can't be read again the
 * page still shows the form, with its values and the result.
 */
export function submittedBaseline<Baseline>(name: string): SubmittedBaseline<Baseline> {
	const held = requestWide<{ id: string; baseline: Baseline } | null>(name, () => null);
	return {
		keep: (id, baseline) => held.set({ id, baseline }),
		of(id) {
			const submitted = held.get();
			return submitted?.id === id ? submitted.baseline : null;
		},
	};
}

/** A read once per request, for title and page: its value, or its problem with the baseline that this request submitted. */
export function pageReader<Read, Baseline>(
	read: (id: string) => Promise<Read>,
	subject: ResourceName,
	submitted: SubmittedBaseline<Baseline>,
) {
	return cache(async (id: string) => {
		const outcome = await outcomeOf(read(id), subject);
		return { outcome, submitted: outcome.problem && outcome.problem.about !== "missing" ? submitted.of(id) : null };
	});
}
