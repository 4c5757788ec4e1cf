import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from "react";

/**
 * Keeps the focus from falling to the page's body when the element that has it goes away: a button with its work done.
 * @param home where the focus goes then, unless `returnTo` has named a nearer place
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
				// Of another window the page knows nothing: the focus is still here.
				if (document.activeElement !== target) focused.current = null;
			},
		},
		/** Until the focus moves: where it goes if the element that has it goes away. */
		returnTo(place: HTMLElement | null) {
			near.current = place;
		},
	};
}
