import type { Problem } from "@/lib/dashboard/problem/problem";

/** A refusal of this console's server (lib/server), in its own words: it said no before anything was done. */
export function notCarriedOut(words: string): Problem {
	return { title: "Not carried out", message: `${words} What you typed is still here.` };
}
