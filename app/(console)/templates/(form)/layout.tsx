import type { ReactNode } from "react";
// Named above both pages: who has created a template has the script of its page already.
import "../_form/form-script";

export default function TemplateFormLayout({ children }: { children: ReactNode }) {
	return children;
}
