import type { Problem } from "@/lib/dashboard/problem/problem";
import type { JumpTemplates, JumpToken, JumpUser } from "./jump-option";

/** What the palette begins with. The tokens are there even where the tenant's templates are not. */
export type JumpStartAnswer = { tokens?: JumpToken[]; templates?: JumpTemplates; problem?: Problem };

/** `users` is null where the tenant does not let this console search them. */
export type JumpUsersAnswer = { users?: JumpUser[] | null; problem?: Problem };

/** Longer texts are no search. */
export const JUMP_TEXT_LENGTH_MAX = 300;
