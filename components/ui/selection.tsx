"use client";

import { type ComponentProps, type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { Button } from "./button";
import { useWindowEvent } from "./use-window-event";

type SelectionProps = Omit<ComponentProps<"form">, "onChange"> & {
	/** The name of the checkboxes in the rows. One with `data-select-all` selects all shown rows. */
	name: string;
	/** What can be selected, also where a filter hides its row: a selected one that is gone is forgotten. */
	among?: readonly string[] | undefined;
	/** The submit buttons for the selected rows. */
	actions: ReactNode;
	/** Why the selection can't be used for an action; shown beside the count. */
	hint?: ((count: number) => string) | undefined;
	children: ReactNode;
};

/**
 * A form around a table whose rows can be selected. The native checkboxes are submitted, so it works without scripts; with
 * them it shows the count, keeps selected rows that are filtered away, and can clear the selection.
 */
export function Selection({ name, among, actions, hint, children, ...rest }: SelectionProps) {
	const form = useRef<HTMLFormElement>(null);
	const chosen = useRef(new Set<string>());
	const [state, setState] = useState<{ count: number; hidden: readonly string[] }>({ count: 0, hidden: [] });

	function boxes(): HTMLInputElement[] {
		return Array.from(form.current?.querySelectorAll<HTMLInputElement>(`input[type=checkbox][name=${name}]`) ?? []);
	}

	function show() {
		for (const value of chosen.current) if (among?.includes(value) === false) chosen.current.delete(value);
		const all = boxes();
		for (const box of all) box.checked = chosen.current.has(box.value);
		const head = form.current?.querySelector<HTMLInputElement>("input[data-select-all]");
		const checked = all.filter((box) => box.checked).length;
		if (head) {
			head.checked = checked > 0 && checked === all.length;
			head.indeterminate = checked > 0 && checked < all.length;
		}
		const shown = new Set(all.map(({ value }) => value));
		const hidden = [...chosen.current].filter((value) => !shown.has(value));
		const isSame = chosen.current.size === state.count && hidden.join() === state.hidden.join();
		if (!isSame) setState({ count: chosen.current.size, hidden });
	}

	function choose(changed: readonly HTMLInputElement[], isChosen: boolean) {
		for (const { value } of changed) {
			if (isChosen) chosen.current.add(value);
			else chosen.current.delete(value);
		}
		show();
	}

	// What was ticked before hydration, or is restored after Back, which browsers do before `pageshow`.
	function adopt() {
		choose(
			boxes().filter((box) => box.checked),
			true,
		);
	}
	const adoptFirst = useEffectEvent(adopt);
	useEffect(() => adoptFirst(), []);
	useWindowEvent("pageshow", adopt);
	// The filter adds and removes rows.
	useEffect(show);

	function clear() {
		chosen.current.clear();
		show();
		form.current?.querySelector<HTMLInputElement>("input[data-select-all]")?.focus();
	}

	const { count, hidden } = state;
	return (
		<form
			ref={form}
			onChange={({ target }) => {
				if (!(target instanceof HTMLInputElement)) return;
				if (target.dataset.selectAll !== undefined) choose(boxes(), target.checked);
				else if (target.name === name) choose([target], target.checked);
			}}
			{...rest}
		>
			{children}
			{hidden.map((value) => (
				<input key={value} type="hidden" name={name} value={value} data-kept="" />
			))}
			<div className="selection-bar">
				<p role="status" className="text-sm font-medium">
					{count > 0 ? `${count} selected` : ""}
					{hidden.length > 0 ? `, ${hidden.length} of them not shown` : ""}
					{count > 0 && hint?.(count) ? <span className="font-normal text-muted"> · {hint(count)}</span> : null}
				</p>
				<div className="ml-auto flex flex-wrap gap-2">
					<Button type="button" variant="quiet" className="script-only" onClick={clear}>
						Clear selection
					</Button>
					{actions}
				</div>
			</div>
		</form>
	);
}
