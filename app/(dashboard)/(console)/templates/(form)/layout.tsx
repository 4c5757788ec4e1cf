import type { ReactNode } from "react";
// All that runs in the browser on either page, named here so that it is one file for both: who has created a template
// has the scripts of its page already.
import "@/app/(dashboard)/retry-countdown";
import "@/components/ui/copy-button";
import "../delete-template";
import "../form/template-form";

export default function TemplateFormLayout({ children }: { children: ReactNode }) {
	return children;
}
