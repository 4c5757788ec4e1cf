import { postedOpened } from "@/lib/dashboard/request/posted-opened";
import type { TryItAnswer } from "./try-it-answer";
import type { TryItInput } from "./try-it-fields";

/**
 * By the template's identifier; of a new one by none. What was typed under “Try it” and what became of it, for the page
 * that follows in the same answer, and no longer.
 */
export const postedTryIt = postedOpened<{ input: TryItInput; answer: TryItAnswer | null }>("posted-try-it");
