import { useWindowEvent } from "../ui/use-window-event";
import { useAfterNavigation } from "./use-after-navigation";

/** Closes an open menu on navigation, on a press outside and on Escape, which returns the focus. */
export function FoldMenus() {
	// A menu that was opened before hydration stays open.
	useAfterNavigation(() => {
		for (const menu of openMenus()) menu.open = false;
		document.querySelector<HTMLElement>("nav[popover]:popover-open")?.hidePopover();
	});
	useWindowEvent("pointerdown", ({ target }) => {
		// A dialog that was opened from a menu returns the focus to it.
		if (!(target instanceof Element) || target.closest("dialog")) return;
		for (const menu of openMenus()) if (!menu.contains(target)) menu.open = false;
	});
	useWindowEvent("keydown", ({ key }) => {
		if (key !== "Escape" || document.querySelector("dialog:modal")) return;
		for (const menu of openMenus()) {
			const hadFocus = menu.contains(document.activeElement);
			menu.open = false;
			if (hadFocus) menu.querySelector("summary")?.focus();
		}
	});
	return null;
}

function openMenus(): HTMLDetailsElement[] {
	return Array.from(document.querySelectorAll<HTMLDetailsElement>("details[data-menu][open]"));
}
