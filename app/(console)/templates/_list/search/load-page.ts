import type { Problem } from "@/lib/dashboard/problem/problem";
import type { LoadedTemplates } from "../read-templates";

export type PageAnswer = (LoadedTemplates & { problem?: undefined }) | { problem: Problem };

const noAnswer: Problem = {
	title: "No answer",
	message: "This console can't be reached just now. What is loaded stays.",
};

/** The page of templates behind a checkpoint, or why there is none. @param take templates a page; the service's default */
export async function loadPage(checkpoint: string, signal: AbortSignal, take?: number): Promise<PageAnswer> {
	const query = new URLSearchParams({ from: checkpoint });
	if (take) query.set("take", String(take));
	try {
		const answer = await fetch(`/templates/rows?${query}`, { signal });
		const page = (await answer.json()) as Partial<LoadedTemplates> & { problem?: Problem };
		if (page.problem) return { problem: page.problem };
		return page.rows ? { rows: page.rows, next: page.next ?? null } : { problem: noAnswer };
	} catch {
		return { problem: noAnswer };
	}
}
