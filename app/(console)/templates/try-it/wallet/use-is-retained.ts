"use client";

import { useSyncExternalStore } from "react";
import { retainBox } from "./posted-question";

/** Whether the box says that the answers will be stored. The server drew it, so the document is asked. */
export function useIsRetained(): boolean {
	return useSyncExternalStore(
		listen,
		() => retainBox()?.checked ?? false,
		() => false,
	);
}

function listen(onChange: () => void): () => void {
	document.addEventListener("change", onChange);
	return () => document.removeEventListener("change", onChange);
}
