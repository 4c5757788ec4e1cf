"use client";

import { useEffect, useState } from "react";
import { KEYBOARD_HELP_ID } from "@/components/layout/keyboard-help-button";
import { rememberInCookie } from "@/components/ui/remember-in-cookie";
import { QUESTION_KEY_COOKIE } from "./question-key-cookie";

/** Where the character is typed, or chooses an option. */
const FIELDS = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]";

/** Opens the list of keys by ?, unless that was switched off: speech input may say it by mistake (WCAG 2.1.4). */
export function QuestionKey({ isOn: initial }: { isOn: boolean }) {
	const [isOn, setIsOn] = useState(initial);

	useEffect(() => {
		if (!isOn) return;
		const onKey = (event: KeyboardEvent) => {
			if (event.key !== "?" || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
			if (event.target instanceof Element && event.target.closest(FIELDS)) return;
			if (document.querySelector("dialog:modal")) return;
			event.preventDefault();
			document.querySelector<HTMLDialogElement>(`#${KEYBOARD_HELP_ID}`)?.showModal();
		};
		document.addEventListener("keydown", onKey);
		return () => document.removeEventListener("keydown", onKey);
	}, [isOn]);

	function choose(next: boolean) {
		setIsOn(next);
		rememberInCookie(QUESTION_KEY_COOKIE, next ? "on" : "off");
	}

	return (
		<label className="script-only flex min-h-6 items-center gap-2 text-sm">
			<input type="checkbox" checked={isOn} onChange={({ currentTarget }) => choose(currentTarget.checked)} />
			Open this by the ? key
		</label>
	);
}
