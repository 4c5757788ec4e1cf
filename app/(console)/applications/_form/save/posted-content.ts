import { postedOpened } from "@/lib/dashboard/request/posted-opened";
import type { ApplicationContent } from "../../_edit/application-content";

/** By the application's identifier. */
export const postedContent = postedOpened<ApplicationContent>("posted-application-content");
