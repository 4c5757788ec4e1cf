import { postedOpened } from "@/lib/dashboard/request/posted-opened";
import type { TemplateContent } from "../../_edit/template-form-values";

/** By the template's identifier; of a new one what was posted, by none. */
export const postedContent = postedOpened<TemplateContent>("posted-template-content");
