import type { Problem } from "@/lib/dashboard/problem/problem";
import type { JumpApplication, JumpTemplates, JumpToken, JumpUser } from "./jump-option";

/** What the palette begins with. Tokens and applications are there even where the tenant's templates are
 * not. */
export type JumpStartAnswer = {
	tokens?: JumpToken[];
	applications?: JumpApplication[];
	templates?: JumpTemplates;
	problem?: Problem;
};

/** `users` is null where the tenant does not let this console search them. */
export type JumpUsersAnswer = { users?: JumpUser[] | null; problem?: Problem };

/** Longer texts are no search. */
export const JUMP_TEXT_LENGTH_MAX = 300;
