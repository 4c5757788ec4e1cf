"use client";

// All that runs in the browser on the pages of new and stored templates, named here so that it is one file for both. A
// link to them asks for the same file, see `preload-form-script.tsx`.
import "@/app/_forms/retry-countdown";
import "@/components/ui/copy-button";

export { DeleteTemplate } from "./delete-template";
export { TemplateForm } from "./template-form";
