"use client";

import { loadPart } from "@/app/_forms/late-part";
import { useWindowEvent } from "@/components/ui/use-window-event";

const loadScript = () => import("./form-script");

/**
 * As soon as a link to the template form is pointed at, touched or focused, the form's script is asked for, so that it
 * comes beside the page instead of after it. It belongs to the console's layout: from there the script is the very file
 * that the page asks for, and from a page it would be another one.
 */
export function PreloadFormScript() {
	useWindowEvent("pointerover", onNear);
	useWindowEvent("focusin", onNear);
	return null;
}

function onNear({ target }: Event): void {
	if (target instanceof Element && target.closest("a[data-template-form]")) void loadPart(loadScript);
}
