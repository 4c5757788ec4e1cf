import type { ReactNode } from "react";
// Imported above both pages: after a template is created, the script of its page is already loaded.
import "../_form/form-script";

export default function TemplateFormLayout({ children }: { children: ReactNode }) {
	return children;
}
