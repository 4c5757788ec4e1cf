import type { ReactNode } from "react";
// The client components of both pages, above them: after a template is created, the scripts of its page are already loaded.
import "@/app/_forms/confirmed-action";
import "@/app/_page/problem-alert";
import "@/components/ui/copy-button";
import "../_form/template-form";
import "../try-it/_tab/try-it-tab";

export default function TemplateFormLayout({ children }: { children: ReactNode }) {
	return children;
}
