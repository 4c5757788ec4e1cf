import { type FocusEvent, type MouseEvent, useLayoutEffect, useRef } from "react";

/**
 * Keeps the focus from falling to the page's body when the focused element is removed, such as a button after its work: the
 * nearest link or field before it takes the focus.
 * @returns props for the element around all of it
 */
export function useKeptFocus() {
	const focused = useRef<Element>(null);
	const before = useRef<HTMLElement[]>([]);

	useLayoutEffect(() => {
		if (!focused.current || focused.current.isConnected) return;
		focused.current = null;
		if (document.activeElement === document.body) before.current.findLast(({ isConnected }) => isConnected)?.focus();
	});

	/** Also at a click: what is before a button may have changed since it took the focus. */
	function note({ currentTarget }: FocusEvent | MouseEvent) {
		const target = document.activeElement;
		if (!target || !currentTarget.contains(target)) return;
		focused.current = target;
		const controls = [...currentTarget.querySelectorAll("a, button, input:not([type=hidden]), summary")];
		const earlier = controls.slice(0, controls.indexOf(target));
		before.current = earlier.filter((one) => one instanceof HTMLAnchorElement || one instanceof HTMLInputElement);
	}

	function onBlur({ target }: FocusEvent) {
		// The focus may move to another window: it is still here then.
		if (document.activeElement !== target) focused.current = null;
	}

	return { onFocus: note, onClick: note, onBlur };
}
