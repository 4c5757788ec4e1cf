"use client";

import { useWindowEvent } from "../ui/use-window-event";

/**
 * Changes the colours of the page at hand where the form of `ThemeChoice` would load it anew: nothing typed is lost. The
 * server remembers the theme; where it can't, the page goes back to the one before.
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
	// Remembered, it is redirected to the page that is here already.
	const answer = await fetch("/theme", { method: "POST", body, redirect: "manual" }).catch(() => null);
	if (answer?.type !== "opaqueredirect") show(before);
}

function show(theme: string): void {
	document.documentElement.dataset.theme = theme;
	for (const button of document.querySelectorAll<HTMLButtonElement>("button[name=theme]"))
		button.ariaPressed = String(button.value === theme);
}
