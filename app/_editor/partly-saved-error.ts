import type { Problem } from "@/lib/dashboard/problem/problem";

/** A write of several parts has stored some of them. */
export class PartlySavedError extends Error {
	override name = "PartlySavedError";
	/** What was changed of the resource. */
	readonly stored: object;
	/** What was stored, and what was not. */
	readonly problem: Problem;
	constructor(stored: object, problem: Problem, cause: unknown) {
		super(problem.title, { cause });
		this.stored = stored;
		this.problem = problem;
	}
}
