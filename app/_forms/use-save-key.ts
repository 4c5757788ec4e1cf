"use client";

import { type RefObject, useEffect } from "react";

/** Cmd+S or Ctrl+S saves the open form, as if its own button were pressed. */
export function useSaveKey(formRef: RefObject<HTMLFormElement | null>): void {
	useEffect(() => {
		function onKeyDown(event: KeyboardEvent) {
			if (event.key.toLowerCase() !== "s" || event.altKey || !(event.metaKey || event.ctrlKey)) return;
			event.preventDefault();
			formRef.current?.requestSubmit();
		}
		document.addEventListener("keydown", onKeyDown);
		return () => document.removeEventListener("keydown", onKeyDown);
	}, [formRef]);
}
