import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from "react";

/**
 * Keeps the focus from falling to the page's body when the focused element is removed, such as a button after its work.
 * @param home takes the focus then, unless `returnTo` has named a nearer element
 * @returns props for the element around all of it
 */
export function useKeptFocus(home: RefObject<HTMLElement | null>) {
	const focused = useRef<Element>(null);
	const near = useRef<HTMLElement>(null);

	useLayoutEffect(() => {
		if (!focused.current || focused.current.isConnected) return;
		focused.current = null;
		if (document.activeElement !== document.body) return;
		(near.current?.isConnected ? near.current : home.current)?.focus();
	});

	return {
		around: {
			onFocus({ target }: FocusEvent) {
				focused.current = target;
				near.current = null;
			},
			onBlur({ target }: FocusEvent) {
				// The focus may move to another window: it is still here then.
				if (document.activeElement !== target) focused.current = null;
			},
		},
		/** The element that takes the focus if the focused one is removed, until the focus moves. */
		returnTo(place: HTMLElement | null) {
			near.current = place;
		},
	};
}
