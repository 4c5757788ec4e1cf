import { postedOpened } from "@/lib/dashboard/request/posted-opened";
import type { TemplateContent } from "../../edit/template-form-values";

export const postedContent = postedOpened<TemplateContent>("posted-template-content");
