import "server-only";
import { submittedBaseline } from "@/lib/dashboard/request/page";

/** What this request's form chose, for the page that follows in the response to a form without scripts. */
export const submittedChoice = submittedBaseline<{ device: string; ends: ReadonlySet<string> }>("lost-device");
