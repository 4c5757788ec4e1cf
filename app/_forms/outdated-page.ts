import type { Problem } from "@/lib/dashboard/problem/problem";

/** What an action answers to a form that no page of this version sends. */
export const outdatedPage: Problem = {
	title: "This page is out of date",
	message: "The console did not understand what the page sent. Nothing was changed. Copy what you typed and reload.",
};
