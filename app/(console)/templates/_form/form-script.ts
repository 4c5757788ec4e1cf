"use client";

// All client components of the pages of new and stored templates, in one module so that both load the same file. A link to
// these pages preloads it, see `preload-form-script.tsx`.
import "@/app/_forms/confirmed-action";
import "@/app/_forms/retry-countdown";
import "@/components/ui/copy-button";

export { WhileUnsaved } from "../_history/while-unsaved";
export { TryItSections } from "../try-it/_tab/try-it-sections";
export { TemplateForm } from "./template-form";
