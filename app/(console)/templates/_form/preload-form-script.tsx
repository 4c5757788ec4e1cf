import { loadPart } from "@/app/_forms/lazy-part";
import { useWindowEvent } from "@/components/ui/use-window-event";

const loadScript = () => import("./form-script");

/**
 * Loads the form's script as soon as a link to the template form is hovered, touched or focused, in parallel with the page
 * instead of after it. It belongs to the console's layout: there the bundler emits the same file that the page loads, from a
 * page it would be another one.
 */
export function PreloadFormScript() {
	useWindowEvent("pointerover", onNear);
	useWindowEvent("focusin", onNear);
	return null;
}

function onNear({ target }: Event): void {
	if (target instanceof Element && target.closest("a[data-template-form]")) void loadPart(loadScript);
}
