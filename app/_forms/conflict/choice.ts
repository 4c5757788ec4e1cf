/** Whose value of a field is kept after a conflict: what it was when opened, what somebody else made of it, or yours. */
export type Choice = "opened" | "theirs" | "yours";

/** In the order in which they are offered. */
export const CHOICES = ["opened", "theirs", "yours"] as const satisfies readonly Choice[];
