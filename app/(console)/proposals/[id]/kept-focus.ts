"use client";

import { useRef } from "react";
import { useResult } from "@/app/_forms/action-form";

/**
 * The pressed button may be gone once there is a result, or the page offers something else: the focus, which would be lost with
 * it, moves to the element with this ref.
 */
export function useKeptFocus<Place extends HTMLElement>(result: unknown, offered: string | boolean) {
	const place = useRef<Place>(null);
	const keep = () => {
		if (document.activeElement === document.body) place.current?.focus({ preventScroll: true });
	};
	useResult(result, keep);
	useResult(offered, keep);
	return place;
}
