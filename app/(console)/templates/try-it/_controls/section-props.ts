import type { TryItAnswer } from "../_run/try-it-answer";
import type { TryItInput } from "../_run/try-it-fields";

/** What was posted under “Try it”, and what became of it. */
export type SectionProps = { input: TryItInput | null; answer: TryItAnswer | null };
