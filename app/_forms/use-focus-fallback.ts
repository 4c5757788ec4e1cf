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
			const places = ancestorsOf(element);
			queueMicrotask(() => {
				for (const next of [findFallback(), ...places.filter(({ isConnected }) => isConnected).map(firstControlIn)]) {
					if (document.activeElement === document.body) next?.focus();
				}
			});
		};
	}, [ref]);
}

const CONTROLS = ["textarea", "input:not([type=hidden])", "select", "button", "summary", "a[href]"]
	.map((kind) => `${kind}:not(:disabled, [tabindex="-1"])`)
	.join(", ");

function firstControlIn(place: HTMLElement): HTMLElement | null {
	return place.querySelector<HTMLElement>(CONTROLS);
}

/** From the nearest on: it may be removed together with the element. */
function ancestorsOf({ parentElement }: HTMLElement): HTMLElement[] {
	return parentElement ? [parentElement, ...ancestorsOf(parentElement)] : [];
}
