import { postedOpened } from "@/lib/dashboard/request/posted-opened";
import type { SingleSignOnContent } from "../edit/single-sign-on-content";

/** By the application's identifier. */
export const postedContent = postedOpened<SingleSignOnContent>("posted-single-sign-on");
