"use client";

import { type RefObject, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";

export type LateParts = typeof import("./late/late-parts");

/**
 * What the form's panels need once they are live, loaded at the first sign of somebody being there. The swap from the
 * server's markup keeps what was opened and where the focus was, and waits while a button is being pressed.
 */
export function useLateParts(container: RefObject<HTMLElement | null>) {
	const [late, setLate] = useState<LateParts | null>(null);
	const loading = useRef<Promise<LateParts> | null>(null);
	const isPressed = useRef(false);
	const swap = useRef<(() => void) | null>(null);

	function load(): Promise<LateParts> {
		loading.current ??= import("./late/late-parts").then((parts) => {
			swap.current = () => parts.keepingPlace(container.current, () => flushSync(() => setLate(parts)));
			if (!isPressed.current) runSwap();
			return parts;
		});
		return loading.current;
	}

	function runSwap() {
		const run = swap.current;
		swap.current = null;
		run?.();
	}

	useEffect(() => {
		const stop = new AbortController();
		const release = () => {
			// The click comes after the button is up.
			setTimeout(() => {
				isPressed.current = false;
				runSwap();
			});
		};
		for (const name of ["pointerup", "pointercancel"]) window.addEventListener(name, release, { signal: stop.signal });
		return () => stop.abort();
	});

	const onPresence = () => void load();
	return {
		late,
		load,
		lateHandlers: {
			onFocus: onPresence,
			onPointerMove: onPresence,
			onPointerDown: () => {
				isPressed.current = true;
				onPresence();
			},
		},
	};
}
