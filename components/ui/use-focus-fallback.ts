"use client";

import { type RefObject, useEffectEvent, useLayoutEffect } from "react";

/**
 * Moves the focus when an element is unmounted that contains it: to the fallback, else to the first control of the nearest
 * ancestor that is still connected, unless something else received the focus meanwhile.
 */
export function useFocusFallback(
	ref: RefObject<HTMLElement | null>,
	fallback: () => HTMLElement | null | undefined = () => null,
): void {
	const findFallback = useEffectEvent(fallback);
	useLayoutEffect(() => {
		const element = ref.current;
		return () => {
			if (!element?.contains(document.activeElement)) return;
			// From the nearest on: it may be removed together with the element.
			const places: HTMLElement[] = [];
			for (let place = element.parentElement; place; place = place.parentElement) places.push(place);
			queueMicrotask(() => {
				const controls = places.filter(({ isConnected }) => isConnected).map((place) => place.querySelector(CONTROLS));
				for (const next of [findFallback(), ...controls])
					if (document.activeElement === document.body && next instanceof HTMLElement) next.focus();
			});
		};
	}, [ref]);
}

const CONTROLS = ["textarea", "input:not([type=hidden])", "select", "button", "summary", "a[href]"]
	.map((kind) => `${kind}:not(:disabled, [tabindex="-1"])`)
	.join(", ");
