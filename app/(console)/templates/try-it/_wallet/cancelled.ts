import type { Problem } from "@/lib/dashboard/problem/problem";

/** The admin took the request back: nothing to be alarmed at. */
export const cancelled: Problem = {
	title: "Cancelled",
	message: "The request was taken back before a wallet answered. You can ask again.",
};
