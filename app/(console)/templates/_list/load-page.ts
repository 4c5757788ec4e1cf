import { readJson } from "@/app/_forms/read-json";
import type { Problem } from "@/lib/dashboard/problem/problem";
import type { LoadedTemplates } from "./read-templates";

export type PageAnswer = (LoadedTemplates & { problem?: undefined }) | { problem: Problem };

const noAnswer: Problem = {
	title: "No answer",
	message: "This console can't be reached just now. What is loaded stays.",
};

/** The page of templates behind a checkpoint, or why there is none. @param take templates a page; the service's default */
export async function loadPage(checkpoint: string, signal: AbortSignal, take?: number): Promise<PageAnswer> {
	const query = new URLSearchParams({ from: checkpoint });
	if (take) query.set("take", String(take));
	return readJson<PageAnswer>(`/templates/rows?${query}`, { signal, noAnswer }).catch(() => ({ problem: noAnswer }));
}
