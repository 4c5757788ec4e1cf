import type { Problem } from "@/lib/dashboard/problem/problem";

/** The problem of a form that only reads, where there is no response. */
export const noAnswerToRead: Problem = {
	title: "No answer",
	message: "The console itself gave no answer. Nothing was changed. Try again.",
};
