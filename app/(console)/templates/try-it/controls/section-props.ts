import type { TryItInput } from "../fields";
import type { TryItAnswer } from "../run/try-it-answer";

/** What was posted under “Try it”, and what became of it. */
export type SectionProps = { input: TryItInput | null; answer: TryItAnswer | null };
