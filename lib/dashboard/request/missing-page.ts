import "server-only";
import { markMissing } from "@/lib/process/request-context";

/**
 * The page that is rendered tells of something that is not there: it is answered with 404. Next's own `notFound` would
 * drop the words with the page, and leave nothing without scripts.
 */
export function answerMissing(): void {
	markMissing();
}
