import type { ComponentProps } from "react";
import { PageLink } from "@/components/layout/links";

/** A link to a page with the template form, whose script is preloaded: see `preload-form-script.tsx`. */
export function TemplateFormLink(props: ComponentProps<typeof PageLink>) {
	return <PageLink data-template-form="" {...props} />;
}
