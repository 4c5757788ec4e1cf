"use client";

import { useWindowEvent } from "../ui/use-window-event";

/**
 * Changes the theme of the current page, where the form of `ThemeChoice` would reload it: nothing typed is lost. The server
 * stores the theme; where it can't, the page returns to the previous one.
 */
export function ThemeInPlace() {
	useWindowEvent("submit", (event) => void onSubmit(event));
	return null;
}

async function onSubmit(event: SubmitEvent): Promise<void> {
	const button = event.submitter;
	if (!(button instanceof HTMLButtonElement) || button.name !== "theme") return;
	event.preventDefault();
	const before = document.documentElement.dataset.theme ?? "";
	const body = new URLSearchParams({ theme: button.value });
	show(button.value);
	// A redirect means success: it leads to the current page, so it is not followed.
	const response = await fetch("/theme", { method: "POST", body, redirect: "manual" }).catch(() => null);
	if (response?.type !== "opaqueredirect") show(before);
}

function show(theme: string): void {
	document.documentElement.dataset.theme = theme;
	for (const button of document.querySelectorAll<HTMLButtonElement>("button[name=theme]"))
		button.ariaPressed = String(button.value === theme);
}
