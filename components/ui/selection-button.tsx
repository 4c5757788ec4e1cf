"use client";

import { type ReactNode, useEffect, useId, useState } from "react";
import { Button } from "./button";
import { useWindowEvent } from "./use-window-event";

type SelectionButtonProps = {
	/** The form of the checkboxes, which stand elsewhere on the page. */
	form: string;
	/** What to do first, where none is ticked. */
	reason: string;
	children: ReactNode;
};

/** The submit button of a form of checkboxes: disabled with the reason while none is ticked. Without scripts it is a button. */
export function SelectionButton({ form, reason, children }: SelectionButtonProps) {
	const id = useId();
	/** Null until it is hydrated. */
	const [count, setCount] = useState<number | null>(null);
	function update() {
		setCount(document.querySelectorAll(`input[type=checkbox][form=${form}]:checked`).length);
	}
	useEffect(() => update());
	useWindowEvent("change", update);
	useWindowEvent("pageshow", update);
	const isNone = count === 0;
	return (
		<p className="flex flex-wrap items-center gap-3">
			<Button
				form={form}
				aria-disabled={isNone}
				aria-describedby={id}
				onClick={(event) => isNone && event.preventDefault()}
			>
				{children}
			</Button>
			<span id={id} role="status" className="text-sm text-muted">
				{count === null ? "" : isNone ? reason : `${count} selected`}
			</span>
		</p>
	);
}
