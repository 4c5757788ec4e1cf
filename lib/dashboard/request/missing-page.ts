import "server-only";
import { markMissing } from "@/lib/process/request-context";

/** Sets the status of the current page to 404. Next's `notFound` would replace the page, and leave nothing without scripts. */
export function answerMissing(): void {
	markMissing();
}
