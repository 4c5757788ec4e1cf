"use client";

import type { ComponentProps } from "react";
import { loadPart } from "@/app/_forms/late-part";
import { PageLink } from "@/components/layout/links";

const loadScript = () => import("./form-script");
const preloadScript = () => void loadPart(loadScript);

/**
 * A link to a page with the template form. As soon as it is pointed at, touched or focused, the form's script is asked
 * for, so that it comes beside the page instead of after it. The console's layout names this file: from there the script
 * is the very file that the page asks for, and from a page it would be another one.
 */
export function TemplateFormLink(props: ComponentProps<typeof PageLink>) {
	return <PageLink onPointerEnter={preloadScript} onFocus={preloadScript} {...props} />;
}
